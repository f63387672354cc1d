import type { ReactNode } from 'react'

import { LazyPostDeliveries } from '@/admin/lazy-components'
import { Time } from '@/admin/shell/time'
import type { SocialPostRecord } from '@/modules/social/queries/social-posts'
import { type SocialPlatform, socialPostStatusLabels } from '@/modules/social/rules/social-post'
import { Badge, type BadgeTone } from '@/ui/badge'

/** The date that matters for the post's status. */
const PostDate = ({
  post: { status, scheduledFor, publishedAt, updatedAt, deletedAt },
}: {
  post: SocialPostRecord
}) => {
  const [label, at] = deletedAt
    ? ['Deleted', deletedAt]
    : status === 'scheduled' && scheduledFor
      ? ['Scheduled for', scheduledFor]
      : publishedAt
        ? ['Posted', publishedAt]
        : ['Edited', updatedAt]
  return (
    <>
      {label} <Time at={at} />
    </>
  )
}

type Props = {
  post: SocialPostRecord
  connected: readonly SocialPlatform[]
  tone: BadgeTone
  thumbnail?: ReactNode
  hashtags?: ReactNode
  about?: ReactNode
  actions: ReactNode
}

export function PostListItem({
  post,
  connected,
  tone,
  thumbnail,
  hashtags,
  about,
  actions,
}: Props) {
  return (
    <li className="df-social-post">
      {thumbnail}
      <div className="df-social-post__words">
        <p className="df-social-post__text">{post.postText}</p>
        {hashtags}
        <p className="df-entry__meta">
          {about}
          <PostDate post={post} />
        </p>
        <LazyPostDeliveries post={post} connected={connected} />
      </div>
      <div className="df-social-post__side">
        <Badge tone={tone}>
          {post.deletedAt ? 'Deleted' : socialPostStatusLabels[post.status]}
        </Badge>
        {actions}
      </div>
    </li>
  )
}
