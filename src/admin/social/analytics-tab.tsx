import { ButtonLink, TextLink } from '@/admin/form/button'
import { Time } from '@/admin/shell/facts'

import { EmptyState } from '@/admin/list/empty-state'
import { Tabs } from '@/admin/list/tabs'
import { Panel } from '@/admin/shell/panel'
import type { SocialAnalytics, SocialMetricsRow } from '@/modules/social/queries/social-posts'
import { socialPlatformLabels } from '@/modules/social/rules/social-post'

import { NetworkIcon } from './network-icon'
import { analyticsPeriods, socialListHref } from './social-list-params'

const columns = [
  ['impressions', 'Views'],
  ['likes', 'Likes'],
  ['comments', 'Comments'],
  ['shares', 'Shares'],
  ['clicks', 'Clicks'],
] as const satisfies readonly (readonly [keyof SocialMetricsRow, string])[]
const shown = (figure: number | null): string =>
  figure === null ? '—' : figure.toLocaleString('en-US')

const Figures = ({ row }: { row: SocialMetricsRow }) =>
  columns.map(([name, label]) => (
    <td key={name} className="df-number">
      <span className="df-card-only">{label} </span>
      {shown(row[name])}
    </td>
  ))
const Heads = () =>
  columns.map(([name, label]) => (
    <th key={name} scope="col" className="df-number">
      {label}
    </th>
  ))
const short = (text: string): string => (text.length > 70 ? `${text.slice(0, 69)}…` : text)

/** Only what the networks told; a dash is a figure that they do not tell. */
export function AnalyticsTab({
  analytics: { days, networks, posts },
}: {
  analytics: SocialAnalytics
}) {
  return (
    <>
      <Tabs
        label="Span"
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
            title="Nothing to count yet"
            action={<ButtonLink href="/admin/social">Show posts</ButtonLink>}
          >
            Once a post is out, what the networks count for it comes in every hour on its first day,
            and ever more rarely after that.
          </EmptyState>
        </Panel>
      ) : (
        <>
          <Panel title="Networks">
            <table className="df-table df-social-figures">
              <thead>
                <tr>
                  <th scope="col">Network</th>
                  <th scope="col" className="df-number">
                    Posts
                  </th>
                  <Heads />
                </tr>
              </thead>
              <tbody>
                {networks.map((row) => (
                  <tr key={row.platform}>
                    <td>
                      <NetworkIcon platform={row.platform} />
                      {socialPlatformLabels[row.platform]}
                    </td>
                    <td className="df-number">
                      <span className="df-card-only">Posts </span>
                      {row.posts}
                    </td>
                    <Figures row={row} />
                  </tr>
                ))}
              </tbody>
            </table>
            <p className="df-panel__text df-soft">
              As each network counts it, for posts of these days that went out from here. Views are
              what Instagram and X call views or impressions; Facebook tells how many people saw a
              post; LinkedIn tells impressions, for company pages only. A dash: not told, or not
              yet.
            </p>
          </Panel>
          <Panel title="Posts">
            <table className="df-table df-social-figures">
              <thead>
                <tr>
                  <th scope="col">Post</th>
                  <th scope="col">Network</th>
                  <Heads />
                  <th scope="col">Counted</th>
                </tr>
              </thead>
              <tbody>
                {posts.map((row) => (
                  <tr key={`${row.id}-${row.platform}`}>
                    <td>
                      {row.url ? (
                        <TextLink look="plain" href={row.url} newTab rel="noopener noreferrer">
                          {short(row.postText)}
                        </TextLink>
                      ) : (
                        short(row.postText)
                      )}
                      <p className="df-entry__meta">
                        <Time at={row.publishedAt} as="date" />
                      </p>
                    </td>
                    <td>{socialPlatformLabels[row.platform]}</td>
                    <Figures row={row} />
                    <td className="df-soft">
                      {row.countedAt ? <Time at={row.countedAt} /> : 'Not yet'}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Panel>
        </>
      )}
    </>
  )
}
