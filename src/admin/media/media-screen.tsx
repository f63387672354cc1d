import { Link } from '@payloadcms/ui'
import { LayoutGrid, List } from 'lucide-react'
import { redirect } from 'next/navigation'

import { TextLink } from '@/admin/form/button'
import { LazyMediaLibrary } from '@/admin/lazy-components'
import { dayLabels, ListPages, ListTools } from '@/admin/list/list-panel'
import { ListViews, ListViewsBelow } from '@/admin/list/list-views'
import { NoResults } from '@/admin/list/no-results'
import { StatCard, StatRow } from '@/admin/list/stat-card'
import { defineScreen } from '@/admin/screen'
import { formatDate } from '@/admin/shell/format-dates'
import { Panel } from '@/admin/shell/panel'
import { getListPreferences } from '@/modules/accounts/queries/get-list-preferences'
import { getMediaMetrics, listMedia, type MediaMetrics } from '@/modules/media/queries/list-media'
import { fileTypeLabels, fileTypes, formatFileSize } from '@/modules/media/rules/media-files'
import { pluralize } from '@/platform/pluralize'
import { EmptyState } from '@/ui/empty-state'

import {
  mediaAddress,
  type MediaListParams,
  type MediaListState,
  mediaPageSize,
} from './media-params'

const number = new Intl.NumberFormat('en-US')

const Metrics = ({ metrics }: { metrics: MediaMetrics }) => (
  <div className="df-figures">
    <StatRow>
      <StatCard
        label="Total files"
        figure={number.format(metrics.total)}
        counted="All files except the trash."
      />
      <StatCard
        label="Images"
        figure={number.format(metrics.images)}
        note={
          metrics.withoutAlt > 0 ? (
            <TextLink href="/admin/media?show=without-alt">
              {metrics.withoutAlt} without alt text
            </TextLink>
          ) : undefined
        }
        counted="Each image counts once, regardless of its sizes."
      />
      <StatCard
        label="Videos"
        figure={number.format(metrics.videos)}
        counted="Videos in the library, not including the trash."
      />
      <StatCard
        label="Documents"
        figure={number.format(metrics.documents)}
        note={metrics.audio > 0 ? `and ${pluralize(metrics.audio, 'audio file')}` : undefined}
        counted="PDF and Word files. Audio files are counted separately."
      />
      <StatCard
        label="Storage used"
        figure={formatFileSize(metrics.bytes)}
        note={
          metrics.inTrash > 0 ? (
            <TextLink href="/admin/media?show=trash">{metrics.inTrash} in the trash</TextLink>
          ) : undefined
        }
        counted="Total size of all files, including the trash. Images count at their largest size only."
      />
    </StatRow>
  </div>
)

const Toggle = ({ params }: { params: MediaListParams }) => (
  <nav aria-label="Layout" className="df-media-toggle">
    {(
      [
        ['grid', 'Grid', LayoutGrid],
        ['list', 'List', List],
      ] as const
    ).map(([view, label, Icon]) => (
      <Link
        key={view}
        href={mediaAddress.href({ ...params, view })}
        prefetch={false}
        aria-label={label}
        aria-current={params.view === view ? 'true' : undefined}
      >
        <Icon aria-hidden size={19} strokeWidth={1.6} />
      </Link>
    ))}
  </nav>
)

const Nothing = ({ params: { search, type, show, from, to } }: { params: MediaListParams }) => {
  const isSearch = Boolean(search || type || from || to)
  if (show === 'trash' && !isSearch)
    return (
      <EmptyState emblem="this-too-moves" title="The trash is empty">
        Deleted files stay here for 30 days. You can restore them until then.
      </EmptyState>
    )
  if (show === 'without-alt' && !isSearch)
    return (
      <EmptyState emblem="first-light" title="All images have alt text">
        Thanks! People who use screen readers can follow along.
      </EmptyState>
    )
  return isSearch || show ? (
    <NoResults title="No files match" href="/admin/media">
      Try a shorter search.
    </NoResults>
  ) : (
    <EmptyState emblem="first-light" title="No files yet">
      Drop files anywhere on this page, or select Upload.
    </EmptyState>
  )
}

