import { Plus } from 'lucide-react'
import { redirect } from 'next/navigation'
import { z } from 'zod'

import { ButtonLink, TextLink } from '@/admin/form/button'
import { LazyBulkContentActions } from '@/admin/lazy-components'
import { type Column, DataTable } from '@/admin/list/data-table'
import { dayLabels, ListPanel } from '@/admin/list/list-panel'
import {
  choiceParam,
  createListParams,
  dayParams,
  editParam,
  listPageSize,
  selectOptions,
} from '@/admin/list/list-params'
import { DeletedItemNotice, WorkerWarning } from '@/admin/list/notices'
import { SelectAllBox, SelectionProvider, SelectRowBox } from '@/admin/list/selection'
import { sortHeads } from '@/admin/list/sort-head'
import { StatCard, StatRow } from '@/admin/list/stat-card'
import { Tabs } from '@/admin/list/tabs'
import { Thumbnail } from '@/admin/list/thumbnail'
import { defineScreen } from '@/admin/screen'
import { Time } from '@/admin/shell/time'
import { getListPreferences } from '@/modules/accounts/queries/get-list-preferences'
import {
  type ContentMetrics,
  type ContentRow,
  getContentMetrics,
  listAdminContent,
} from '@/modules/content/queries/admin-content'
import {
  type ContentStatus,
  contentStatuses,
  contentStatusLabels,
  contentTypeLabels,
  contentTypes,
} from '@/modules/content/rules/content'
import { adminContentSorts, contentListFilters } from '@/modules/content/schemas'
import { env } from '@/platform/env'
import { pluralize } from '@/platform/pluralize'
import { Badge, type BadgeTone } from '@/ui/badge'
import { EmptyState } from '@/ui/empty-state'

import { ContentActions } from './content-actions'

const address = createListParams(
  '/admin/content',
  z.object({
    type: choiceParam(contentTypes),
    status: choiceParam(contentStatuses),
    show: z.enum(contentListFilters).catch(''),
    ...dayParams,
    sort: z.enum(adminContentSorts).catch('newest'),
    edit: editParam,
  }),
)
const newHref = '/admin/content/new'
type Params = ReturnType<typeof address.parse>
const number = new Intl.NumberFormat('en-US')
const tones = { draft: 'plain', published: 'good', scheduled: 'info' } satisfies Record<
  ContentStatus,
  BadgeTone
>

const metricCards = [
  ['total', 'Total', 'Everything except the trash.'],
  ['published', 'Published', 'Visible in the shop.'],
  ['drafts', 'Drafts', 'Visible to staff only.'],
  ['scheduled', 'Scheduled', 'Goes live automatically on its scheduled date.'],
] as const

const Metrics = ({ metrics }: { metrics: ContentMetrics }) => (
  <div className="df-figures">
    <StatRow>
      {metricCards.map(([name, label, explanation]) => (
        <StatCard
          key={name}
          label={label}
          figure={number.format(metrics[name])}
          counted={explanation}
        />
      ))}
    </StatRow>
  </div>
)

/** When publishing counts as failed; the list of tasks says what to do. */
const lateMs = 15 * 60_000

const RowDate = ({ status, publishedAt, scheduledFor, updatedAt, deletedAt }: ContentRow) => {
  if (deletedAt)
    return (
      <>
        Deleted <Time at={deletedAt} as="date" />
      </>
    )
  if (status === 'scheduled' && scheduledFor)
    return (
      <>
        {Date.parse(scheduledFor) < Date.now() - lateMs ? 'Overdue since' : 'Goes live'}{' '}
        <Time at={scheduledFor} />
      </>
    )
  if (status === 'published' && publishedAt) return <Time at={publishedAt} as="date" />
  return (
    <>
      Edited <Time at={updatedAt} as="date" />
    </>
  )
}

const sortLabels = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  title: 'Title A to Z',
  'title-z': 'Title Z to A',
  'views-high': 'Most views',
  'views-low': 'Fewest views',
} satisfies Record<Params['sort'], string>
const optionalColumns = ['Type', 'Status', 'Views', 'Date']
const sortable = sortHeads(address, {
  Title: { ascending: 'title', descending: 'title-z' },
  Views: { ascending: 'views-low', descending: 'views-high', first: 'descending' },
  Date: { ascending: 'oldest', descending: 'newest', first: 'descending' },
})

const kindColumns: Column<ContentRow>[] = [
  {
    head: 'Type',
    isOptional: true,
    cell: ({ contentType }) => <Badge tone="way">{contentTypeLabels[contentType]}</Badge>,
  },
  {
    head: 'Status',
    isOptional: true,
    cell: ({ deletedAt, status }) => (
      <Badge tone={deletedAt ? 'bad' : tones[status]}>
        {deletedAt ? 'Deleted' : contentStatusLabels[status]}
      </Badge>
    ),
  },
]

