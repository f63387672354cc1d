import type { SubscriberStatus } from './subscription'

/** A member as Mailchimp has it. Times are ISO 8601. */
export type MailchimpMember = {
  status: 'subscribed' | 'unsubscribed' | 'cleaned' | 'pending' | 'transactional' | 'archived'
  changedAt: string | null
  /** When they subscribed, as Mailchimp recorded it. */
  optedInAt: string | null
}
export type LocalSubscriber = {
  status: SubscriberStatus
  confirmedAt: string | null
  unsubscribedAt: string | null
  /**
   * They unsubscribed here shortly before they resubscribed, so Mailchimp may have processed the unsubscription later.
   */
  hadJustLeft?: boolean
}

/**
 * The action that makes both sides agree; `local` is the shop, `remote` Mailchimp.
 * `reconfirm-remote`: they subscribed here after unsubscribing there; Mailchimp only accepts that after confirming with
 * them itself.
 * `subscribe-remote`: they subscribed here; in Mailchimp they are only a customer, who neither subscribed nor
 * unsubscribed.
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

/** How long Mailchimp may take to process an unsubscription, including retries of lost requests. */
const slowestMs = 5 * 60_000

/**
 * Whether they unsubscribed in Mailchimp after their last change here, and it isn't the shop's own unsubscription that
 * arrived late.
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
 * Decides how to merge a subscriber and a member. Unsubscribing on one side counts on both, and so does a bounced
 * address. Only a later subscription brings someone back.
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
