import { ButtonLink } from '@/admin/form/button'
import { type Column, DataTable } from '@/admin/list/data-table'
import { Tabs } from '@/admin/list/tabs'
import { Panel } from '@/admin/shell/panel'
import { Time } from '@/admin/shell/time'
import type { SocialAnalytics, SocialMetricsRow } from '@/modules/social/queries/social-posts'
import { socialPlatformLabels } from '@/modules/social/rules/social-post'
import { EmptyState } from '@/ui/empty-state'

import { NetworkIcon } from './network-icon'
import { shorten } from './post-form-values'
import { analyticsPeriods, socialListHref } from './social-list-params'

type PostRow = SocialAnalytics['posts'][number]
type NetworkRow = SocialAnalytics['networks'][number]

const metrics = (
  [
    ['impressions', 'Views'],
    ['likes', 'Likes'],
    ['comments', 'Comments'],
    ['shares', 'Shares'],
    ['clicks', 'Clicks'],
  ] as const
).map(([name, head]): Column<SocialMetricsRow> => ({
  head,
  card: head,
  kind: 'number',
  cell: (row) => row[name]?.toLocaleString('en-US') ?? '—',
}))

const networkColumns: Column<NetworkRow>[] = [
  {
    head: 'Network',
    cell: ({ platform }) => (
      <>
        <NetworkIcon platform={platform} />
        {socialPlatformLabels[platform]}
      </>
    ),
  },
  { head: 'Posts', card: 'Posts', kind: 'number', cell: ({ posts }) => posts },
  ...metrics,
]

const postColumns: Column<PostRow>[] = [
  {
    head: 'Post',
    cell: ({ url, postText, publishedAt }) => (
      <>
        {url ? (
          <a className="df-plain-link" href={url} target="_blank" rel="noopener noreferrer">
            {shorten(postText, 70)}
          </a>
        ) : (
          shorten(postText, 70)
        )}
        <p className="df-entry__meta">
          <Time at={publishedAt} as="date" />
        </p>
      </>
    ),
  },
  { head: 'Network', cell: ({ platform }) => socialPlatformLabels[platform] },
  ...metrics,
  {
    head: 'Updated',
    kind: 'soft',
    cell: ({ countedAt }) => (countedAt ? <Time at={countedAt} /> : 'Not yet'),
  },
]

/** Only what the networks report; a dash is a metric that they do not report. */
export function AnalyticsTab({
  analytics: { days, networks, posts },
}: {
  analytics: SocialAnalytics
}) {
  return (
    <>
      <Tabs
        label="Date range"
        current={String(days)}
        tabs={analyticsPeriods.map(([value, label]) => ({
          value,
          label,
          href: socialListHref({ tab: 'analytics', days: Number(value) }),
        }))}
      />
      {posts.length === 0 ? (
        <Panel>
          <EmptyState
            emblem="first-light"
            title="No analytics yet"
            action={<ButtonLink href="/admin/social">Show posts</ButtonLink>}
          >
            Figures arrive hourly on the first day after a post is published, then less often.
          </EmptyState>
        </Panel>
      ) : (
        <>
          <Panel title="Networks">
            <DataTable
              className="df-social-figures"
              rows={networks}
              rowKey={({ platform }) => platform}
              columns={networkColumns}
            />
            <p className="df-panel__text df-soft">
              Figures from each network for posts published here in this period. Views are views or
              impressions on Instagram and X, people reached on Facebook, and impressions on
              LinkedIn company pages. A dash means no data yet.
            </p>
          </Panel>
          <Panel title="Posts">
            <DataTable
              className="df-social-figures"
              rows={posts}
              rowKey={({ id, platform }) => `${id}-${platform}`}
              columns={postColumns}
            />
          </Panel>
        </>
      )}
    </>
  )
}
