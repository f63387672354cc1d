import { Link } from '@payloadcms/ui'

import { OrderStatusBadge } from '@/admin/orders/order-status-badge'
import { formatDate } from '@/admin/shell/format-dates'
import { Panel } from '@/admin/shell/panel'
import type { AdminOrder } from '@/modules/orders/queries/admin-orders'
import { formatMoney } from '@/platform/money'

export function RecentOrders({ orders }: { orders: AdminOrder[] }) {
  return (
    <Panel
      title="Recent orders"
      aside={
        <Link className="df-link" href="/admin/orders" prefetch={false}>
          All orders
        </Link>
      }
    >
      {orders.length === 0 ? (
        <p className="df-panel__text">
          No orders yet. The first one will stand here as soon as somebody buys.
        </p>
      ) : (
        <table className="df-table df-recent">
          <thead>
            <tr>
              <th scope="col">Order</th>
              <th scope="col">Date</th>
              <th scope="col">Status</th>
              <th scope="col" className="df-number">
                Total
              </th>
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => (
              <tr key={order.id}>
                <td>
                  <Link
                    className="df-quiet-link"
                    href={`/admin/orders/${order.id}`}
                    prefetch={false}
                  >
                    {order.orderNumber}
                  </Link>
                </td>
                <td className="df-soft">
                  <time dateTime={order.createdAt}>{formatDate(order.createdAt)}</time>
                </td>
                <td>
                  <OrderStatusBadge status={order.status} />
                </td>
                <td className="df-number">{formatMoney(order.totalCents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}
