import { TextLink } from '@/admin/form/button'
import { Time } from '@/admin/shell/facts'

import { OrderStatusBadge } from '@/admin/orders/order-status-badge'
import { Panel } from '@/admin/shell/panel'
import type { AdminOrder } from '@/modules/orders/queries/admin-orders'
import { formatMoney } from '@/platform/money'

export function RecentOrders({ orders }: { orders: AdminOrder[] }) {
  return (
    <Panel
      title="Recent orders"
      aside={
        <TextLink look="strong" href="/admin/orders">
          All orders
        </TextLink>
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
                  <TextLink href={`/admin/orders/${order.id}`}>{order.orderNumber}</TextLink>
                </td>
                <td className="df-soft">
                  <Time at={order.createdAt} as="date" />
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
