import { z } from 'zod'

import type { Column } from '@/admin/list/data-table'
import { dayLabels, ListPanel } from '@/admin/list/list-panel'
import {
  createListParams,
  dayParams,
  listPageSize,
  selectOptions,
  statusFilter,
  statusParam,
} from '@/admin/list/list-params'
import { sortHeads } from '@/admin/list/sort-head'
import type { ScreenContext } from '@/admin/screen'
import { Time } from '@/admin/shell/time'
import { getListPreferences } from '@/modules/accounts/queries/get-list-preferences'
import {
  listSubscribers,
  type SubscriberRow,
  type SubscriberSort,
  subscriberSorts,
} from '@/modules/newsletter/queries/list-subscribers'
import {
  type SubscriberStatus,
  subscriberStatuses,
  subscriberStatusLabels,
} from '@/modules/newsletter/rules/subscription'
import { Badge, type BadgeTone } from '@/ui/badge'
import { EmptyState } from '@/ui/empty-state'

export const subscriberAddress = createListParams(
  '/admin/newsletter',
  statusParam(subscriberStatuses).extend({
    ...dayParams,
    sort: z.enum(subscriberSorts).catch('newest').default('newest'),
  }),
)
type Params = ReturnType<typeof subscriberAddress.parse>
const sortable = sortHeads(subscriberAddress, {
  Subscriber: { ascending: 'email', descending: 'email-z' },
  Since: { ascending: 'oldest', descending: 'newest', first: 'descending' },
})
const sortLabels = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  email: 'Email A to Z',
  'email-z': 'Email Z to A',
} satisfies Record<SubscriberSort, string>
const tones = {
  pending: 'warn',
  subscribed: 'good',
  unsubscribed: 'plain',
  cleaned: 'bad',
} satisfies Record<SubscriberStatus, BadgeTone>

const ConsentRecord = ({ events }: Pick<SubscriberRow, 'events'>) => (
  <details className="df-inbox__record">
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

const columnsFor = (params: Params): Column<SubscriberRow>[] => [
  {
    ...sortable('Subscriber', params),
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
    isOptional: true,
    cell: ({ status }) => <Badge tone={tones[status]}>{subscriberStatusLabels[status]}</Badge>,
  },
  {
    ...sortable('Since', params),
    isOptional: true,
    kind: 'soft',
    card: 'Since',
    cell: ({ createdAt }) => <Time at={createdAt} as="date" />,
  },
]

/** The newsletter's subscribers and their records of consent. Staff can't add or remove anyone here. */
export async function SubscribersTab({
  payload,
  user,
  query,
}: Pick<ScreenContext, 'payload' | 'user' | 'query'>) {
  const params = subscriberAddress.parse(query)
  const [list, views] = await Promise.all([
    listSubscribers(payload, {
      ...params,
      status: statusFilter(params.status),
      limit: listPageSize,
    }),
    getListPreferences(payload, user.id, 'subscribers'),
  ])
  return (
    <ListPanel
      address={subscriberAddress}
      params={params}
      list={list}
      filters={{
        label: 'Subscribers',
        placeholder: 'Email or name',
        selects: {
          status: ['Status', selectOptions('All', subscriberStatuses, subscriberStatusLabels)],
          sort: ['Sort', Object.entries(sortLabels)],
        },
        dates: dayLabels,
      }}
      views={views}
      noResults={{ title: 'No subscribers match' }}
      empty={
        <EmptyState emblem="unfurl" title="No subscribers yet">
          People who sign up on your site show up here and confirm by email.
        </EmptyState>
      }
      table={{ className: 'df-subscribers', rows: list.rows, columns: columnsFor(params) }}
    />
  )
}
