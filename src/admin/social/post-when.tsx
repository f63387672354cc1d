import type { SocialPostRecord } from '../../queries/admin-social'
import { formatMoment } from '../parts/dates'

/** The one moment of a post that matters now. */
export const PostWhen = ({ post: { status, scheduledFor, publishedAt, updatedAt, deletedAt } }: { post: SocialPostRecord }) => {
  if (deletedAt) return <>Deleted <time dateTime={deletedAt}>{formatMoment(deletedAt)}</time></>
  if (status === 'scheduled' && scheduledFor) return <>Goes out <time dateTime={scheduledFor}>{formatMoment(scheduledFor)}</time></>
  if (publishedAt) return <>Out since <time dateTime={publishedAt}>{formatMoment(publishedAt)}</time></>
  return <>Changed <time dateTime={updatedAt}>{formatMoment(updatedAt)}</time></>
}
