import {
  type LocalSubscriber,
  type MailchimpMember,
  resolveMerge,
} from '@/modules/newsletter/rules/mailchimp-merge'

const early = '2026-10-01T00:00:00.000Z'
const late = '2026-11-01T00:00:00.000Z'
const local = (
  status: LocalSubscriber['status'],
  more: Partial<LocalSubscriber> = {},
): LocalSubscriber => ({ status, confirmedAt: null, unsubscribedAt: null, ...more })
const remote = (
  status: MailchimpMember['status'],
  more: Partial<MailchimpMember> = {},
): MailchimpMember => ({ status, changedAt: null, optedInAt: null, ...more })

it.each([
  [
    'who left there leaves here',
    local('subscribed', { confirmedAt: early }),
    remote('unsubscribed', { changedAt: late }),
    'unsubscribe-local',
  ],
  [
    'who left here leaves there',
    local('unsubscribed', { unsubscribedAt: late }),
    remote('subscribed', { optedInAt: early }),
    'unsubscribe-remote',
  ],
  [
    'who left here and was never asked there leaves there',
    local('unsubscribed', { unsubscribedAt: late }),
    remote('subscribed'),
    'unsubscribe-remote',
  ],
  [
    'who agreed here after leaving there is asked once more there',
    local('subscribed', { confirmedAt: late }),
    remote('unsubscribed', { changedAt: early }),
    'reconfirm-remote',
  ],
  [
    'who agreed there after leaving here is back',
    local('unsubscribed', { unsubscribedAt: early }),
    remote('subscribed', { optedInAt: late }),
    'resubscribe-local',
  ],
  [
    'who agreed there and is unknown here comes in with that record',
    null,
    remote('subscribed', { optedInAt: early }),
    'import',
  ],
  ['without a record of when they agreed nobody comes in', null, remote('subscribed'), 'nothing'],
  [
    'an address that cannot be reached is given up',
    local('subscribed'),
    remote('cleaned'),
    'clean-local',
  ],
  ['also while it waits for its confirmation', local('pending'), remote('cleaned'), 'clean-local'],
  ['who left stays gone, reachable or not', local('unsubscribed'), remote('cleaned'), 'nothing'],
  [
    'an address that bounced here is not written to from there',
    local('cleaned'),
    remote('subscribed', { optedInAt: early }),
    'unsubscribe-remote',
  ],
  [
    'who has not confirmed here yet and left there long ago may still confirm',
    local('pending'),
    remote('unsubscribed', { changedAt: early }),
    'nothing',
  ],
  [
    'who agreed there need not confirm here',
    local('pending'),
    remote('subscribed', { optedInAt: early }),
    'resubscribe-local',
  ],
  [
    'both agree',
    local('subscribed', { confirmedAt: early }),
    remote('subscribed', { optedInAt: late }),
    'nothing',
  ],
  [
    'both gone',
    local('unsubscribed', { unsubscribedAt: early }),
    remote('unsubscribed', { changedAt: late }),
    'nothing',
  ],
  ['buyers who never asked for letters are left alone', null, remote('transactional'), 'nothing'],
  [
    'so are they after leaving here',
    local('unsubscribed', { unsubscribedAt: late }),
    remote('transactional'),
    'nothing',
  ],
  [
    'a buyer who agreed here is on the list there',
    local('subscribed', { confirmedAt: late }),
    remote('transactional'),
    'subscribe-remote',
  ],
  ['so are archived ones', local('subscribed'), remote('archived'), 'nothing'],
  ['and strangers who left', null, remote('unsubscribed', { changedAt: late }), 'nothing'],
] as const)('%s', (_, subscriber, member, action) => {
  expect(resolveMerge(subscriber, member)).toBe(action)
})