const optionalColumns = ['Type', 'Size', 'Used', 'Added']
const sortLabels = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name A to Z',
  'name-z': 'Name Z to A',
  'size-high': 'Largest first',
  'size-low': 'Smallest first',
} satisfies Record<MediaListParams['sort'], string>

const sortHrefs = (params: MediaListParams): MediaListState['sortHrefs'] => {
  const href = (sort: MediaListParams['sort']): string => mediaAddress.inOrder(params, sort)
  return {
    newest: href('newest'),
    oldest: href('oldest'),
    name: href('name'),
    'name-z': href('name-z'),
    'size-high': href('size-high'),
    'size-low': href('size-low'),
  }
}

const Tools = ({ params }: { params: MediaListParams }) => (
  <div className="df-media-tools">
    <ListTools
      address={mediaAddress}
      params={params}
      label="Media"
      placeholder="Name, alt text, or caption"
      keep={{ view: params.view === 'grid' ? '' : params.view }}
      selects={{
        type: [
          'File type',
          [
            ['', 'All types'],
            ...fileTypes.map((type): [string, string] => [
              type,
              `${fileTypeLabels[type]}${type === 'audio' ? '' : 's'}`,
            ]),
          ],
        ],
        show: [
          'Show',
          [
            ['', 'In the library'],
            ['without-alt', 'Without alt text'],
            ['trash', 'Trash'],
          ],
        ],
        sort: ['Sort', Object.entries(sortLabels)],
      }}
      dates={dayLabels}
    />
    <Toggle params={params} />
  </div>
)

export const MediaScreen = defineScreen({
  requires: 'media:write',
  show: async ({ payload, user, query }) => {
    const params = mediaAddress.parse(query)
    const [list, metrics, views, { mediaMaxMegabytes }] = await Promise.all([
      listMedia(payload, { ...params, limit: mediaPageSize }),
      getMediaMetrics(payload),
      getListPreferences(payload, user.id, 'media'),
      payload.findGlobal({ slug: 'shop-settings', depth: 0, select: { mediaMaxMegabytes: true } }),
    ])
    if (list.rows.length === 0 && list.total > 0)
      redirect(mediaAddress.href({ ...params, page: list.pages }))
    const count = pluralize(list.total, 'file')
    const shownViews = {
      ...views,
      query: mediaAddress.query(params).toString(),
      columns: params.view === 'list' ? optionalColumns : undefined,
    }
    return {
      title: 'Media library',
      lead:
        params.show === 'trash'
          ? `${count} in the trash. Files are permanently deleted after 30 days.`
          : `${count}${mediaAddress.query({ ...params, view: 'grid', sort: 'newest' }).size > 0 ? ' found' : ''}.`,
      children: (
        <>
          <Metrics metrics={metrics} />
          <ListViews {...shownViews} />
          <Tools params={params} />
          <LazyMediaLibrary
            files={list.rows.map((file) => ({ ...file, added: formatDate(file.createdAt) }))}
            state={{
              params,
              sortHrefs: sortHrefs(params),
              hiddenColumns: views.preferences.hidden,
            }}
            maxMegabytes={mediaMaxMegabytes}
            isUploading={query.upload === '1'}
          >
            {list.total === 0 ? <Nothing params={params} /> : null}
          </LazyMediaLibrary>
          {list.total > 0 ? (
            <Panel>
              <ListPages
                list={list}
                limit={mediaPageSize}
                href={(page) => mediaAddress.href({ ...params, page })}
              />
            </Panel>
          ) : null}
          <ListViewsBelow {...shownViews} />
        </>
      ),
    }
  },
})
