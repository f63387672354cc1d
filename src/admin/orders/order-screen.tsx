import { notFound } from 'next/navigation'
import { roleMay } from '../../domain/roles'
import { getOrderHistory } from '../../queries/admin-order-history'
import { getAdminOrder } from '../../queries/admin-orders'
import { formatMoment } from '../parts/dates'
import { Panel } from '../parts/panel'
import { StatusBadge } from '../parts/status-badge'
import { screen } from '../screen'
import { OrderLines } from './order-lines'
import { OrderNotes } from './order-notes'
import { OrderPayments } from './order-payments'
import { OrderPeople } from './order-people'
import { OrderStatusSelect } from './order-status-select'
import { OrderTimeline } from './order-timeline'
import { OrderTracking } from './order-tracking'

const idOf = (segment = ''): number => (/^[1-9]\d{0,8}$/.test(segment) ? Number(segment) : notFound())

export const OrderScreen = screen({
  requires: 'orders:read',
  show: async ({ payload, user, segments }) => {
    const id = idOf(segments[1])
    const [order, { payments, events }] = await Promise.all([getAdminOrder(payload, id), getOrderHistory(payload, id)])
    if (!order) notFound()
    const mayChange = roleMay(user.role, 'orders:write')
    const stored = { status: order.status, version: order.version, paymentState: order.paymentState }
    return {
      title: order.orderNumber,
      back: { label: 'All orders', href: '/admin/orders' },
      lead: `Placed ${formatMoment(order.createdAt)}`,
      actions: mayChange
        ? <><span aria-hidden>Status</span> <OrderStatusSelect id={id} orderNumber={order.orderNumber} totalCents={order.totalCents} stored={stored} /></>
        : <StatusBadge status={order.status} />,
      children: (
        <div className="df-columns">
          <div>
            <Panel title="Pieces"><OrderLines order={order} /></Panel>
            <Panel title="Payments"><OrderPayments payments={payments} state={order.paymentState} /></Panel>
            <Panel title="Timeline"><OrderTimeline events={events} /></Panel>
          </div>
          <div>
            <Panel title="Customer"><OrderPeople order={order} /></Panel>
            <Panel title="Shipment"><OrderTracking order={order} mayChange={mayChange} /></Panel>
            <Panel title="Notes"><OrderNotes id={id} version={order.version} notes={order.notes ?? ''} mayChange={mayChange} /></Panel>
          </div>
        </div>
      ),
    }
  },
})
