import { redirect } from 'next/navigation'

import { DeletedItemNotice } from '@/admin/list/deleted-item-notice'
import { EmptyState, NoResults } from '@/admin/list/empty-state'
import { ListFilters } from '@/admin/list/list-filters'
import { Pagination } from '@/admin/list/pagination'
import { StatCard, StatRow } from '@/admin/list/stat-card'
import { Tabs } from '@/admin/list/tabs'
import { defineScreen } from '@/admin/screen'
import { formatDateTime } from '@/admin/shell/format-dates'
import { Panel } from '@/admin/shell/panel'
import { pluralize } from '@/admin/shell/pluralize'
import {
  type ContentMetrics,
  getContentMetrics,
  listAdminContent,
} from '@/modules/content/queries/admin-content'
import {
  contentStatuses,
  contentStatusLabels,
  contentTypeLabels,
  contentTypes,
} from '@/modules/content/rules/content'

import { ContentEditorProvider } from './content-editor-provider'
import {
  contentListHref,
  type ContentListParams,
  contentPageSize,
  parseContentListParams,
} from './content-list-params'
import { ContentTable } from './content-table'

const number = new Intl.NumberFormat('en-US')

const Figures = ({ figures }: { figures: ContentMetrics }) => (
  <div className="df-figures">
    <StatRow>
      <StatCard
        label="Total"
        figure={number.format(figures.total)}
        counted="Every piece, whatever its type or status, without the trash."
      />
      <StatCard
        label="Published"
        figure={number.format(figures.published)}
        counted="What everybody can read in the shop now."
      />
      <StatCard
        label="Drafts"
        figure={number.format(figures.drafts)}
        counted="What only staff can see."
      />
      <StatCard
        label="Scheduled"
        figure={number.format(figures.scheduled)}
        counted="What goes live by itself on its day."
      />
    </StatRow>
  </div>
)

/** Two rounds may be missed when the shop is busy; a third says that nobody is there. */
const patience = 4 * 60 * 1000

/** Said only while something waits for the worker. */
const WorkerWarning = ({ figures: { scheduled, workerSeenAt } }: { figures: ContentMetrics }) =>
  scheduled === 0 || (workerSeenAt && Date.now() - Date.parse(workerSeenAt) < patience) ? null : (
    <p className="df-note" role="status">
      Scheduled pieces do not go live at the moment: the shop’s worker{' '}
      {workerSeenAt
        ? `was last heard of on ${formatDateTime(workerSeenAt)}`
        : 'has not been heard of yet'}
      . As soon as it runs again, it publishes what is due.
    </p>
  )

const Nothing = ({ params: { search, type, status, show } }: { params: ContentListParams }) => {
  if (search || type || status)
    return (
      <NoResults title="Nothing fits" href={show ? '/admin/content?show=trash' : '/admin/content'}>
        Try fewer letters of the title, the excerpt or a tag.
      </NoResults>
    )
  return show === 'trash' ? (
    <EmptyState emblem="this-too-moves" title="The trash is empty">
      What is deleted waits here and can be brought back.
    </EmptyState>
  ) : (
    <EmptyState emblem="first-light" title="Nothing written yet">
      The first piece begins with New content.
    </EmptyState>
  )
}

export const ContentScreen = defineScreen({
  requires: 'content:write',
  show: async ({ payload, query }) => {
    const { edit, ...params } = parseContentListParams(query)
    const [list, figures, named] = await Promise.all([
      listAdminContent(payload, { ...params, limit: contentPageSize }),
      getContentMetrics(payload),
      typeof edit === 'number'
        ? payload.count({ collection: 'content', where: { id: { equals: edit } } })
        : null,
    ])
    const isGone = named?.totalDocs === 0
    if (list.rows.length === 0 && list.total > 0)
      redirect(contentListHref({ ...params, page: list.pages }))
    return {
      title: 'Content',
      lead: `${pluralize(list.total, 'item')}${params.show ? ' in the trash' : params.search || params.type || params.status ? ' found' : ''}.`,
      children: (
        <ContentEditorProvider edit={isGone ? null : edit} around={contentListHref(params)}>
          {isGone ? <DeletedItemNotice trash="/admin/content?show=trash" /> : null}
          <WorkerWarning figures={figures} />
          <Figures figures={figures} />
          <Tabs
            label="Content"
            current={params.show}
            tabs={[
              {
                href: contentListHref({ ...params, show: '', page: 1 }),
                label: 'Content',
                value: '',
                count: figures.total,
              },
              {
                href: contentListHref({ ...params, show: 'trash', page: 1 }),
                label: 'Trash',
                value: 'trash',
                count: figures.inTrash,
              },
            ]}
          />
          <ListFilters
            key={contentListHref(params)}
            action="/admin/content"
            label="Content"
            placeholder="Title, excerpt or tag"
            search={params.search}
            keep={{ show: params.show }}
            selects={[
              {
                name: 'type',
                label: 'Type',
                value: params.type,
                usual: '',
                options: [
                  ['', 'All types'],
                  ...contentTypes.map((type) => [type, contentTypeLabels[type]] as const),
                ],
              },
              {
                name: 'status',
                label: 'Status',
                value: params.status,
                usual: '',
                options: [
                  ['', 'All statuses'],
                  ...contentStatuses.map(
                    (status) => [status, contentStatusLabels[status]] as const,
                  ),
                ],
              },
            ]}
          />
          <Panel>
            {list.total > 0 ? (
              <ContentTable rows={list.rows} />
            ) : (
              <Nothing params={{ ...params, edit: null }} />
            )}
            {list.total > 0 ? (
              <Pagination
                page={list.page}
                pages={list.pages}
                limit={contentPageSize}
                total={list.total}
                href={(page) => contentListHref({ ...params, page })}
              />
            ) : null}
          </Panel>
        </ContentEditorProvider>
      ),
    }
  },
})
