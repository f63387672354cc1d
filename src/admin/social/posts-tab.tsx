import { TextLink } from '@/admin/form/button'
import { LazyPostActions } from '@/admin/lazy-components'
import { dayLabels, ListPanel } from '@/admin/list/list-panel'
import { ageLabels, selectOptions } from '@/admin/list/list-params'
import { WorkerWarning } from '@/admin/list/notices'
import { Thumbnail } from '@/admin/list/thumbnail'
import type { getListPreferences } from '@/modules/accounts/queries/get-list-preferences'
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
import type { BadgeTone } from '@/ui/badge'
import { EmptyState } from '@/ui/empty-state'

import { AutoRefresh } from './auto-refresh'
import { PostListItem } from './post-list'
import {
  socialAddress,
  socialListHref,
  type SocialListParams,
  socialPageSize,
} from './social-list-params'

const tones = {
  draft: 'plain',
  scheduled: 'info',
  sending: 'warn',
  published: 'good',
  failed: 'bad',
} satisfies Record<SocialPostStatus, BadgeTone>

const Post = ({
  post,
  connected,
}: {
  post: SocialPostRecord
  connected: readonly SocialPlatform[]
}) => (
  <PostListItem
    post={post}
    connected={connected}
    tone={post.deletedAt ? 'bad' : tones[post.status]}
    thumbnail={
      post.pictures[0] ? (
        <Thumbnail baseName={post.pictures[0].baseName} alt={post.pictures[0].alt} size={72} />
      ) : null
    }
    hashtags={
      post.hashtags.length > 0 ? (
        <p className="df-entry__meta">{post.hashtags.map((tag) => `#${tag}`).join(' ')}</p>
      ) : null
    }
    about={
      <>
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
      </>
    }
    actions={<LazyPostActions post={post} />}
  />
)

const Empty = ({ isTrash }: { isTrash: boolean }) =>
  isTrash ? (
    <EmptyState emblem="this-too-moves" title="The trash is empty">
      Deleted posts stay here until you restore them.
    </EmptyState>
  ) : (
    <EmptyState emblem="first-light" title="No posts yet">
      Create a post, or share a published article from Content.
    </EmptyState>
  )

const TrashLink = ({ isTrash, count }: { isTrash: boolean; count: number }) => (
  <p className="df-soft">
    {isTrash ? (
      <TextLink look="plain" href="/admin/social">
        Back to posts
      </TextLink>
    ) : count > 0 ? (
      <TextLink look="plain" href={socialListHref({ show: 'trash' })}>
        Trash ({count})
      </TextLink>
    ) : null}
  </p>
)

const selectsFor = (
  { show }: SocialListParams,
  counts: SocialCounts,
): Record<'platform' | 'status' | 'sort', [string, [string, string][]]> => ({
  platform: ['Network', selectOptions('All networks', socialPlatforms, socialPlatformLabels)],
  status: [
    'Status',
    [
      ['', 'All statuses'],
      ...socialPostStatuses.map((status): [string, string] => [
        status,
        `${socialPostStatusLabels[status]}${show ? '' : ` (${counts[status]})`}`,
      ]),
    ],
  ],
  sort: ['Sort', Object.entries(ageLabels)],
})

export function PostsTab({
  list,
  views,
  counts,
  params,
  connected,
}: {
  list: Awaited<ReturnType<typeof listSocialPosts>>
  views: Awaited<ReturnType<typeof getListPreferences>>
  counts: SocialCounts
  params: SocialListParams
  connected: readonly SocialPlatform[]
}) {
  const { search, platform, status, show, from, to, sort, page } = params
  return (
    <>
      <WorkerWarning
        isWaiting={counts.scheduled + counts.sending > 0}
        seenAt={counts.workerSeenAt}
        what="Posts are on hold"
        then="sends what’s due, but asks you first about posts that are hours late"
      />
      {list.rows.some((post) => post.status === 'sending') ? <AutoRefresh /> : null}
      <ListPanel
        address={socialAddress}
        params={{
          ...socialAddress.defaults,
          ...{ search, platform, status, show, from, to, sort, page },
        }}
        list={list}
        limit={socialPageSize}
        filters={{
          label: 'Posts',
          placeholder: 'Text or hashtag',
          keep: { show },
          selects: selectsFor(params, counts),
          dates: dayLabels,
        }}
        isFiltered={Boolean(search || platform || status || from || to)}
        views={views}
        noResults={{ title: 'No results', href: socialListHref({ show }) }}
        empty={<Empty isTrash={show === 'trash'} />}
      >
        <ul className="df-social-posts">
          {list.rows.map((post) => (
            <Post key={post.id} post={post} connected={connected} />
          ))}
        </ul>
      </ListPanel>
      <TrashLink isTrash={show === 'trash'} count={counts.trash} />
    </>
  )
}
