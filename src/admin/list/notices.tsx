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
      {what} right now because the shop’s worker{' '}
      {seenAt ? `hasn’t run since ${formatDateTime(seenAt)}` : 'hasn’t started yet'}. Once it’s
      running, it {then}.
    </p>
  )
}

/** Above a list, when the link that led here names a deleted document. */
export function DeletedItemNotice({ trash }: { trash: string }) {
  return (
    <p className="df-note" role="status">
      This item is no longer here.{' '}
      <a className="df-plain-link" href={trash}>
        View trash
      </a>
    </p>
  )
}
