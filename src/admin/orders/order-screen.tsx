import { Mail, Printer } from 'lucide-react'
import { notFound } from 'next/navigation'
import type { Payload } from 'payload'
import type { ReactNode } from 'react'

import { roleHasPermission } from '@/access/roles'
import { ActionButton, ConfirmAction } from '@/admin/form/actions'
import { PanelLink, TextLink } from '@/admin/form/button'
import {
  LazyAddressDialog,
  LazyOrderGiftCards,
  LazyRefundDialog,
  LazyRefundItemsDialog,
  LazyReplaceItemsDialog,
  LazySwapItemDialog,
} from '@/admin/lazy-components'
import { MoreMenu } from '@/admin/list/more-menu'
import { AddNote, type NoteTarget } from '@/admin/notes/note-form'
import { Notes } from '@/admin/notes/notes'
import { FulfillmentBadge } from '@/admin/printful/fulfillment-badge'
import { OrderFulfillment } from '@/admin/printful/order-fulfillment'
import { defineScreen } from '@/admin/screen'
import { Fact } from '@/admin/shell/fact'
import { formatDateTime } from '@/admin/shell/format-dates'
import { Panel } from '@/admin/shell/panel'
import { withRecipient } from '@/modules/checkout/rules/gift'
import { getPrintOrder } from '@/modules/fulfillment/queries/print-queue'
import { listOrderGiftCards, type OrderGiftCard } from '@/modules/gift-cards/queries'
import { getConnection } from '@/modules/integrations/queries/connections'
import { type AdminOrder, getAdminOrder } from '@/modules/orders/queries/admin-orders'
import { type ChangeRequestView, getChangeRequest } from '@/modules/orders/queries/change-request'
import {
  getOrderHistory,
  type NoteView,
  type OrderHistory,
} from '@/modules/orders/queries/order-history'
import {
  readDifferences,
  readRefundableOrder,
  readRefundablePayments,
} from '@/modules/orders/queries/refundable-order'
import { listPaidDifferences, readSwapAmounts } from '@/modules/orders/queries/swap-amounts'
import {
  type AvailableVariants,
  listAvailableVariants,
  listSwapOptions,
  type SwapOptions,
} from '@/modules/orders/queries/swap-options'
import {
  pendingRefundText,
  type RefundableOrder,
  refundDestinationText,
  splitRefund,
} from '@/modules/orders/rules/line-refund'
import {
  askObstacle,
  canAskToPay,
  canPayByLink,
  canReplaceItems,
  canStaffCancel,
  canStaffChange,
} from '@/modules/orders/rules/order-status'
import {
  followingRefundCents,
  followingRefundText,
  type PaidDifference,
  type SwapAmounts,
} from '@/modules/orders/rules/price-difference'
import { formatMoney, toDecimal } from '@/platform/money'
import { EmailText } from '@/ui/email-text'

import { ChangeRequest } from './changes/change-request'
import { OrderBadges, OrderStatusBadge } from './order-badges'
import { OrderLineItems } from './order-line-items'
import { OrderPayments } from './order-payments'
import { OrderStatusControl } from './order-status-control'
import { OrderTimeline } from './order-timeline'
import { OrderTracking } from './order-tracking'
import { Address } from './printable-order'

const notesOf = (id: number): NoteTarget => ({
  path: `/api/admin/orders/${id}/notes`,
  id,
  collection: 'order-notes',
  done: 'Order updated',
  failed: 'Error updating order',
  hint: 'The customer sees it only if they download their data.',
})

