import type { Payload } from 'payload'
import { z } from 'zod'

import { TextLink } from '@/admin/form/button'
import { LazyCreateDataRequest, LazyDataRequestActions } from '@/admin/lazy-components'
import { Entries, InboxEntry, Meta } from '@/admin/list/entries'
import { dayLabels, ListPanel } from '@/admin/list/list-panel'
import {
  ageLabels,
  createListParams,
  dayParams,
  listPageSize,
  statusFilter,
  statusParam,
} from '@/admin/list/list-params'
import { Tabs } from '@/admin/list/tabs'
import { defineScreen } from '@/admin/screen'
import { formatDate } from '@/admin/shell/format-dates'
import { getListPreferences } from '@/modules/accounts/queries/get-list-preferences'
import { getDataRequestWait } from '@/modules/privacy/queries/get-data-request'
import {
  type DataRequestRow,
  type DataRequestSort,
  dataRequestSorts,
  listDataRequests,
} from '@/modules/privacy/queries/list-data-requests'
import {
  type DataRequestStatus,
  dataRequestStatuses,
  dataRequestStatusLabels,
  isOpenDataRequest,
  maxReceivedDaysAgo,
  waitingReasons,
} from '@/modules/privacy/rules/data-request'
import { env } from '@/platform/env'
import { addDays, toZonedDateTime } from '@/platform/time-zones'
import { Badge, type BadgeTone } from '@/ui/badge'
import { EmptyState } from '@/ui/empty-state'

const address = createListParams(
  '/admin/data-requests',
  statusParam(dataRequestStatuses).extend({
    ...dayParams,
    sort: z.enum(dataRequestSorts).catch('open').default('open'),
  }),
)
const sortLabels = { open: 'Open first', ...ageLabels } satisfies Record<DataRequestSort, string>
const tones = {
  received: 'warn',
  verified: 'info',
  waiting: 'sun',
  completed: 'good',
  withdrawn: 'plain',
  refused: 'plain',
} satisfies Record<DataRequestStatus, BadgeTone>
const sources: Record<string, string> = {
  account: 'From the account page',
  form: 'From the web form',
  facebook: 'From Facebook',
  mail: 'By email',
}

const blockedBy = {
  order: 'Waiting for this order to be complete:',
  return: 'Waiting for the return of this order:',
  payment: 'Waiting for a payment, refund, or dispute on this order:',
} as const

const isPast = (iso: string | null): boolean => iso !== null && Date.parse(iso) < Date.now()

/** What has to happen next, and until when. */
const nextStep = (request: DataRequestRow): string => {
  const day = (iso: string | null): string => formatDate(iso ?? request.receivedAt)
  switch (request.status) {
    case 'received':
      return `Waiting for the person to confirm by email, until ${formatDate(request.verifyBy)}.`
    case 'verified':
      return `Deletes automatically after ${day(request.eraseAfter)}; due by ${day(request.completeBy)}. The person can cancel until then.`
    case 'waiting':
      return `This data can’t be deleted yet. It will be deleted automatically once nothing is open. ${isPast(request.completeBy) ? 'Overdue: it was due' : 'Due'} by ${day(request.completeBy)}.`
    case 'completed':
      return `Deleted on ${day(request.completedAt)}.`
    case 'withdrawn':
      return 'Canceled by the person.'
    case 'refused':
      return 'Identity couldn’t be verified.'
  }
}

/** What blocks a request that waits, and what its person reads about that. */
const WaitsFor = async ({ payload, id }: { payload: Payload; id: number }) => {
  const wait = await getDataRequestWait(payload, id)
  if (!wait) return null
  return (
    <>
      {wait.orders.map(({ id: orderId, orderNumber, reason }) => (
        <p key={orderId}>
          {blockedBy[reason]}{' '}
          <TextLink
            href={
              reason === 'return'
                ? `/admin/returns?status=all&search=${orderNumber}`
                : `/admin/orders/${orderId}`
            }
          >
            {orderNumber}
          </TextLink>
        </p>
      ))}
      <Meta>Shown to the person: {waitingReasons[wait.reason]}</Meta>
    </>
  )
}

const Request = ({ payload, request }: { payload: Payload; request: DataRequestRow }) => (
  <InboxEntry
    title={
      <>
        {request.fullName || request.email || `Request ${request.code.slice(0, 8)}`}{' '}
        <Badge tone={tones[request.status]}>{dataRequestStatusLabels[request.status]}</Badge>
      </>
    }
    meta={[
      sources[request.source] ?? request.source,
      `received ${formatDate(request.receivedAt)}`,
      request.email,
      request.otherEmails,
    ]
      .filter(Boolean)
      .join(' · ')}
    actions={
      <LazyDataRequestActions
        request={{ id: request.id, updatedAt: request.updatedAt, note: request.note ?? '' }}
        mayNote={isOpenDataRequest(request.status)}
        mayRefuse={request.status === 'received'}
        statusHref={`/data-deletion/status?code=${request.code}`}
      />
    }
  >
    <p className="df-inbox__body">{nextStep(request)}</p>
    {request.status === 'waiting' ? <WaitsFor payload={payload} id={request.id} /> : null}
    <Meta>{request.reason ? `Reason: ${request.reason}` : null}</Meta>
    <Meta>{request.accountCreated ? `Account created: ${request.accountCreated}` : null}</Meta>
    <Meta>{request.note ? `Note: ${request.note}` : null}</Meta>
  </InboxEntry>
)

const noResults = ({ from, to }: ReturnType<typeof address.parse>) => ({
  title: 'No requests match',
  text: from || to ? 'Nothing was received on these days.' : 'No requests have this status.',
})
const noRequests = (
  <EmptyState emblem="travel-light" title="No requests">
    Requests come from account pages, the data deletion page, and Facebook. Add requests you receive
    by email here so their deadlines are tracked.
  </EmptyState>
)

export const DataRequestsScreen = defineScreen({
  requires: 'privacy:write',
  show: async ({ payload, user, query }) => {
    const params = address.parse(query)
    const today = toZonedDateTime(new Date().toISOString(), env.SHOP_TIME_ZONE).slice(0, 10)
    const [list, views] = await Promise.all([
      listDataRequests(payload, {
        ...params,
        status: statusFilter(params.status),
        limit: listPageSize,
      }),
      getListPreferences(payload, user.id, 'data-requests'),
    ])
    return {
      title: 'Data requests',
      lead: 'Requests to delete personal data. Acknowledged within 2 business days, verified within 5, and completed automatically within 30 days after that.',
      actions: (
        <LazyCreateDataRequest today={today} earliest={addDays(today, -maxReceivedDaysAgo)} />
      ),
      children: (
        <>
          <Tabs
            label="Status"
            current={params.status}
            tabs={(['', ...dataRequestStatuses] as const).map((status) => ({
              value: status,
              label: status ? dataRequestStatusLabels[status] : 'All',
              href: address.href({ ...params, status, page: 1 }),
            }))}
          />
          <ListPanel
            address={address}
            params={params}
            list={list}
            filters={{
              label: 'Data requests',
              keep: { status: params.status },
              selects: { sort: ['Sort', Object.entries(sortLabels)] },
              dates: dayLabels,
            }}
            views={views}
            noResults={noResults(params)}
            empty={noRequests}
          >
            <Entries>
              {list.rows.map((request) => (
                <Request key={request.id} payload={payload} request={request} />
              ))}
            </Entries>
          </ListPanel>
        </>
      ),
    }
  },
})
