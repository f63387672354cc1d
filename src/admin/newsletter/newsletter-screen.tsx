import { ButtonLink } from '@/admin/form/button'
import { type Column, DataTable } from '@/admin/list/data-table'
import { ListPanel } from '@/admin/list/list-panel'
import {
  createListParams,
  listPageSize,
  selectOptions,
  statusFilter,
  statusParam,
} from '@/admin/list/list-params'
import { defineScreen } from '@/admin/screen'
import { pluralize } from '@/admin/shell/pluralize'
import { Time } from '@/admin/shell/time'
import {
  countSubscribersByStatus,
  listSubscribers,
  type SubscriberRow,
} from '@/modules/newsletter/queries/list-subscribers'
import {
  type SubscriberStatus,
  subscriberStatuses,
  subscriberStatusLabels,
} from '@/modules/newsletter/rules/subscription'
import { Badge, type BadgeTone } from '@/ui/badge'
import { EmptyState } from '@/ui/empty-state'

const address = createListParams('/admin/subscribers', statusParam(subscriberStatuses))
const tones = {
  pending: 'warn',
  subscribed: 'good',
  unsubscribed: 'plain',
  cleaned: 'bad',
} satisfies Record<SubscriberStatus, BadgeTone>

const ConsentRecord = ({ events }: Pick<SubscriberRow, 'events'>) => (
  <details className="df-desk__record">
    <summary>Consent record</summary>
    <ul>
      {events.map((event, index) => (
        <li key={index}>
          <b>{event.action}</b> · <Time at={event.at} />
          {event.form ? ` · form “${event.form}”` : ''}
          {event.network ? ` · from ${event.network}` : ''}
          {event.wording ? <q>{event.wording}</q> : null}
        </li>
      ))}
    </ul>
  </details>
)

const columns: Column<SubscriberRow>[] = [
  {
    head: 'Subscriber',
    cell: ({ email, firstName, lastName, events }) => (
      <>
        <b>{email}</b>
        <p className="df-entry__meta">{[firstName, lastName].filter(Boolean).join(' ')}</p>
        <ConsentRecord events={events} />
      </>
    ),
  },
  {
    head: 'Status',
    cell: ({ status }) => <Badge tone={tones[status]}>{subscriberStatusLabels[status]}</Badge>,
  },
  {
    head: 'Since',
    kind: 'soft',
    card: 'Since',
    cell: ({ createdAt }) => <Time at={createdAt} as="date" />,
  },
]

/** The newsletter's subscribers and their records of consent. Nobody is added or removed by hand here. */
export const SubscribersScreen = defineScreen({
  requires: 'subscribers:read',
  show: async ({ payload, query }) => {
    const params = address.parse(query)
    const status = statusFilter(params.status)
    const [list, counts] = await Promise.all([
      listSubscribers(payload, { ...params, status, limit: listPageSize }),
      countSubscribersByStatus(payload),
    ])
    const exportQuery = address.query({ ...params, status })
    return {
      title: 'Subscribers',
      lead: `${pluralize(counts.subscribed, 'active subscriber')}, ${counts.pending} waiting for confirmation, ${counts.unsubscribed} unsubscribed.`,
      actions:
        list.total > 0 ? (
          <ButtonLink
            href={`/api/admin/subscribers/export?${exportQuery.toString()}`}
            native
            download
          >
            Export CSV
          </ButtonLink>
        ) : undefined,
      children: (
        <ListPanel
          address={address}
          params={params}
          list={list}
          filters={{
            label: 'Subscribers',
            placeholder: 'Email or name',
            selects: {
              status: ['Status', selectOptions('All', subscriberStatuses, subscriberStatusLabels)],
            },
          }}
          noResults={{
            title: 'No subscribers match',
            text: params.search ? 'Try a shorter search.' : 'Nothing here right now.',
          }}
          empty={
            <EmptyState emblem="unfurl" title="No subscribers yet">
              People who sign up on your site show up here and confirm by email.
            </EmptyState>
          }
        >
          <DataTable className="df-subscribers" rows={list.rows} columns={columns} />
        </ListPanel>
      ),
    }
  },
})