const OrderContact = ({
  order: {
    email,
    shippingAddress,
    billingAddress,
    billingSameAsShipping,
    shippingMethod,
    package: details,
  },
}: {
  order: AdminOrder
}) => (
  <dl className="df-facts">
    <Fact name="Email">
      <TextLink href={`mailto:${email}`} native>
        <EmailText>{email}</EmailText>
      </TextLink>
    </Fact>
    {shippingAddress.phone ? <Fact name="Phone">{shippingAddress.phone}</Fact> : null}
    {shippingAddress.address1 ? (
      <Fact name="Ships to">
        <Address address={withRecipient(shippingAddress, details)} />
      </Fact>
    ) : (
      <Fact name="Name">
        {shippingAddress.firstName} {shippingAddress.lastName}
      </Fact>
    )}
    {shippingMethod === 'express' ? <Fact name="Shipping">Express</Fact> : null}
    {details.senderName ? <Fact name="Sender on label">{details.senderName}</Fact> : null}
    {details.isGift ? (
      <Fact name="Gift">
        <span className="df-notes__text">{details.note ? `“${details.note}”` : 'No note'}</span>
      </Fact>
    ) : null}
    {shippingAddress.address1 ? (
      <Fact name="Billed to">
        {billingSameAsShipping && !details.recipient ? (
          'Same as shipping address'
        ) : (
          <Address address={billingAddress} />
        )}
      </Fact>
    ) : null}
  </dl>
)

/** Sends an email again that went out before, for a buyer who lost it. */
const ResendPanel = ({
  order: { id, paymentState, status, replacesId, items },
  order,
}: {
  order: AdminOrder
}) => {
  const emails = [
    ...(canPayByLink(order) && !order.priceDifference ? [['payment-link', 'Payment link']] : []),
    ...(paymentState === 'completed'
      ? [['order-received', replacesId ? 'Note about the replacement' : 'Receipt']]
      : []),
    ...(items.length > 0 && (status === 'shipped' || status === 'delivered')
      ? [['order-shipped', 'Shipping confirmation']]
      : []),
    ['order-link', 'Order link'],
  ]
  return (
    <Panel title="Emails">
      <div className="df-panel__form">
        <p className="df-soft">Resend to the customer:</p>
        <div className="df-row-actions">
          {emails.map(([mail, label]) => (
            <ActionButton
              key={mail}
              small
              request={{
                path: `/api/admin/orders/${id}/resend`,
                body: { mail },
                done: 'Order updated',
                doneText: `${label} resent.`,
                failed: 'Error updating order',
              }}
            >
              <Mail aria-hidden size={16} strokeWidth={1.6} />
              {label}
            </ActionButton>
          ))}
        </div>
      </div>
    </Panel>
  )
}

const OrderActions = ({ order: { id }, order }: { order: AdminOrder }) => (
  <>
    <OrderBadges order={order} />
    <span aria-hidden>Status</span> <OrderStatusControl order={order} mayChange />
    <MoreMenu>
      <PanelLink className="df-more__choice" href={`/admin/orders/${id}/packing-slip`}>
        <Printer aria-hidden size={18} strokeWidth={1.6} />
        Packing slip
      </PanelLink>
      <PanelLink className="df-more__choice" href={`/admin/orders/${id}/receipt`}>
        <Printer aria-hidden size={18} strokeWidth={1.6} />
        Receipt
      </PanelLink>
    </MoreMenu>
  </>
)

type Money = {
  order: AdminOrder
  refundable: RefundableOrder
  paypalLeftCents: number
  differences: PaidDifference[]
  swapAmounts: Map<string | null, SwapAmounts>
  /** The orders that paid differences. */
  payingOrders: { id: number; orderNumber: string }[]
  swaps: SwapOptions
  available: AvailableVariants
  /** A change that the customer was asked to pay for. */
  request: ChangeRequestView | null
}

const CancelOrder = ({
  order: { id, orderNumber, fulfillment },
  refundable: { leftCents },
  paypalLeftCents,
  differences,
}: Money) => (
  <ConfirmAction
    text="Cancel and refund"
    question={`Cancel ${orderNumber} and refund it?`}
    verb={`Cancel and refund ${formatMoney(leftCents)}`}
    request={{
      path: `/api/admin/orders/${id}/cancel`,
      body: { left: toDecimal(leftCents) },
      done: 'Order canceled',
      doneText: `${formatMoney(leftCents)} refunded.`,
      pendingText: pendingRefundText(leftCents),
      failed: 'Couldn’t cancel the order',
    }}
  >
    <p>
      {refundDestinationText(splitRefund(leftCents, paypalLeftCents))}{' '}
      {followingRefundText(followingRefundCents(differences, null))}
    </p>
    {fulfillment === 'none' || fulfillment === 'canceled' ? null : (
      <p>
        The order is canceled on Printful first. If it’s already in production there, nothing
        changes.
      </p>
    )}
    <p>The customer gets an email about the refund. This can’t be undone.</p>
  </ConfirmAction>
)

