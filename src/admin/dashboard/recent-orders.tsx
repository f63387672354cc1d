import { TextLink } from '@/admin/form/button'
import { type Column, DataTable } from '@/admin/list/data-table'
import { OrderStatusBadge, PriceDifferenceBadge } from '@/admin/orders/order-badges'
import { Panel } from '@/admin/shell/panel'
import { Time } from '@/admin/shell/time'
import type { AdminOrder } from '@/modules/orders/queries/admin-orders'
import { formatMoney } from '@/platform/money'

type Row = Pick<AdminOrder, 'id' | 'orderNumber' | 'createdAt' | 'status' | 'totalCents'> & {
  isPriceDifference: boolean
}
export const recentOrderColumns: Column<Row>[] = [
  {
    head: 'Order',
    cell: ({ id, orderNumber }) => <TextLink href={`/admin/orders/${id}`}>{orderNumber}</TextLink>,
  },
  { head: 'Date', kind: 'soft', cell: ({ createdAt }) => <Time at={createdAt} as="date" /> },
  {
    head: 'Status',
    cell: ({ status, isPriceDifference }) => (
      <>
        <OrderStatusBadge status={status} /> {isPriceDifference ? <PriceDifferenceBadge /> : null}
      </>
    ),
  },
  { head: 'Total', kind: 'number', cell: ({ totalCents }) => formatMoney(totalCents) },
]

export function RecentOrders({ orders }: { orders: AdminOrder[] }) {
  const rows = orders.map((order) => ({
    ...order,
    isPriceDifference: order.priceDifference !== null,
  }))
  return (
    <Panel
      title="Recent orders"
      aside={
        <TextLink look="strong" href="/admin/orders">
          All orders
        </TextLink>
      }
    >
      {rows.length === 0 ? (
        <p className="df-panel__text">No orders yet. Your first order will show up here.</p>
      ) : (
        <DataTable className="df-recent" rows={rows} columns={recentOrderColumns} />
      )}
    </Panel>
  )
}
