import { Link } from '@payloadcms/ui'
import { redirect } from 'next/navigation'

import { Badge } from '@/admin/list/badge'
import { EmptyState, NoResults } from '@/admin/list/empty-state'
import { ListFilters } from '@/admin/list/list-filters'
import { createListParams, listPageSize } from '@/admin/list/list-params'
import { Pagination } from '@/admin/list/pagination'
import { defineScreen } from '@/admin/screen'
import { formatDateTime } from '@/admin/shell/format-dates'
import { Panel } from '@/admin/shell/panel'
import { pluralize } from '@/admin/shell/pluralize'
import { listMessages, type MessageRow } from '@/modules/shop/queries/list-messages'

import { MessageActions } from './message-actions'

const desk = createListParams('/admin/messages', ['new', 'answered'], 'new')

const Message = ({ message }: { message: MessageRow }) => (
  <li className="df-entry df-desk__entry">
    <div>
      <p className="df-desk__title">
        {message.topic}{' '}
        {message.status === 'new' ? (
          <Badge tone="warn">New</Badge>
        ) : (
          <Badge tone="good">Answered</Badge>
        )}
      </p>
      <p className="df-entry__meta">
        {message.name} · {message.email} ·{' '}
        <time dateTime={message.createdAt}>{formatDateTime(message.createdAt)}</time>
        {message.orderNumber ? (
          <>
            {' '}
            ·{' '}
            {message.orderId ? (
              <Link
                className="df-plain-link"
                href={`/admin/orders/${message.orderId}`}
                prefetch={false}
              >
                {message.orderNumber}
              </Link>
            ) : (
              message.orderNumber
            )}
          </>
        ) : null}
      </p>
      <p className="df-desk__body">{message.body}</p>
    </div>
    <MessageActions
      id={message.id}
      status={message.status}
      email={message.email}
      topic={message.topic}
    />
  </li>
)

/** What people wrote on /contact. Answering happens in the shop's own mailbox; here stands what still waits. */
export const MessagesScreen = defineScreen({
  requires: 'messages:read',
  show: async ({ payload, query }) => {
    const asked = desk.parse(query)
    const list = await listMessages(payload, {
      ...asked,
      status: desk.statusOf(asked),
      limit: listPageSize,
    })
    if (list.rows.length === 0 && list.total > 0)
      redirect(desk.href({ ...asked, page: list.pages }))
    return {
      title: 'Messages',
      lead: `${pluralize(list.total, 'message')}${asked.status === 'new' ? ' waiting for an answer' : ''}.`,
      children: (
        <>
          <ListFilters
            key={desk.href(asked)}
            action="/admin/messages"
            label="Messages"
            placeholder="Name, email or words"
            search={asked.search}
            selects={[
              {
                name: 'status',
                label: 'Status',
                value: asked.status,
                usual: 'new',
                options: [
                  ['new', 'New'],
                  ['answered', 'Answered'],
                  ['all', 'All messages'],
                ],
              },
            ]}
          />
          <Panel>
            {list.rows.length > 0 ? (
              <ul className="df-entries">
                {list.rows.map((message) => (
                  <Message key={message.id} message={message} />
                ))}
              </ul>
            ) : asked.search || asked.status !== 'new' ? (
              <NoResults title="No message fits" href="/admin/messages">
                {asked.search
                  ? 'Try fewer letters of the name, the address or the words.'
                  : 'Nothing stands here at the moment.'}
              </NoResults>
            ) : (
              <EmptyState emblem="homing" title="Nobody is waiting">
                What people write on the contact page stands here until it is answered.
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
