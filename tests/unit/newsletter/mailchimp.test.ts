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
    'unsubscribes locally after a later unsubscribe in Mailchimp',
    local('subscribed', { confirmedAt: early }),
    remote('unsubscribed', { changedAt: late }),
    'unsubscribe-local',
  ],
  [
    'asks again when Mailchimp carries out an unsubscribe only after they came back',
    local('subscribed', { confirmedAt: early, hadJustLeft: true }),
    remote('unsubscribed', { changedAt: '2026-10-01T00:01:00.000Z' }),
    'reconfirm-remote',
  ],
  [
    'unsubscribes locally after a later unsubscribe in Mailchimp of someone who came back',
    local('subscribed', { confirmedAt: early, hadJustLeft: true }),
    remote('unsubscribed', { changedAt: '2026-10-01T00:10:00.000Z' }),
    'unsubscribe-local',
  ],
  [
    'unsubscribes in Mailchimp after a later local unsubscribe',
    local('unsubscribed', { unsubscribedAt: late }),
    remote('subscribed', { optedInAt: early }),
    'unsubscribe-remote',
  ],
  [
    'unsubscribes in Mailchimp after a local unsubscribe if Mailchimp has no opt-in date',
    local('unsubscribed', { unsubscribedAt: late }),
    remote('subscribed'),
    'unsubscribe-remote',
  ],
  [
    'asks again in Mailchimp when the local opt-in is later than the unsubscribe in Mailchimp',
    local('subscribed', { confirmedAt: late }),
    remote('unsubscribed', { changedAt: early }),
    'reconfirm-remote',
  ],
  [
    'resubscribes locally when the opt-in in Mailchimp is later than the local unsubscribe',
    local('unsubscribed', { unsubscribedAt: early }),
    remote('subscribed', { optedInAt: late }),
    'resubscribe-local',
  ],
  [
    'imports an unknown member with an opt-in date',
    null,
    remote('subscribed', { optedInAt: early }),
    'import',
  ],
  ['ignores an unknown member without an opt-in date', null, remote('subscribed'), 'nothing'],
  [
    'marks a subscriber as cleaned when Mailchimp did',
    local('subscribed'),
    remote('cleaned'),
    'clean-local',
  ],
  [
    'marks a pending subscriber as cleaned when Mailchimp did',
    local('pending'),
    remote('cleaned'),
    'clean-local',
  ],
  [
    'keeps a local unsubscribe when Mailchimp marked the address as cleaned',
    local('unsubscribed'),
    remote('cleaned'),
    'nothing',
  ],
  [
    'unsubscribes an address in Mailchimp that bounced locally',
    local('cleaned'),
    remote('subscribed', { optedInAt: early }),
    'unsubscribe-remote',
  ],
  [
    'keeps a pending subscriber who unsubscribed in Mailchimp earlier',
    local('pending'),
    remote('unsubscribed', { changedAt: early }),
    'nothing',
  ],
  [
    'confirms a pending subscriber who opted in in Mailchimp',
    local('pending'),
    remote('subscribed', { optedInAt: early }),
    'resubscribe-local',
  ],
  [
    'does nothing when both are subscribed',
    local('subscribed', { confirmedAt: early }),
    remote('subscribed', { optedInAt: late }),
    'nothing',
  ],
  [
    'does nothing when both are unsubscribed',
    local('unsubscribed', { unsubscribedAt: early }),
    remote('unsubscribed', { changedAt: late }),
    'nothing',
  ],
  ['ignores an unknown transactional contact', null, remote('transactional'), 'nothing'],
  [
    'does nothing for a transactional contact who unsubscribed locally',
    local('unsubscribed', { unsubscribedAt: late }),
    remote('transactional'),
    'nothing',
  ],
  [
    'subscribes a transactional contact in Mailchimp who subscribed locally',
    local('subscribed', { confirmedAt: late }),
    remote('transactional'),
    'subscribe-remote',
  ],
  ['does nothing for an archived contact', local('subscribed'), remote('archived'), 'nothing'],
  [
    'ignores an unknown member who unsubscribed',
    null,
    remote('unsubscribed', { changedAt: late }),
    'nothing',
  ],
] as const)('%s', (_, subscriber, member, action) => {
  expect(resolveMerge(subscriber, member)).toBe(action)
})
