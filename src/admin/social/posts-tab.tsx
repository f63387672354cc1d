import { TextLink } from '@/admin/form/button'

import { Badge, type BadgeTone } from '@/admin/list/badge'
import { EmptyState, NoResults } from '@/admin/list/empty-state'
import { ListFilters } from '@/admin/list/list-filters'
import { Pagination } from '@/admin/list/pagination'
import { Thumbnail } from '@/admin/list/thumbnail'
import { formatDateTime } from '@/admin/shell/format-dates'
import { Panel } from '@/admin/shell/panel'
import type {
  listSocialPosts,
  SocialCounts,
  SocialPostRecord,
} from '@/modules/social/queries/social-posts'
import {
  type SocialPlatform,
  socialPlatformLabels,
  socialPlatforms,
  type SocialPostStatus,
  socialPostStatuses,
  socialPostStatusLabels,
} from '@/modules/social/rules/social-post'

import { AutoRefresh } from './auto-refresh'
import { PostActions } from './post-actions'
import { PostDate } from './post-date'
import { PostDeliveries } from './post-deliveries'
import { socialListHref, type SocialListParams, socialPageSize } from './social-list-params'

const tones = {
  draft: 'plain',
  scheduled: 'info',
  sending: 'warn',
  published: 'good',
  failed: 'bad',
} satisfies Record<SocialPostStatus, BadgeTone>

/** Two rounds may be missed when the shop is busy; a third says that nobody is there. */
const patience = 4 * 60 * 1000
const WorkerWarning = ({
  counts: { scheduled, sending, workerSeenAt },
}: {
  counts: SocialCounts
}) =>
  scheduled + sending === 0 ||
  (workerSeenAt && Date.now() - Date.parse(workerSeenAt) < patience) ? null : (
    <p className="df-note" role="status">
      Posts do not go out at the moment: the shop’s worker{' '}
      {workerSeenAt
        ? `was last heard of on ${formatDateTime(workerSeenAt)}`
        : 'has not been heard of yet'}
      . As soon as it runs again, it sends what is due; what is hours late asks first.
    </p>
  )

const Post = ({
  post,
  connected,
}: {
  post: SocialPostRecord
  connected: readonly SocialPlatform[]
}) => (
  <li className="df-social-post">
    {post.pictures[0] ? (
      <Thumbnail baseName={post.pictures[0].baseName} alt={post.pictures[0].alt} size={72} />
    ) : null}
    <div className="df-social-post__words">
      <p className="df-social-post__text">{post.postText}</p>
      {post.hashtags.length > 0 ? (
        <p className="df-entry__meta">{post.hashtags.map((tag) => `#${tag}`).join(' ')}</p>
      ) : null}
      <p className="df-entry__meta">
        {post.contentId && post.contentTitle ? (
          <>
            About{' '}
            <TextLink look="plain" href={`/admin/social/share/${post.contentId}`}>
              {post.contentTitle}
            </TextLink>{' '}
            ·{' '}
          </>
        ) : null}
        {post.productName ? `With ${post.productName} · ` : null}
        <PostDate post={post} />
      </p>
      <PostDeliveries post={post} connected={connected} />
    </div>
    <div className="df-social-post__side">
      <Badge tone={post.deletedAt ? 'bad' : tones[post.status]}>
        {post.deletedAt ? 'Deleted' : socialPostStatusLabels[post.status]}
      </Badge>
      <PostActions post={post} />
    </div>
  </li>
)

const Nothing = ({ params: { search, platform, status, show } }: { params: SocialListParams }) => {
  if (search || platform || status)
    return (
      <NoResults title="Nothing fits" href={socialListHref({ show })}>
        Try fewer letters of the text or a hashtag.
      </NoResults>
    )
  return show === 'trash' ? (
    <EmptyState emblem="this-too-moves" title="The trash is empty">
      What is deleted waits here and can be brought back.
    </EmptyState>
  ) : (
    <EmptyState emblem="first-light" title="Nothing posted yet">
      Begin with New post, or share a published piece from its row under Content.
    </EmptyState>
  )
}

export function PostsTab({
  list,
  counts,
  params,
  connected,
}: {
  list: Awaited<ReturnType<typeof listSocialPosts>>
  counts: SocialCounts
  params: SocialListParams
  connected: readonly SocialPlatform[]
}) {
  return (
    <>
      <WorkerWarning counts={counts} />
      {list.rows.some(({ status }) => status === 'sending') ? <AutoRefresh /> : null}
      <ListFilters
        key={socialListHref(params)}
        action="/admin/social"
        label="Posts"
        placeholder="Words or a hashtag"
        search={params.search}
        keep={{ show: params.show }}
        selects={[
          {
            name: 'platform',
            label: 'Network',
            value: params.platform,
            usual: '',
            options: [
              ['', 'All networks'],
              ...socialPlatforms.map((one) => [one, socialPlatformLabels[one]] as const),
            ],
          },
          {
            name: 'status',
            label: 'Status',
            value: params.status,
            usual: '',
            options: [
              ['', 'All statuses'],
              ...socialPostStatuses.map(
                (one) =>
                  [
                    one,
                    `${socialPostStatusLabels[one]}${params.show ? '' : ` (${counts[one]})`}`,
                  ] as const,
              ),
            ],
          },
        ]}
      />
      <Panel>
        {list.total > 0 ? (
          <ul className="df-social-posts">
            {list.rows.map((post) => (
              <Post key={post.id} post={post} connected={connected} />
            ))}
          </ul>
        ) : (
          <Nothing params={params} />
        )}
        {list.total > 0 ? (
          <Pagination
            page={list.page}
            pages={list.pages}
            limit={socialPageSize}
            total={list.total}
            href={(page) => socialListHref({ ...params, page })}
          />
        ) : null}
      </Panel>
      <p className="df-soft">
        {params.show ? (
          <TextLink look="plain" href="/admin/social">
            Back to the posts
          </TextLink>
        ) : counts.trash > 0 ? (
          <TextLink look="plain" href={socialListHref({ show: 'trash' })}>
            Trash ({counts.trash})
          </TextLink>
        ) : null}
      </p>
    </>
  )
}
