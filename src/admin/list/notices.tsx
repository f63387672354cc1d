import { formatDateTime } from '@/admin/shell/format-dates'

/** The worker may miss two rounds when the shop is busy. */
const maxSilenceMs = 4 * 60 * 1000

/** Shown while something waits for a worker that is not running. */
export function WorkerWarning({
  isWaiting,
  seenAt,
  what,
  then,
}: {
  isWaiting: boolean
  seenAt: string | null
  /** 'Posts do not go out' */
  what: string
  /** What happens once the worker runs again. */
  then: string
}) {
  if (!isWaiting || (seenAt && Date.now() - Date.parse(seenAt) < maxSilenceMs)) return null
  return (
    <p className="df-note" role="status">
      {what} at the moment: the shop’s worker{' '}
      {seenAt ? `was last heard of on ${formatDateTime(seenAt)}` : 'has not been heard of yet'}. As
      soon as it runs again, it {then}.
    </p>
  )
}

/** Above a list, when the link that led here names a deleted document. */
export function DeletedItemNotice({ trash }: { trash: string }) {
  return (
    <p className="df-note" role="status">
      What this link leads to is not here any more.{' '}
      <a className="df-plain-link" href={trash}>
        Look in the trash
      </a>
    </p>
  )
}
