import { Entries, InboxEntry, Meta } from '@/admin/list/entries'
import { ListPanel } from '@/admin/list/list-panel'
import { createListParams, listPageSize, statusFilter, statusParam } from '@/admin/list/list-params'
import { Tabs } from '@/admin/list/tabs'
import { defineScreen } from '@/admin/screen'
import { formatDate } from '@/admin/shell/format-dates'
import { type DataRequestRow, listDataRequests } from '@/modules/privacy/queries/list-data-requests'
import {
  type DataRequestStatus,
  dataRequestStatuses,
  dataRequestStatusLabels,
  maxReceivedDaysAgo,
} from '@/modules/privacy/rules/data-request'
import { env } from '@/platform/env'
import { addDays, toZonedDateTime } from '@/platform/time-zones'
import { Badge, type BadgeTone } from '@/ui/badge'
import { EmptyState } from '@/ui/empty-state'

import { CreateDataRequest } from './create-data-request'
import { DataRequestActions } from './data-request-actions'

const address = createListParams('/admin/data-requests', statusParam(dataRequestStatuses))
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
  form: 'By the form',
  facebook: 'From Facebook',
  mail: 'By mail',
}

/** What has to happen next, and until when. */
const nextStep = (request: DataRequestRow): string => {
  const day = (iso: string | null): string => formatDate(iso ?? request.receivedAt)
  switch (request.status) {
    case 'received':
      return `Waits for the person to confirm by the link in the mail, until ${formatDate(request.verifyBy)}.`
    case 'verified':
      return `Erased by itself after ${day(request.eraseAfter)}; due by ${day(request.completeBy)}. Until then the person can take it back.`
    case 'waiting':
      return `An order or a payment is still open; erased by itself once it is not. Due by ${day(request.completeBy)}.`
    case 'completed':
      return `Erased on ${day(request.completedAt)}.`
    case 'withdrawn':
      return 'The person took it back.'
    case 'refused':
      return 'Nobody could show that it was them.'
  }
}

const Request = ({ request }: { request: DataRequestRow }) => (
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
      <DataRequestActions
        request={{ id: request.id, updatedAt: request.updatedAt, note: request.note ?? '' }}
        mayRefuse={request.status === 'received'}
        statusHref={`/data-deletion/status?code=${request.code}`}
      />
    }
  >
    <p className="df-desk__body">{nextStep(request)}</p>
    <Meta>{request.reason ? `Reason: ${request.reason}` : null}</Meta>
    <Meta>{request.accountCreated ? `Account made: ${request.accountCreated}` : null}</Meta>
    <Meta>{request.note ? `Note: ${request.note}` : null}</Meta>
  </InboxEntry>
)

export const DataRequestsScreen = defineScreen({
  requires: 'privacy:write',
  show: async ({ payload, query }) => {
    const params = address.parse(query)
    const today = toZonedDateTime(new Date().toISOString(), env.SHOP_TIME_ZONE).slice(0, 10)
    const list = await listDataRequests(payload, {
      page: params.page,
      status: statusFilter(params.status),
      limit: listPageSize,
    })
    return {
      title: 'Data requests',
      lead: 'Who wants to be erased. Acknowledged within 2 business days, verified within 5, done within 30 days of that; the shop does it by itself.',
      actions: <CreateDataRequest today={today} earliest={addDays(today, -maxReceivedDaysAgo)} />,
      children: (
        <>
          <Tabs
            label="Status"
            current={params.status}
            tabs={(['', ...dataRequestStatuses] as const).map((status) => ({
              value: status,
              label: status ? dataRequestStatusLabels[status] : 'All',
              href: address.href({ status }),
            }))}
          />
          <ListPanel
            address={address}
            params={params}
            list={list}
            isFiltered={params.status !== ''}
            noResults={{ title: 'None here', text: 'No request is in this state.' }}
            empty={
              <EmptyState emblem="travel-light" title="No requests">
                They come from account pages, from the data deletion page and from Facebook. One
                that comes by mail is entered here, so that its deadlines are kept.
              </EmptyState>
            }
          >
            <Entries>
              {list.rows.map((request) => (
                <Request key={request.id} request={request} />
              ))}
            </Entries>
          </ListPanel>
        </>
      ),
    }
  },
})