const columnsFor = (params: Params): Column<ContentRow>[] => [
  {
    head: 'Select',
    headCell: <SelectAllBox />,
    className: 'df-content__pick',
    cell: ({ id, title }) => <SelectRowBox id={id} label={title} />,
  },
  {
    ...sortable('Title', params),
    className: 'df-content__name',
    cell: ({ id, title, baseName, deletedAt }) => (
      <div className="df-with-thumb">
        <Thumbnail baseName={baseName} />
        {deletedAt ? (
          <span className="df-content__title">{title}</span>
        ) : (
          <span className="df-content__title">
            <TextLink href={`/admin/content/${id}`}>{title}</TextLink>
          </span>
        )}
      </div>
    ),
  },
  ...kindColumns,
  {
    ...sortable('Views', params),
    isOptional: true,
    kind: 'number',
    cell: ({ viewCount }) => (
      <>
        {number.format(viewCount)}
        <span className="df-card-only"> {viewCount === 1 ? 'view' : 'views'}</span>
      </>
    ),
  },
  {
    ...sortable('Date', params),
    isOptional: true,
    kind: 'soft',
    className: 'df-content__date',
    cell: (row) => <RowDate {...row} />,
  },
  {
    head: 'Actions',
    kind: 'actions',
    cell: ({ id, title, slug, status, deletedAt }) => (
      <ContentActions
        id={id}
        title={title}
        slug={slug}
        isPublished={status === 'published'}
        isDeleted={deletedAt !== null}
      />
    ),
  },
]

const Empty = ({ isTrash }: { isTrash: boolean }) =>
  isTrash ? (
    <EmptyState emblem="this-too-moves" title="The trash is empty">
      Deleted articles stay here until you restore them.
    </EmptyState>
  ) : (
    <EmptyState emblem="first-light" title="No content yet">
      Create your first article to get started.
    </EmptyState>
  )

const tabs = [
  ['', 'Content', 'total'],
  ['trash', 'Trash', 'inTrash'],
] as const

const ContentTabs = ({ params, metrics }: { params: Params; metrics: ContentMetrics }) => (
  <Tabs
    label="Content"
    current={params.show}
    tabs={tabs.map(([value, label, metric]) => ({
      href: address.href({ ...params, show: value, page: 1 }),
      label,
      value,
      count: metrics[metric],
    }))}
  />
)

const selects: Record<'type' | 'status' | 'sort', [string, [string, string][]]> = {
  type: ['Type', selectOptions('All types', contentTypes, contentTypeLabels)],
  status: ['Status', selectOptions('All statuses', contentStatuses, contentStatusLabels)],
  sort: ['Sort', Object.entries(sortLabels)],
}

const newContent = (
  <ButtonLink variant="solid" icon={Plus} href={newHref} data-new={newHref}>
    New content
  </ButtonLink>
)

const ContentTable = ({
  rows,
  params,
  hidden,
}: {
  rows: ContentRow[]
  params: Params
  hidden: readonly string[]
}) => (
  <SelectionProvider ids={rows.map(({ id }) => id)}>
    <DataTable className="df-content" rows={rows} columns={columnsFor(params)} hidden={hidden} />
    <LazyBulkContentActions isTrash={params.show === 'trash'} timeZone={env.SHOP_TIME_ZONE} />
  </SelectionProvider>
)

export const ContentScreen = defineScreen({
  requires: 'content:write',
  show: async ({ payload, user, query }) => {
    const { edit, ...filters } = address.parse(query)
    const params = { ...filters, edit: null }
    const { show } = params
    if (edit === 'new') redirect(newHref)
    const [list, metrics, views, edited] = await Promise.all([
      listAdminContent(payload, { ...params, limit: listPageSize }),
      getContentMetrics(payload),
      getListPreferences(payload, user.id, 'content'),
      edit === null
        ? null
        : payload.count({ collection: 'content', where: { id: { equals: edit } } }),
    ])
    const isDeleted = edited?.totalDocs === 0
    if (edit !== null && !isDeleted) redirect(`/admin/content/${edit}`)
    const isFiltered = Boolean(
      params.search || params.type || params.status || params.from || params.to,
    )
    return {
      title: 'Content',
      lead: `${pluralize(list.total, 'item')}${show ? ' in the trash' : isFiltered ? ' found' : ''}.`,
      actions: newContent,
      children: (
        <>
          {isDeleted ? <DeletedItemNotice trash="/admin/content?show=trash" /> : null}
          <WorkerWarning
            isWaiting={metrics.scheduled > 0}
            seenAt={metrics.workerSeenAt}
            what="Scheduled content is on hold"
            then="publishes anything overdue"
          />
          <Metrics metrics={metrics} />
          <ContentTabs params={params} metrics={metrics} />
          <ListPanel
            address={address}
            params={params}
            list={list}
            filters={{
              label: 'Content',
              placeholder: 'Title, excerpt, or tag',
              keep: { show },
              selects,
              dates: dayLabels,
            }}
            isFiltered={isFiltered}
            views={{ ...views, columns: optionalColumns }}
            noResults={{ title: 'No results', href: address.href({ show }) }}
            empty={<Empty isTrash={show === 'trash'} />}
          >
            <ContentTable rows={list.rows} params={params} hidden={views.preferences.hidden} />
          </ListPanel>
        </>
      ),
    }
  },
})
