import type { SubscriberStatus } from './subscription'

/** A member as Mailchimp has it. Times are ISO 8601. */
export type MailchimpMember = {
  status: 'subscribed' | 'unsubscribed' | 'cleaned' | 'pending' | 'transactional' | 'archived'
  changedAt: string | null
  /** When they agreed, as Mailchimp recorded it. */
  optedInAt: string | null
}
export type LocalSubscriber = {
  status: SubscriberStatus
  confirmedAt: string | null
  unsubscribedAt: string | null
}

/**
 * What has to happen so that both sides say the same.
 * `ask-there`: they agreed here after they had left there; Mailchimp takes that only by asking them once more itself.
 * `join-there`: they agreed here; there they are known as a buyer only, who neither agreed nor left.
 */
export type MergeAction =
  | 'nothing'
  | 'import'
  | 'leave-here'
  | 'clean-here'
  | 'rejoin-here'
  | 'leave-there'
  | 'ask-there'
  | 'join-there'

const isLater = (one: string | null, other: string | null): boolean =>
  one !== null && (other === null || Date.parse(one) > Date.parse(other))

/**
 * Who leaves in one place leaves in both; an address that cannot be reached is given up in both. Somebody comes back
 * only by agreeing again, later than they left (providers/mailchimp.md 6).
 */
export function resolveMerge(here: LocalSubscriber | null, there: MailchimpMember): MergeAction {
  if (there.status === 'cleaned')
    return here && here.status !== 'cleaned' && here.status !== 'unsubscribed'
      ? 'clean-here'
      : 'nothing'
  if (there.status === 'unsubscribed') {
    if (here?.status !== 'subscribed') return 'nothing'
    return isLater(here.confirmedAt, there.changedAt) ? 'ask-there' : 'leave-here'
  }
  if (there.status === 'transactional')
    return here?.status === 'subscribed' ? 'join-there' : 'nothing'
  if (there.status !== 'subscribed') return 'nothing'
  if (!here) return there.optedInAt ? 'import' : 'nothing'
  if (here.status === 'unsubscribed')
    return isLater(there.optedInAt, here.unsubscribedAt) ? 'rejoin-here' : 'leave-there'
  if (here.status === 'pending') return there.optedInAt ? 'rejoin-here' : 'nothing'
  return here.status === 'cleaned' ? 'leave-there' : 'nothing'
}
