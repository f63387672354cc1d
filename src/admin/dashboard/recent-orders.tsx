import { TextLink } from '@/admin/form/button'
import { type Column, DataTable } from '@/admin/list/data-table'
import { OrderBadges, OrderStatusBadge } from '@/admin/orders/order-badges'
import { Panel } from '@/admin/shell/panel'
import { Time } from '@/admin/shell/time'
import type { AdminOrder } from '@/modules/orders/queries/admin-orders'
import type { CustomerView } from '@/modules/orders/queries/get-customer'
import { formatMoney } from '@/platform/money'

type Row = AdminOrder | CustomerView['placed'][number]
export const recentOrderColumns: Column<Row>[] = [
  {
    head: 'Order',
    cell: ({ id, orderNumber }) => <TextLink href={`/admin/orders/${id}`}>{orderNumber}</TextLink>,
  },
  { head: 'Date', kind: 'soft', cell: ({ createdAt }) => <Time at={createdAt} as="date" /> },
  {
    head: 'Status',
    cell: (order) => (
      <>
        <OrderStatusBadge status={order.status} /> <OrderBadges order={order} />
      </>
    ),
  },
  { head: 'Total', kind: 'number', cell: ({ totalCents }) => formatMoney(totalCents) },
]

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
        <p className="df-panel__text">No orders yet. Your first order will show up here.</p>
      ) : (
        <DataTable className="df-recent" rows={orders} columns={recentOrderColumns} />
      )}
    </Panel>
  )
}
