import { Fact } from '@/admin/shell/facts'
import { TextLink } from '@/admin/form/button'
import { Link } from '@payloadcms/ui'
import { Printer } from 'lucide-react'
import { notFound } from 'next/navigation'

import { roleHasPermission } from '@/access/roles'
import { MoreMenu } from '@/admin/list/more-menu'
import { FulfillmentBadge } from '@/admin/printful/fulfillment-badge'
import { OrderFulfillment } from '@/admin/printful/order-fulfillment'
import { defineScreen } from '@/admin/screen'
import { formatDateTime } from '@/admin/shell/format-dates'
import { Panel } from '@/admin/shell/panel'
import { getPrintOrder } from '@/modules/fulfillment/queries/print-queue'
import { getConnection } from '@/modules/integrations/queries/connections'
import { type AdminOrder, getAdminOrder } from '@/modules/orders/queries/admin-orders'
import { getOrderHistory, type PaymentView } from '@/modules/orders/queries/order-history'

import { OrderEmails } from './order-emails'
import { OrderLineItems } from './order-line-items'
import { OrderNotes } from './order-notes'
import { OrderPayments } from './order-payments'
import { OrderStatusBadge } from './order-status-badge'
import { OrderStatusSelect } from './order-status-select'
import { OrderTimeline } from './order-timeline'
import { OrderTracking } from './order-tracking'
import { Address } from './printable-order'
import { RefundDialog } from './refund-dialog'

export function OrderContact({
  order: { email, shippingAddress, billingAddress, billingSameAsShipping },
}: {
  order: AdminOrder
}) {
  return (
    <dl className="df-facts">
      <Fact name="Email">
        <TextLink href={`mailto:${email}`} native>
          {email}
        </TextLink>
      </Fact>
      {shippingAddress.phone ? <Fact name="Phone">{shippingAddress.phone}</Fact> : null}
      <Fact name="Ships to">
        <Address address={shippingAddress} />
      </Fact>
      <Fact name="Billed to">
        {billingSameAsShipping ? 'The same address' : <Address address={billingAddress} />}
      </Fact>
    </dl>
  )
}

const idOf = (segment = ''): number =>
  /^[1-9]\d{0,8}$/.test(segment) ? Number(segment) : notFound()

/** What of the PayPal payment has not been sent back or asked for yet. */
const leftToRefund = (payments: PaymentView[]): number =>
  payments.reduce((left, { kind, provider, status, amountCents }) => {
    if (provider !== 'paypal') return left
    if (kind === 'capture' && status === 'completed') return left + amountCents
    return kind === 'refund' && (status === 'completed' || status === 'pending')
      ? left - amountCents
      : left
  }, 0)

export const OrderScreen = defineScreen({
  requires: 'orders:read',
  show: async ({ payload, user, segments }) => {
    const id = idOf(segments[1])
    const [order, { payments, events }, printing, printful] = await Promise.all([
      getAdminOrder(payload, id),
      getOrderHistory(payload, id),
      getPrintOrder(payload, id),
      getConnection(payload, 'printful'),
    ])
    if (!order || !printing) notFound()
    const mayChange = roleHasPermission(user.role, 'orders:write')
    const left = leftToRefund(payments)
    const refunded = payments.reduce(
      (sum, { kind, status, amountCents }) =>
        kind === 'refund' && status === 'completed' ? sum + amountCents : sum,
      0,
    )
    const isPaid = order.paymentState === 'completed'
    const isShipped = order.status === 'shipped' || order.status === 'delivered'
    const stored = {
      status: order.status,
      version: order.version,
      paymentState: order.paymentState,
    }
    return {
      title: order.orderNumber,
      back: { label: 'All orders', href: '/admin/orders' },
      lead: `Placed ${formatDateTime(order.createdAt)}`,
      actions: mayChange ? (
        <>
          <span aria-hidden>Status</span>{' '}
          <OrderStatusSelect
            id={id}
            orderNumber={order.orderNumber}
            totalCents={order.totalCents}
            stored={stored}
          />
          <MoreMenu>
            <Link
              className="df-more__choice"
              href={`/admin/orders/${id}/packing-slip`}
              prefetch={false}
            >
              <Printer aria-hidden size={18} strokeWidth={1.6} />
              Packing slip
            </Link>
            <Link className="df-more__choice" href={`/admin/orders/${id}/receipt`} prefetch={false}>
              <Printer aria-hidden size={18} strokeWidth={1.6} />
              Receipt
            </Link>
          </MoreMenu>
        </>
      ) : (
        <OrderStatusBadge status={order.status} />
      ),
      children: (
        <div className="df-columns">
          <div>
            <Panel title="Pieces">
              <OrderLineItems order={order} refundedCents={refunded} />
            </Panel>
            <Panel
              id="payments"
              title="Payments"
              aside={
                mayChange ? (
                  <RefundDialog orderId={id} orderNumber={order.orderNumber} leftCents={left} />
                ) : undefined
              }
            >
              <OrderPayments payments={payments} state={order.paymentState} />
            </Panel>
            <Panel title="Timeline">
              <OrderTimeline events={events} />
            </Panel>
          </div>
          <div>
            <Panel title="Customer">
              <OrderContact order={order} />
            </Panel>
            <Panel title="Printing" aside={<FulfillmentBadge fulfillment={printing.fulfillment} />}>
              <OrderFulfillment
                order={printing}
                isConnected={printful.state === 'connected'}
                mayChange={mayChange}
              />
            </Panel>
            <Panel title="Shipment">
              <OrderTracking order={order} mayChange={mayChange} />
            </Panel>
            {mayChange ? (
              <Panel title="Mails">
                <OrderEmails
                  orderId={id}
                  mails={[
                    ...(isPaid ? ['order-received' as const] : []),
                    ...(isShipped ? ['order-shipped' as const] : []),
                    'order-link',
                  ]}
                />
              </Panel>
            ) : null}
            <Panel title="Notes">
              <OrderNotes
                id={id}
                version={order.version}
                notes={order.notes ?? ''}
                mayChange={mayChange}
              />
            </Panel>
          </div>
        </div>
      ),
    }
  },
})
