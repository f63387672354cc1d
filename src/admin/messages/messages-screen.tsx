import { z } from 'zod'

import { ActionButton } from '@/admin/form/actions'
import { ButtonLink, TextLink } from '@/admin/form/button'
import { Entries, InboxEntry } from '@/admin/list/entries'
import { dayLabels, ListPanel } from '@/admin/list/list-panel'
import {
  ageLabels,
  createListParams,
  dayParams,
  listPageSize,
  statusFilter,
  statusParam,
} from '@/admin/list/list-params'
import { defineScreen } from '@/admin/screen'
import { Time } from '@/admin/shell/time'
import { getListPreferences } from '@/modules/accounts/queries/get-list-preferences'
import { listMessages, type MessageRow, messageSorts } from '@/modules/shop/queries/list-messages'
import { pluralize } from '@/platform/pluralize'
import { Badge } from '@/ui/badge'
import { EmailText } from '@/ui/email-text'
import { EmptyState } from '@/ui/empty-state'

const address = createListParams(
  '/admin/messages',
  statusParam(['new', 'answered'], 'new').extend({
    ...dayParams,
    sort: z.enum(messageSorts).catch('newest').default('newest'),
  }),
)

const Message = ({ message }: { message: MessageRow }) => {
  const isNew = message.status === 'new'
  const { orderId, orderNumber, topic } = message
  return (
    <InboxEntry
      title={
        <>
          {topic} <Badge tone={isNew ? 'warn' : 'good'}>{isNew ? 'New' : 'Answered'}</Badge>
        </>
      }
      meta={
        <>
          {message.name} · <EmailText>{message.email}</EmailText> · <Time at={message.createdAt} />
          {orderNumber ? ' · ' : null}
          {orderNumber && orderId ? (
            <TextLink look="plain" href={`/admin/orders/${orderId}`}>
              {orderNumber}
            </TextLink>
          ) : (
            orderNumber
          )}
        </>
      }
      actions={
        <div className="df-row-actions">
          <ButtonLink
            small
            native
            href={`mailto:${encodeURIComponent(message.email)}?subject=${encodeURIComponent(`Re: ${topic}`)}`}
          >
            Reply
          </ButtonLink>
          <ActionButton
            variant="ghost"
            small
            request={{
              method: 'PUT',
              path: `/api/admin/messages/${message.id}`,
              body: { status: isNew ? 'answered' : 'new' },
              done: isNew ? 'Marked as answered' : 'Marked as unanswered',
              failed: 'Couldn’t update the message',
            }}
          >
            {isNew ? 'Mark as answered' : 'Mark as unanswered'}
          </ActionButton>
        </div>
      }
    >
      <p className="df-inbox__body">{message.body}</p>
    </InboxEntry>
  )
}

/** Messages from the contact page. Staff answer them in the shop's own mailbox. */
export const MessagesScreen = defineScreen({
  requires: 'messages:read',
  show: async ({ payload, user, query }) => {
    const params = address.parse(query)
    const [list, views] = await Promise.all([
      listMessages(payload, {
        ...params,
        status: statusFilter(params.status),
        limit: listPageSize,
      }),
      getListPreferences(payload, user.id, 'messages'),
    ])
    return {
      title: 'Messages',
      lead: `${pluralize(list.total, 'message')}${params.status === 'new' ? ' waiting for an answer' : ''}. Replies open in your email app.`,
      actions: <ButtonLink href="/admin/customers">Write to a customer</ButtonLink>,
      children: (
        <ListPanel
          address={address}
          params={params}
          list={list}
          filters={{
            label: 'Messages',
            placeholder: 'Name, email, or text',
            selects: {
              status: [
                'Status',
                [
                  ['new', 'New'],
                  ['answered', 'Answered'],
                  ['all', 'All messages'],
                ],
              ],
              sort: ['Sort', Object.entries(ageLabels)],
            },
            dates: dayLabels,
          }}
          views={views}
          noResults={{ title: 'No messages match' }}
          empty={
            <EmptyState emblem="homing" title="No messages to answer">
              Messages from the contact page show up here until you answer them.
            </EmptyState>
          }
        >
          <Entries>
            {list.rows.map((message) => (
              <Message key={message.id} message={message} />
            ))}
          </Entries>
        </ListPanel>
      ),
    }
  },
})
