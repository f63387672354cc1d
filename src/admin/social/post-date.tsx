import { Time } from '@/admin/shell/facts'
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
        Deleted <Time at={deletedAt} />
      </>
    )
  if (status === 'scheduled' && scheduledFor)
    return (
      <>
        Goes out <Time at={scheduledFor} />
      </>
    )
  if (publishedAt)
    return (
      <>
        Out since <Time at={publishedAt} />
      </>
    )
  return (
    <>
      Changed <Time at={updatedAt} />
    </>
  )
}
