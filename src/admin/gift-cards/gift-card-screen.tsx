import { notFound } from 'next/navigation'

import { roleHasPermission } from '@/access/roles'
import { ConfirmAction } from '@/admin/form/actions'
import { TextLink } from '@/admin/form/button'
import { type Column, DataTable } from '@/admin/list/data-table'
import { defineScreen } from '@/admin/screen'
import { Panel } from '@/admin/shell/panel'
import { Time } from '@/admin/shell/time'
import {
  type AdminGiftCard,
  getGiftCard,
  type GiftCardEntryView,
  listGiftCardEntries,
} from '@/modules/gift-cards/queries'
import { formatMoney } from '@/platform/money'

const kinds = {
  issue: 'Issued',
  reserve: 'Reserved for an order',
  release: 'Released, because the order wasn’t paid',
  take: 'Order paid',
  cancel: 'Canceled with its order',
  restore: 'Cancellation reversed',
  refund: 'Refunded',
} satisfies Record<GiftCardEntryView['kind'], string>

const signed = (cents: number): string => {
  if (cents === 0) return '—'
  return `${cents < 0 ? '−' : '+'}${formatMoney(Math.abs(cents))}`
}

const columns: Column<GiftCardEntryView>[] = [
  { head: 'Entry', cell: ({ kind }) => kinds[kind] },
  {
    head: 'Amount',
    kind: 'number',
    card: 'Amount',
    cell: ({ amountCents }) => signed(amountCents),
  },
  {
    head: 'Order',
    card: 'Order',
    cell: ({ orderId, orderNumber }) =>
      orderId ? <TextLink href={`/admin/orders/${orderId}`}>{orderNumber}</TextLink> : '—',
  },
  { head: 'By', kind: 'soft', card: 'By', cell: ({ actor }) => actor },
  { head: 'Date', kind: 'soft', card: 'Date', cell: ({ createdAt }) => <Time at={createdAt} /> },
]

const Switch = ({ card: { id, isActive } }: { card: AdminGiftCard }) => (
  <ConfirmAction
    text={isActive ? 'Disable' : 'Enable'}
    verb={isActive ? 'Disable' : 'Enable'}
    question={isActive ? 'Disable this gift card?' : 'Enable this gift card?'}
    request={{
      method: 'PUT',
      path: `/api/admin/gift-cards/${id}`,
      body: { isActive: !isActive },
      done: isActive ? 'Gift card disabled' : 'Gift card enabled',
      failed: 'Couldn’t update the gift card',
    }}
  >
    {isActive
      ? 'It can’t pay for new orders. Its balance stays, and refunds still go to it.'
      : 'It can pay for orders again.'}
  </ConfirmAction>
)

export const GiftCardScreen = defineScreen({
  requires: 'orders:read',
  show: async ({ payload, user, id }) => {
    const cardId = id(1)
    const [card, entries] = await Promise.all([
      getGiftCard(payload, cardId),
      listGiftCardEntries(payload, cardId),
    ])
    if (!card) notFound()
    return {
      title: `Gift card ending in ${card.lastFour}`,
      back: { label: 'All gift cards', href: '/admin/gift-cards' },
      lead: `${formatMoney(card.balanceCents)} of ${formatMoney(card.issuedCents)} left${card.isActive ? '' : ', disabled'}. ${card.note ?? ''}`,
      actions: roleHasPermission(user.role, 'orders:write') ? <Switch card={card} /> : undefined,
      children: (
        <Panel title="Ledger">
          <DataTable className="df-discounts" rows={entries} columns={columns} />
        </Panel>
      ),
    }
  },
})
