import { TextLink } from '@/admin/form/button'
import { LazyFulfillmentActions } from '@/admin/lazy-components'
import type { Column } from '@/admin/list/data-table'
import { SelectAllBox, SelectRowBox } from '@/admin/list/selection'
import { sortHeads } from '@/admin/list/sort-head'
import { FulfillmentBadge } from '@/admin/printful/fulfillment-badge'
import { GraceHint } from '@/admin/printful/grace-hint'
import { Time } from '@/admin/shell/time'
import type { AdminOrder } from '@/modules/orders/queries/admin-orders'
import { formatMoney } from '@/platform/money'

import { OrderBadges } from './order-badges'
import { OrderStatusControl } from './order-status-control'
import { ordersAddress, type OrdersListParams } from './orders-list-params'

const sortable = sortHeads(ordersAddress, {
  Customer: { ascending: 'customer-a', descending: 'customer-z' },
  Date: { ascending: 'oldest', descending: 'newest', first: 'descending' },
  Total: { ascending: 'total-low', descending: 'total-high', first: 'descending' },
})

/** Admin specification 2, 'Orders': paid, with something to print, and no number at the printer. */
const waitsForPrinter = ({ status, paymentState, printfulOrderId, items }: AdminOrder): boolean =>
  status === 'paid' &&
  paymentState === 'completed' &&
  printfulOrderId === null &&
  items.some(({ quantity, refundedQuantity }) => quantity > refundedQuantity)

type Rights = { mayChange: boolean; mayPrint: boolean; mayConnect: boolean }

const PrinterCell = ({ order, rights }: { order: AdminOrder; rights: Rights }) => {
  const { fulfillment, fulfillmentNote, printfulOrderId } = order
  const isStopped = fulfillment === 'on-hold' || fulfillment === 'failed'
  return (
    <>
      {isStopped ? (
        <div className="df-orders__reason">
          <FulfillmentBadge fulfillment={fulfillment} />
          {fulfillmentNote ? <p>{fulfillmentNote}</p> : null}
        </div>
      ) : null}
      {printfulOrderId ??
        (!waitsForPrinter(order) ? (
          isStopped ? null : (
            <span aria-label="Not sent to Printful">—</span>
          )
        ) : !rights.mayPrint ? (
          rights.mayConnect ? (
            <TextLink look="plain" href="/admin/printful">
              Connect Printful to submit
            </TextLink>
          ) : (
            'Printful isn’t connected'
          )
        ) : rights.mayChange ? (
          <>
            <LazyFulfillmentActions order={{ ...order, isDue: true }} isShort />
            <GraceHint until={order.graceUntil} />
          </>
        ) : (
          'Not sent yet'
        ))}
    </>
  )
}

export function ordersColumns(params: OrdersListParams, rights: Rights): Column<AdminOrder>[] {
  return [
    {
      head: 'Select',
      headCell: <SelectAllBox />,
      className: 'df-orders__pick',
      cell: ({ id, orderNumber }) => <SelectRowBox id={id} label={orderNumber} />,
    },
    {
      head: 'Order',
      className: 'df-orders__order',
      cell: ({ id, orderNumber }) => (
        <TextLink href={`/admin/orders/${id}`}>{orderNumber}</TextLink>
      ),
    },
    {
      ...sortable('Customer', params),
      isOptional: true,
      className: 'df-orders__customer',
      cell: ({ shippingAddress: { firstName, lastName, city, stateCode }, email }) => (
        <>
          {`${firstName} ${lastName}`.trim() || email}
          <span>{[city, stateCode].filter(Boolean).join(', ')}</span>
        </>
      ),
    },
    {
      ...sortable('Date', params),
      isOptional: true,
      className: 'df-orders__date',
      cell: ({ createdAt }) => <Time at={createdAt} as="short" />,
    },
    {
      ...sortable('Total', params),
      isOptional: true,
      kind: 'number',
      className: 'df-orders__total',
      cell: ({ totalCents }) => formatMoney(totalCents),
    },
    {
      head: 'Status',
      className: 'df-orders__status',
      cell: (order) => (
        <>
          <OrderStatusControl order={order} mayChange={rights.mayChange} />{' '}
          <OrderBadges order={order} />
        </>
      ),
    },
    {
      head: 'Printful',
      isOptional: true,
      className: 'df-orders__printer',
      cell: (order) => <PrinterCell order={order} rights={rights} />,
    },
  ]
}
