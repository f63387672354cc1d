import { redirect } from 'next/navigation'

import { Badge, type BadgeTone } from '@/admin/list/badge'
import { EmptyState, NoResults } from '@/admin/list/empty-state'
import { ListFilters } from '@/admin/list/list-filters'
import { createListParams, listPageSize } from '@/admin/list/list-params'
import { Pagination } from '@/admin/list/pagination'
import { defineScreen } from '@/admin/screen'
import { formatDate, formatDateTime } from '@/admin/shell/format-dates'
import { Panel } from '@/admin/shell/panel'
import { pluralize } from '@/admin/shell/pluralize'
import {
  type SubscriberStatus,
  subscriberStatuses,
  subscriberStatusLabels,
} from '@/modules/newsletter/rules/subscription'
import {
  countSubscribersByStatus,
  listSubscribers,
  type SubscriberRow,
} from '@/modules/newsletter/queries/list-subscribers'

const desk = createListParams('/admin/subscribers', subscriberStatuses)
const tones = {
  pending: 'warn',
  subscribed: 'good',
  unsubscribed: 'plain',
  cleaned: 'bad',
} satisfies Record<SubscriberStatus, BadgeTone>

const ConsentRecord = ({ events }: Pick<SubscriberRow, 'events'>) => (
  <details className="df-desk__record">
    <summary>Record of consent</summary>
    <ul>
      {events.map((event, index) => (
        <li key={index}>
          <b>{event.action}</b> · <time dateTime={event.at}>{formatDateTime(event.at)}</time>
          {event.form ? ` · form “${event.form}”` : ''}
          {event.network ? ` · from ${event.network}` : ''}
          {event.wording ? <q>{event.wording}</q> : null}
        </li>
      ))}
    </ul>
  </details>
)

const Row = ({ subscriber }: { subscriber: SubscriberRow }) => (
  <tr>
    <td>
      <b>{subscriber.email}</b>
      <p className="df-entry__meta">
        {[subscriber.firstName, subscriber.lastName].filter(Boolean).join(' ')}
      </p>
      <ConsentRecord events={subscriber.events} />
    </td>
    <td>
      <Badge tone={tones[subscriber.status]}>{subscriberStatusLabels[subscriber.status]}</Badge>
    </td>
    <td className="df-soft">
      <span className="df-card-only">Since </span>
      <time dateTime={subscriber.createdAt}>{formatDate(subscriber.createdAt)}</time>
    </td>
  </tr>
)

/** Who gets the letter, and how we know that they want it. Nobody is added or taken off by hand here. */
export const SubscribersScreen = defineScreen({
  requires: 'subscribers:read',
  show: async ({ payload, query }) => {
    const asked = desk.parse(query)
    const [list, counts] = await Promise.all([
      listSubscribers(payload, { ...asked, status: desk.statusOf(asked), limit: listPageSize }),
      countSubscribersByStatus(payload),
    ])
    if (list.rows.length === 0 && list.total > 0)
      redirect(desk.href({ ...asked, page: list.pages }))
    return {
      title: 'Subscribers',
      lead: `${pluralize(counts.subscribed, 'person gets', 'people get')} the letter, ${counts.pending} ${counts.pending === 1 ? 'has' : 'have'} not confirmed yet, ${counts.unsubscribed} left.`,
      actions:
        list.total > 0 ? (
          <a
            className="df-button df-button--line"
            href={`/api/admin/subscribers/export?${new URLSearchParams({ ...(asked.status && asked.status !== 'all' ? { status: asked.status } : {}), ...(asked.search ? { search: asked.search } : {}) }).toString()}`}
            download
          >
            Export CSV
          </a>
        ) : undefined,
      children: (
        <>
          <ListFilters
            key={desk.href(asked)}
            action="/admin/subscribers"
            label="Subscribers"
            placeholder="Email or name"
            search={asked.search}
            selects={[
              {
                name: 'status',
                label: 'Status',
                value: asked.status,
                usual: '',
                options: [
                  ['', 'All'],
                  ...subscriberStatuses.map(
                    (status) => [status, subscriberStatusLabels[status]] as const,
                  ),
                ],
              },
            ]}
          />
          <Panel>
            {list.rows.length > 0 ? (
              <table className="df-table df-subscribers">
                <thead>
                  <tr>
                    <th scope="col">Subscriber</th>
                    <th scope="col">Status</th>
                    <th scope="col">Since</th>
                  </tr>
                </thead>
                <tbody>
                  {list.rows.map((subscriber) => (
                    <Row key={subscriber.id} subscriber={subscriber} />
                  ))}
                </tbody>
              </table>
            ) : asked.search || asked.status !== '' ? (
              <NoResults title="Nobody fits" href="/admin/subscribers">
                {asked.search
                  ? 'Try fewer letters of the address or the name.'
                  : 'Nothing stands here at the moment.'}
              </NoResults>
            ) : (
              <EmptyState emblem="unfurl" title="Nobody here">
                People come by the forms of the shop, and confirm by a mail.
              </EmptyState>
            )}
            {list.total > 0 ? (
              <Pagination
                page={list.page}
                pages={list.pages}
                limit={listPageSize}
                total={list.total}
                href={(page) => desk.href({ ...asked, page })}
              />
            ) : null}
          </Panel>
        </>
      ),
    }
  },
})
