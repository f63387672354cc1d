import { redirect } from 'next/navigation'

import { Badge, type BadgeTone } from '@/admin/list/badge'
import { EmptyState, NoResults } from '@/admin/list/empty-state'
import { createListParams, listPageSize } from '@/admin/list/list-params'
import { Pagination } from '@/admin/list/pagination'
import { Tabs } from '@/admin/list/tabs'
import { defineScreen } from '@/admin/screen'
import { formatDate } from '@/admin/shell/format-dates'
import { Panel } from '@/admin/shell/panel'
import {
  type DataRequestStatus,
  dataRequestStatuses,
  dataRequestStatusLabels,
  maxReceivedDaysAgo,
} from '@/modules/privacy/rules/data-request'
import { type DataRequestRow, listDataRequests } from '@/modules/privacy/queries/list-data-requests'
import { env } from '@/platform/env'
import { addDays, toZonedDateTime } from '@/platform/time-zones'

import { CreateDataRequest } from './create-data-request'
import { DataRequestActions } from './data-request-actions'

const desk = createListParams('/admin/data-requests', dataRequestStatuses)
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
  if (request.status === 'received')
    return `Waits for the person to confirm by the link in the mail, until ${formatDate(request.verifyBy)}.`
  if (request.status === 'verified')
    return `Erased by itself after ${formatDate(request.eraseAfter ?? request.receivedAt)}; due by ${formatDate(request.completeBy ?? request.receivedAt)}. Until then the person can take it back.`
  if (request.status === 'waiting')
    return `An order or a payment is still open; erased by itself once it is not. Due by ${formatDate(request.completeBy ?? request.receivedAt)}.`
  if (request.status === 'completed')
    return `Erased on ${formatDate(request.completedAt ?? request.receivedAt)}.`
  return request.status === 'withdrawn'
    ? 'The person took it back.'
    : 'Nobody could show that it was them.'
}

const Request = ({ request }: { request: DataRequestRow }) => (
  <li className="df-entry df-desk__entry">
    <div>
      <p className="df-desk__title">
        {request.fullName || request.email || `Request ${request.code.slice(0, 8)}`}{' '}
        <Badge tone={tones[request.status]}>{dataRequestStatusLabels[request.status]}</Badge>
      </p>
      <p className="df-entry__meta">
        {[
          sources[request.source] ?? request.source,
          `received ${formatDate(request.receivedAt)}`,
          request.email,
          request.otherEmails,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className="df-desk__body">{nextStep(request)}</p>
      {request.reason ? <p className="df-entry__meta">Reason: {request.reason}</p> : null}
      {request.accountCreated ? (
        <p className="df-entry__meta">Account made: {request.accountCreated}</p>
      ) : null}
      {request.note ? <p className="df-entry__meta">Note: {request.note}</p> : null}
    </div>
    <DataRequestActions
      id={request.id}
      updatedAt={request.updatedAt}
      note={request.note ?? ''}
      mayRefuse={request.status === 'received'}
      statusHref={`/data-deletion/status?code=${request.code}`}
    />
  </li>
)

export const DataRequestsScreen = defineScreen({
  requires: 'privacy:write',
  show: async ({ payload, query }) => {
    const asked = desk.parse(query)
    const today = toZonedDateTime(new Date().toISOString(), env.SHOP_TIME_ZONE).slice(0, 10)
    const list = await listDataRequests(payload, {
      page: asked.page,
      status: desk.statusOf(asked),
      limit: listPageSize,
    })
    if (list.rows.length === 0 && list.total > 0)
      redirect(desk.href({ ...asked, page: list.pages }))
    return {
      title: 'Data requests',
      lead: 'Who wants to be erased. Acknowledged within 2 business days, verified within 5, done within 30 days of that; the shop does it by itself.',
      actions: <CreateDataRequest today={today} earliest={addDays(today, -maxReceivedDaysAgo)} />,
      children: (
        <>
          <Tabs
            label="Status"
            current={asked.status}
            tabs={[
              { value: '', label: 'All', href: '/admin/data-requests' },
              ...dataRequestStatuses.map((status) => ({
                value: status,
                label: dataRequestStatusLabels[status],
                href: `/admin/data-requests?status=${status}`,
              })),
            ]}
          />
          <Panel>
            {list.rows.length > 0 ? (
              <ul className="df-entries">
                {list.rows.map((request) => (
                  <Request key={request.id} request={request} />
                ))}
              </ul>
            ) : asked.status ? (
              <NoResults title="None here" href="/admin/data-requests">
                No request is in this state.
              </NoResults>
            ) : (
              <EmptyState emblem="travel-light" title="No requests">
                They come from account pages, from the data deletion page and from Facebook. One
                that comes by mail is entered here, so that its deadlines are kept.
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