const PaymentActions = ({ order, refundable, ...money }: Money) => (
  <div className="df-row-actions">
    {canStaffCancel(order) && refundable.leftCents > 0 ? (
      <CancelOrder {...{ order, refundable, ...money }} />
    ) : null}
    <LazyRefundDialog
      orderId={order.id}
      orderNumber={order.orderNumber}
      refundableCents={refundable.leftCents}
      differences={money.differences}
    />
  </div>
)

const ItemActions = ({ order, refundable, differences, swaps, available, request }: Money) => (
  <div className="df-row-actions">
    {order.items.length > 0 && canReplaceItems(order) ? (
      <LazyReplaceItemsDialog order={order} available={available} />
    ) : null}
    {swaps.length > 0 ? (
      <LazySwapItemDialog
        order={order}
        swaps={swaps}
        mayAsk={canAskToPay({ ...order, replaces: order.replacesId }) && !request}
        askObstacle={askObstacle({ ...order, replaces: order.replacesId })}
      />
    ) : null}
    <LazyRefundItemsDialog
      orderId={order.id}
      orderNumber={order.orderNumber}
      order={refundable}
      differences={differences}
    />
  </div>
)

/** How an order relates to an earlier one, or to those that paid for its changes. */
const RelatedOrders = ({
  order: { replacesId, priceDifference },
  payingOrders,
}: Pick<Money, 'order' | 'payingOrders'>) => {
  const id = replacesId ?? priceDifference?.orderId
  if (!id)
    return payingOrders.map((paying) => (
      <p key={paying.id} className="df-panel__text">
        A price difference was paid with{' '}
        <TextLink href={`/admin/orders/${paying.id}`}>{paying.orderNumber}</TextLink>.
      </p>
    ))
  return (
    <p className="df-panel__text">
      {priceDifference
        ? `The price difference for ${priceDifference.item ? `${priceDifference.item} in` : 'the shipping address on'} `
        : 'A replacement at no charge for '}
      <TextLink href={`/admin/orders/${id}`}>an earlier order</TextLink>.
    </p>
  )
}

const OrderMain = ({
  money: { order, refundable, request, swapAmounts },
  money,
  mayChange,
  history: { payments, events },
}: {
  money: Money
  mayChange: boolean
  history: OrderHistory
}) => (
  <div>
    <Panel title="Items" aside={mayChange ? <ItemActions {...money} /> : undefined}>
      <RelatedOrders {...money} />
      {request ? <ChangeRequest orderId={order.id} {...{ request, mayChange }} /> : null}
      <OrderLineItems order={order} swapAmounts={swapAmounts} payments={payments} />
    </Panel>
    <Panel
      id="payments"
      title="Payments"
      aside={mayChange ? <PaymentActions {...money} /> : undefined}
    >
      {order.payableUntil && order.status === 'pending' ? (
        <p className="df-panel__text">
          {canPayByLink(order)
            ? `The customer can pay with the link until ${formatDateTime(order.payableUntil)}. To cancel the link, change the status to Cancelled.`
            : 'The payment link has expired.'}
        </p>
      ) : null}
      {order.status === 'cancelled' && refundable.leftCents > 0 ? (
        <p className="df-note">
          This order is canceled, but {formatMoney(refundable.leftCents)} of its payment hasn’t been
          refunded.
        </p>
      ) : null}
      <OrderPayments payments={payments} order={order} />
    </Panel>
    <Panel title="Timeline">
      <OrderTimeline events={events} />
    </Panel>
  </div>
)

