import { redirect } from 'next/navigation'
import { contentStatuses, contentStatusLabels, contentTypeLabels, contentTypes } from '../../domain/content'
import { type ContentFigures, getContentFigures, listAdminContent } from '../../queries/admin-content'
import { counted } from '../parts/counted'
import { formatMoment } from '../parts/dates'
import { Empty } from '../parts/empty'
import { Filters } from '../parts/filters'
import { GoneNote } from '../parts/gone-note'
import { NoneFound } from '../parts/none-found'
import { Pagination } from '../parts/pagination'
import { Panel } from '../parts/panel'
import { StatCard, StatRow } from '../parts/stat-card'
import { Tabs } from '../parts/tabs'
import { screen } from '../screen'
import { ContentDesk } from './content-desk'
import { contentListHref, type ContentParams, contentPerPage, parseContentParams } from './content-params'
import { ContentTable } from './content-table'

const number = new Intl.NumberFormat('en-US')

const Figures = ({ figures }: { figures: ContentFigures }) => (
  <div className="df-figures"><StatRow>
    <StatCard label="Total" figure={number.format(figures.total)} counted="Every piece, whatever its type or status, without the trash." />
    <StatCard label="Published" figure={number.format(figures.published)} counted="What everybody can read in the shop now." />
    <StatCard label="Drafts" figure={number.format(figures.drafts)} counted="What only staff can see." />
    <StatCard label="Scheduled" figure={number.format(figures.scheduled)} counted="What goes live by itself on its day." />
  </StatRow></div>
)

/** Two rounds may be missed when the shop is busy; a third says that nobody is there. */
const patience = 4 * 60 * 1000

/** Said only while something waits for the worker. */
const WorkerWarning = ({ figures: { scheduled, workerSeenAt } }: { figures: ContentFigures }) =>
  scheduled === 0 || (workerSeenAt && Date.now() - Date.parse(workerSeenAt) < patience) ? null : (
    <p className="df-note" role="status">
      Scheduled pieces do not go live at the moment: the shop’s worker {workerSeenAt ? `was last heard of on ${formatMoment(workerSeenAt)}` : 'has not been heard of yet'}. As soon as it runs again, it publishes what is due.
    </p>
  )

const Nothing = ({ params: { search, type, status, show } }: { params: ContentParams }) => {
  if (search || type || status)
    return <NoneFound title="Nothing fits" href={show ? '/admin/content?show=trash' : '/admin/content'}>Try fewer letters of the title, the excerpt or a tag.</NoneFound>
  return show === 'trash' ? <Empty emblem="this-too-moves" title="The trash is empty">What is deleted waits here and can be brought back.</Empty> : <Empty emblem="first-light" title="Nothing written yet">The first piece begins with New content.</Empty>
}

export const ContentScreen = screen({
  requires: 'content:write',
  show: async ({ payload, query }) => {
    const { edit, ...params } = parseContentParams(query)
    const [list, figures, named] = await Promise.all([
      listAdminContent(payload, { ...params, limit: contentPerPage }), getContentFigures(payload), typeof edit === 'number' ? payload.count({ collection: 'content', where: { id: { equals: edit } } }) : null,
    ])
    const isGone = named?.totalDocs === 0
    if (list.rows.length === 0 && list.total > 0) redirect(contentListHref({ ...params, page: list.pages }))
    return {
      title: 'Content',
      lead: `${counted(list.total, 'item')}${params.show ? ' in the trash' : params.search || params.type || params.status ? ' found' : ''}.`,
      children: (
        <ContentDesk edit={isGone ? null : edit} around={contentListHref(params)}>
          {isGone ? <GoneNote trash="/admin/content?show=trash" /> : null}
          <WorkerWarning figures={figures} />
          <Figures figures={figures} />
          <Tabs
            label="Content" current={params.show}
            tabs={[{ href: contentListHref({ ...params, show: '', page: 1 }), label: 'Content', value: '', count: figures.total }, { href: contentListHref({ ...params, show: 'trash', page: 1 }), label: 'Trash', value: 'trash', count: figures.inTrash }]}
          />
          <Filters
            key={contentListHref(params)} action="/admin/content" label="Content" placeholder="Title, excerpt or tag" search={params.search} keep={{ show: params.show }}
            selects={[
              { name: 'type', label: 'Type', value: params.type, usual: '', options: [['', 'All types'], ...contentTypes.map((type) => [type, contentTypeLabels[type]] as const)] },
              { name: 'status', label: 'Status', value: params.status, usual: '', options: [['', 'All statuses'], ...contentStatuses.map((status) => [status, contentStatusLabels[status]] as const)] },
            ]}
          />
          <Panel>
            {list.total > 0 ? <ContentTable rows={list.rows} /> : <Nothing params={{ ...params, edit: null }} />}
            {list.total > 0 ? <Pagination page={list.page} pages={list.pages} limit={contentPerPage} total={list.total} href={(page) => contentListHref({ ...params, page })} /> : null}
          </Panel>
        </ContentDesk>
      ),
    }
  },
})
