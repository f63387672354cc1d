import {
  type LocalSubscriber,
  type MailchimpMember,
  resolveMerge,
} from '@/modules/newsletter/rules/mailchimp-merge'

const early = '2026-10-01T00:00:00.000Z'
const late = '2026-11-01T00:00:00.000Z'
const here = (
  status: LocalSubscriber['status'],
  more: Partial<LocalSubscriber> = {},
): LocalSubscriber => ({ status, confirmedAt: null, unsubscribedAt: null, ...more })
const there = (
  status: MailchimpMember['status'],
  more: Partial<MailchimpMember> = {},
): MailchimpMember => ({ status, changedAt: null, optedInAt: null, ...more })

it.each([
  [
    'who left there leaves here',
    here('subscribed', { confirmedAt: early }),
    there('unsubscribed', { changedAt: late }),
    'leave-here',
  ],
  [
    'who left here leaves there',
    here('unsubscribed', { unsubscribedAt: late }),
    there('subscribed', { optedInAt: early }),
    'leave-there',
  ],
  [
    'who left here and was never asked there leaves there',
    here('unsubscribed', { unsubscribedAt: late }),
    there('subscribed'),
    'leave-there',
  ],
  [
    'who agreed here after leaving there is asked once more there',
    here('subscribed', { confirmedAt: late }),
    there('unsubscribed', { changedAt: early }),
    'ask-there',
  ],
  [
    'who agreed there after leaving here is back',
    here('unsubscribed', { unsubscribedAt: early }),
    there('subscribed', { optedInAt: late }),
    'rejoin-here',
  ],
  [
    'who agreed there and is unknown here comes in with that record',
    null,
    there('subscribed', { optedInAt: early }),
    'import',
  ],
  ['without a record of when they agreed nobody comes in', null, there('subscribed'), 'nothing'],
  [
    'an address that cannot be reached is given up',
    here('subscribed'),
    there('cleaned'),
    'clean-here',
  ],
  ['also while it waits for its confirmation', here('pending'), there('cleaned'), 'clean-here'],
  ['who left stays gone, reachable or not', here('unsubscribed'), there('cleaned'), 'nothing'],
  [
    'an address that bounced here is not written to from there',
    here('cleaned'),
    there('subscribed', { optedInAt: early }),
    'leave-there',
  ],
  [
    'who has not confirmed here yet and left there long ago may still confirm',
    here('pending'),
    there('unsubscribed', { changedAt: early }),
    'nothing',
  ],
  [
    'who agreed there need not confirm here',
    here('pending'),
    there('subscribed', { optedInAt: early }),
    'rejoin-here',
  ],
  [
    'both agree',
    here('subscribed', { confirmedAt: early }),
    there('subscribed', { optedInAt: late }),
    'nothing',
  ],
  [
    'both gone',
    here('unsubscribed', { unsubscribedAt: early }),
    there('unsubscribed', { changedAt: late }),
    'nothing',
  ],
  ['buyers who never asked for letters are left alone', null, there('transactional'), 'nothing'],
  [
    'so are they after leaving here',
    here('unsubscribed', { unsubscribedAt: late }),
    there('transactional'),
    'nothing',
  ],
  [
    'a buyer who agreed here is on the list there',
    here('subscribed', { confirmedAt: late }),
    there('transactional'),
    'join-there',
  ],
  ['so are archived ones', here('subscribed'), there('archived'), 'nothing'],
  ['and strangers who left', null, there('unsubscribed', { changedAt: late }), 'nothing'],
] as const)('%s', (_, one, other, settlement) => {
  expect(resolveMerge(one, other)).toBe(settlement)
})
