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
  /** They left here shortly before they agreed again, so Mailchimp may have carried that out afterwards. */
  hadJustLeft?: boolean
}

/**
 * The action that makes both sides agree; `local` is the shop, `remote` Mailchimp.
 * `reconfirm-remote`: they agreed here after they had left there; Mailchimp only accepts that by asking them again itself.
 * `subscribe-remote`: they agreed here; there they are a buyer only, who neither agreed nor left.
 * `skip-erased`: they would be imported, but were erased here, and Mailchimp has yet to delete them.
 * `skip-moved`: they would be imported, but it's an earlier address of an account, which Mailchimp has yet to archive.
 */
export type MergeAction =
  | 'nothing'
  | 'import'
  | 'unsubscribe-local'
  | 'clean-local'
  | 'resubscribe-local'
  | 'unsubscribe-remote'
  | 'reconfirm-remote'
  | 'subscribe-remote'
  | 'skip-erased'
  | 'skip-moved'

const isLater = (time: string | null, other: string | null): boolean =>
  time !== null && (other === null || Date.parse(time) > Date.parse(other))

/** How long Mailchimp may take to carry out an unsubscription, including lost requests. */
const slowestMs = 5 * 60_000

/**
 * Whether the last change at Mailchimp is that they left there, and neither an earlier change nor ours that arrived
 * late.
 */
const hasLeftThere = (local: LocalSubscriber, { changedAt }: MailchimpMember): boolean =>
  !isLater(local.confirmedAt, changedAt) &&
  !(
    local.hadJustLeft &&
    local.confirmedAt &&
    changedAt &&
    Date.parse(changedAt) - Date.parse(local.confirmedAt) < slowestMs
  )

/**
 * Decides how to merge a subscriber and a member. Leaving on one side counts on both, and so does an unreachable
 * address. Someone comes back only by agreeing again, later than they left.
 */
export function resolveMerge(local: LocalSubscriber | null, remote: MailchimpMember): MergeAction {
  switch (remote.status) {
    case 'cleaned':
      return local && local.status !== 'cleaned' && local.status !== 'unsubscribed'
        ? 'clean-local'
        : 'nothing'
    case 'unsubscribed':
      if (local?.status !== 'subscribed') return 'nothing'
      return hasLeftThere(local, remote) ? 'unsubscribe-local' : 'reconfirm-remote'
    case 'transactional':
      return local?.status === 'subscribed' ? 'subscribe-remote' : 'nothing'
    case 'subscribed':
      if (!local) return remote.optedInAt ? 'import' : 'nothing'
      if (local.status === 'unsubscribed')
        return isLater(remote.optedInAt, local.unsubscribedAt)
          ? 'resubscribe-local'
          : 'unsubscribe-remote'
      if (local.status === 'pending') return remote.optedInAt ? 'resubscribe-local' : 'nothing'
      return local.status === 'cleaned' ? 'unsubscribe-remote' : 'nothing'
    default:
      return 'nothing'
  }
}