const OrderAside = ({
  order: { id, version, trackingNumber },
  order,
  mayChange,
  notes,
  giftCards,
  userId,
  children,
}: {
  order: AdminOrder
  mayChange: boolean
  notes: NoteView[]
  giftCards: OrderGiftCard[]
  userId: number
  children: ReactNode
}) => (
  <div>
    <Panel
      title="Customer"
      aside={
        mayChange && order.items.length > 0 && canStaffChange(order) ? (
          <LazyAddressDialog order={order} />
        ) : undefined
      }
    >
      <OrderContact order={order} />
    </Panel>
    {children}
    <Panel title="Shipment">
      {mayChange ? (
        <OrderTracking id={id} version={version} trackingNumber={trackingNumber ?? ''} />
      ) : (
        <dl className="df-facts">
          <Fact name="Tracking number">{trackingNumber ?? 'None yet'}</Fact>
        </dl>
      )}
    </Panel>
    {giftCards.length > 0 ? (
      <Panel title="Gift cards">
        <LazyOrderGiftCards orderId={id} cards={giftCards} mayChange={mayChange} />
      </Panel>
    ) : null}
    {mayChange ? <ResendPanel order={order} /> : null}
    <Panel title="Notes">
      {mayChange ? <AddNote target={notesOf(id)} /> : null}
      <Notes target={notesOf(id)} notes={notes} userId={mayChange ? userId : null} />
    </Panel>
  </div>
)

const readMoney = async (payload: Payload, id: number) => {
  const [refundable, left, differences, swapAmounts, payingOrders] = await Promise.all([
    readRefundableOrder(payload, payload.db.drizzle, id),
    readRefundablePayments(payload.db.drizzle, id),
    listPaidDifferences(payload, id),
    readSwapAmounts(payload, id),
    readDifferences(payload.db.drizzle, [id]),
  ])
  return (
    refundable && {
      refundable,
      paypalLeftCents: left?.paypalCents ?? 0,
      differences: differences.map(({ id: _, uuid: __, itemId: ___, ...difference }) => difference),
      swapAmounts,
      payingOrders,
    }
  )
}

/** What the items can be changed to, and sent again as. */
const readChoices = async (payload: Payload, order: AdminOrder) => ({
  swaps: canStaffChange(order) ? await listSwapOptions(payload, order) : [],
  available: canReplaceItems(order) ? await listAvailableVariants(payload, order) : [],
})

export const OrderScreen = defineScreen({
  requires: 'orders:read',
  show: async ({ payload, user, id: idIn }) => {
    const id = idIn(1)
    const [order, money, history, printing, printful, giftCards] = await Promise.all([
      getAdminOrder(payload, id),
      readMoney(payload, id),
      getOrderHistory(payload, id),
      getPrintOrder(payload, id),
      getConnection(payload, 'printful'),
      listOrderGiftCards(payload, id),
    ])
    if (!order || !money || !printing) notFound()
    const mayChange = roleHasPermission(user.role, 'orders:write')
    const choices = mayChange ? await readChoices(payload, order) : { swaps: [], available: [] }
    const request = await getChangeRequest(payload, id, 'this order')
    return {
      title: order.orderNumber,
      back: { label: 'All orders', href: '/admin/orders' },
      lead: `Placed ${formatDateTime(order.createdAt)}`,
      actions: mayChange ? (
        <OrderActions order={order} />
      ) : (
        <>
          <OrderBadges order={order} />
          <OrderStatusBadge status={order.status} />
        </>
      ),
      children: (
        <div className="df-columns">
          <OrderMain
            mayChange={mayChange}
            history={history}
            money={{ order, request, ...money, ...choices }}
          />
          <OrderAside
            order={order}
            mayChange={mayChange}
            notes={history.notes}
            giftCards={giftCards}
            userId={user.id}
          >
            {order.items.length > 0 ? (
              <Panel
                title="Printing"
                aside={<FulfillmentBadge fulfillment={printing.fulfillment} />}
              >
                <OrderFulfillment
                  order={printing}
                  isConnected={printful.state === 'connected'}
                  mayChange={mayChange}
                />
              </Panel>
            ) : null}
          </OrderAside>
        </div>
      ),
    }
  },
})
