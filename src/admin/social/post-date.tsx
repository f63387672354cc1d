import { formatDateTime } from '@/admin/shell/format-dates'
import type { SocialPostRecord } from '@/modules/social/queries/social-posts'

/** The one moment of a post that matters now. */
export function PostDate({
  post: { status, scheduledFor, publishedAt, updatedAt, deletedAt },
}: {
  post: SocialPostRecord
}) {
  if (deletedAt)
    return (
      <>
        Deleted <time dateTime={deletedAt}>{formatDateTime(deletedAt)}</time>
      </>
    )
  if (status === 'scheduled' && scheduledFor)
    return (
      <>
        Goes out <time dateTime={scheduledFor}>{formatDateTime(scheduledFor)}</time>
      </>
    )
  if (publishedAt)
    return (
      <>
        Out since <time dateTime={publishedAt}>{formatDateTime(publishedAt)}</time>
      </>
    )
  return (
    <>
      Changed <time dateTime={updatedAt}>{formatDateTime(updatedAt)}</time>
    </>
  )
}
