import { Link } from '@payloadcms/ui'
import { Printer } from 'lucide-react'
import { notFound } from 'next/navigation'
import { roleMay } from '../../domain/roles'
import { getOrderHistory, type PaymentView } from '../../queries/admin-order-history'
import { getAdminOrder } from '../../queries/admin-orders'
import { getConnection } from '../../queries/connection-view'
import { getPrintView } from '../../queries/printful-board'
import { formatMoment } from '../parts/dates'
import { MoreMenu } from '../parts/more-menu'
import { Panel } from '../parts/panel'
import { StatusBadge } from '../parts/status-badge'
import { OrderPrinting } from '../printful/order-printing'
import { PrintBadge } from '../printful/print-badge'
import { screen } from '../screen'
import { OrderLines } from './order-lines'
import { OrderMails } from './order-mails'
import { OrderNotes } from './order-notes'
import { OrderPayments } from './order-payments'
import { OrderPeople } from './order-people'
import { OrderStatusSelect } from './order-status-select'
import { OrderTimeline } from './order-timeline'
import { OrderTracking } from './order-tracking'
import { RefundDialog } from './refund-dialog'

const idOf = (segment = ''): number => (/^[1-9]\d{0,8}$/.test(segment) ? Number(segment) : notFound())

/** What of the PayPal payment has not been sent back or asked for yet. */
const leftToRefund = (payments: PaymentView[]): number =>
  payments.reduce((left, { kind, provider, status, amountCents }) => {
    if (provider !== 'paypal') return left
    if (kind === 'capture' && status === 'completed') return left + amountCents
    return kind === 'refund' && (status === 'completed' || status === 'pending') ? left - amountCents : left
  }, 0)

export const OrderScreen = screen({
  requires: 'orders:read',
  show: async ({ payload, user, segments }) => {
    const id = idOf(segments[1])
    const [order, { payments, events }, printing, printful] = await Promise.all([getAdminOrder(payload, id), getOrderHistory(payload, id), getPrintView(payload, id), getConnection(payload, 'printful')])
    if (!order || !printing) notFound()
    const mayChange = roleMay(user.role, 'orders:write')
    const left = leftToRefund(payments)
    const refunded = payments.reduce((sum, { kind, status, amountCents }) => (kind === 'refund' && status === 'completed' ? sum + amountCents : sum), 0)
    const isPaid = order.paymentState === 'completed'
    const isShipped = order.status === 'shipped' || order.status === 'delivered'
    const stored = { status: order.status, version: order.version, paymentState: order.paymentState }
    return {
      title: order.orderNumber,
      back: { label: 'All orders', href: '/admin/orders' },
      lead: `Placed ${formatMoment(order.createdAt)}`,
      actions: mayChange
        ? (
          <>
            <span aria-hidden>Status</span> <OrderStatusSelect id={id} orderNumber={order.orderNumber} totalCents={order.totalCents} stored={stored} />
            <MoreMenu>
              <Link className="df-more__choice" href={`/admin/orders/${id}/packing-slip`} prefetch={false}><Printer aria-hidden size={18} strokeWidth={1.6} />Packing slip</Link>
              <Link className="df-more__choice" href={`/admin/orders/${id}/receipt`} prefetch={false}><Printer aria-hidden size={18} strokeWidth={1.6} />Receipt</Link>
            </MoreMenu>
          </>
        )
        : <StatusBadge status={order.status} />,
      children: (
        <div className="df-columns">
          <div>
            <Panel title="Pieces"><OrderLines order={order} refundedCents={refunded} /></Panel>
            <Panel id="payments" title="Payments" aside={mayChange ? <RefundDialog orderId={id} orderNumber={order.orderNumber} leftCents={left} /> : undefined}><OrderPayments payments={payments} state={order.paymentState} /></Panel>
            <Panel title="Timeline"><OrderTimeline events={events} /></Panel>
          </div>
          <div>
            <Panel title="Customer"><OrderPeople order={order} /></Panel>
            <Panel title="Printing" aside={<PrintBadge fulfillment={printing.fulfillment} />}><OrderPrinting order={printing} isConnected={printful.state === 'connected'} mayChange={mayChange} /></Panel>
            <Panel title="Shipment"><OrderTracking order={order} mayChange={mayChange} /></Panel>
            {mayChange ? <Panel title="Mails"><OrderMails orderId={id} mails={[...(isPaid ? ['order-received' as const] : []), ...(isShipped ? ['order-shipped' as const] : []), 'order-link']} /></Panel> : null}
            <Panel title="Notes"><OrderNotes id={id} version={order.version} notes={order.notes ?? ''} mayChange={mayChange} /></Panel>
          </div>
        </div>
      ),
    }
  },
})
