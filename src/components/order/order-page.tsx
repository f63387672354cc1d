import type { ReactNode } from 'react'

import { LongDate } from '@/components/content/long-date'
import { Scene } from '@/components/scene'
import type { CustomerOrderView } from '@/modules/orders/queries/get-customer-order'
import type { PromiseTexts } from '@/modules/shop/rules/promises'
import { ButtonLink } from '@/ui/button'

import { ChangeRequest } from './change-request'
import { NextSteps } from './next-steps'
import { isCartEmptied, orderStatusMessage } from './order-status-message'
import { OrderSummary } from './order-summary'
import { OrderTimeline } from './order-timeline'
import { type OrderPaths, PaymentStatusPoller } from './payment-status-poller'
import { Shipments } from './shipments'
import { timelineSteps } from './timeline-steps'

type Props = {
  order: CustomerOrderView
  paths: OrderPaths
  timeZone: string
  contactEmail: string
  promises: PromiseTexts
  /** From the link of the order; absent for the signed-in customer. */
  orderKey?: string
  /** What the buyer can change, while they can. */
  changes?: ReactNode
}

/** Where a refund went, if not to PayPal. */
const refundPlace = (message: string): string => {
  if (message.includes('as store credit')) return ' as store credit'
  return message.endsWith('to the gift card') ? ' to your gift card' : ''
}

/** Events that the timeline doesn't show. Their stored messages are written for staff. */
const listedEvents: Partial<Record<string, (message: string) => string>> = {
  cancelled: () => 'Order canceled',
  refunded: () => 'Order refunded',
  address_changed: () => 'Shipping address changed',
  item_changed: (message) => message,
  swap_refused: (message) =>
    `The ${message.includes('address') ? 'address' : 'item'} could no longer be changed`,
  parcel_returned: () => 'A package came back to our print shop',
  change_requested: () => 'We offered a change to your order at extra cost',
  change_repriced: () => 'The price of the change we offered was updated',
  change_request_ended: () => 'The change we offered is no longer available',
  return_requested: () => 'Return requested',
  return_approved: () => 'Return approved',
  return_declined: () => 'Return declined',
  return_received: () => 'Return received',
  return_message: () => 'Message about your return',
  return_closed: () => 'Return closed',
  return_exchanged: (message) =>
    `We’re sending your exchange as order ${/DF-\d+/.exec(message)?.[0] ?? ''}`,
  refund: (message) =>
    `Refunded ${/\$[\d,.]*\d/.exec(message)?.[0] ?? 'part of your payment'}${refundPlace(message)}`,
}

/** Staff may also mark an order as refunded without moving money; that has no line with an amount. */
const isSaidByAmount = (
  { type, message }: CustomerOrderView['events'][number],
  events: CustomerOrderView['events'],
): boolean =>
  type === 'refunded' &&
  message.startsWith('Refunded') &&
  events.some((event) => event.type === 'refund')

export function OrderEvents({
  events,
  timeZone,
}: Pick<CustomerOrderView, 'events'> & { timeZone: string }) {
  const shownEvents = events.flatMap((event) => {
    const { type, message: stored, at } = event
    const text = isSaidByAmount(event, events) ? undefined : listedEvents[type]?.(stored)
    return text ? [{ type, text, at }] : []
  })
  return shownEvents.length > 0 ? (
    <ul className="grid gap-2">
      {shownEvents.map(({ type, text, at }) => (
        <li key={`${type} ${at}`} className="flex flex-wrap gap-x-4">
          <LongDate date={at} timeZone={timeZone} className="nums w-42 text-ink-soft" />
          <span className="min-w-48 flex-1">{text}</span>
        </li>
      ))}
    </ul>
  ) : null
}

/** Where it can be paid, and the order that it pays to change. */
const OrderLinks = ({ order, isUnpaid }: { order: CustomerOrderView; isUnpaid: boolean }) => {
  const { payment, priceDifference } = order
  const swapped = priceDifference?.order
  return (
    <>
      {payment ? (
        <p className="mt-6 print:hidden">
          <ButtonLink href={payment.path}>
            {priceDifference ? 'Pay the difference' : 'Pay for this order'}
          </ButtonLink>
        </p>
      ) : isUnpaid && !priceDifference && !order.isLinkClosed ? (
        <p className="mt-6 print:hidden">
          {isCartEmptied(order) ? (
            <ButtonLink href="/products">Go to the shop</ButtonLink>
          ) : (
            <ButtonLink href="/checkout">Back to checkout</ButtonLink>
          )}
        </p>
      ) : null}
      {swapped ? (
        <p className="mt-6 print:hidden">
          <a href={swapped.path} className="link">
            See order {swapped.orderNumber}
          </a>
        </p>
      ) : null}
    </>
  )
}

/** An order's details in two columns. `own`: its buyer is signed in; otherwise they hold its link. */
export function OrderDetails({
  order,
  paths,
  timeZone,
  contactEmail,
  promises,
  own = false,
  actions,
  orderKey,
  changes,
}: Props & { own?: boolean; actions?: ReactNode }) {
  const { orderNumber, status, paymentState, placedAt, shipments, events, arrival } = order
  const message = orderStatusMessage(order)
  const steps = timelineSteps(order)
  return (
    <div
      className={`grid gap-12 ${own ? 'xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] xl:items-start xl:gap-12' : 'lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:items-start lg:gap-18'}`}
    >
      <div className="grid gap-9">
        <div className="wrap-anywhere">
          <h1 className={own ? 'text-d2' : 'text-d1'}>{message.title}</h1>
          <p className="mt-4 text-lead text-ink-soft">{message.lead}</p>
          <p className="mt-4">
            Order <strong className="font-semibold">{orderNumber}</strong>, placed{' '}
            <LongDate date={placedAt} timeZone={timeZone} />
          </p>
          {arrival.arrival ? <p className="mt-1 font-semibold">{arrival.arrival}</p> : null}
          {message.watch ? (
            <div className="mt-3">
              <PaymentStatusPoller paths={paths} status={status} paymentState={paymentState} />
            </div>
          ) : null}
          <OrderLinks order={order} isUnpaid={message.unpaid} />
        </div>
        <ChangeRequest
          request={order.changeRequest}
          target={{ orderNumber, orderKey }}
          timeZone={timeZone}
          contactEmail={contactEmail}
        />
        {steps ? <OrderTimeline steps={steps} timeZone={timeZone} /> : null}
        <Shipments shipments={shipments} isPartly={status === 'processing'} />
        <OrderEvents events={events} timeZone={timeZone} />
        {actions}
        {changes}
        <NextSteps
          status={status}
          hasItems={order.items.length > 0}
          canCancel={order.changes.cancel}
          unpaid={message.unpaid}
          promises={arrival.delivery ? { ...promises, delivery: arrival.delivery } : promises}
          contactEmail={contactEmail}
          byLink={!own}
        />
      </div>
      <OrderSummary order={order} />
    </div>
  )
}

export function OrderPage(props: Props) {
  return (
    <>
      <div className="h-[clamp(9.5rem,27vw,25rem)] overflow-hidden print:hidden">
        <Scene
          place="stillwater"
          sizes="100vw"
          className="size-full object-cover object-[50%_31%]"
        />
      </div>
      <div className="wrap pt-10 pb-[var(--sec)] lg:pt-14">
        <OrderDetails {...props} />
      </div>
    </>
  )
}
