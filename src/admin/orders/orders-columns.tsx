import { PanelLink, TextLink } from '@/admin/form/button'
import type { Column } from '@/admin/list/data-table'
import { SelectAllBox, SelectRowBox } from '@/admin/list/selection'
import { FulfillmentActions } from '@/admin/printful/fulfillment-actions'
import { FulfillmentBadge } from '@/admin/printful/fulfillment-badge'
import { Time } from '@/admin/shell/time'
import type { AdminOrder } from '@/modules/orders/queries/admin-orders'
import { formatMoney } from '@/platform/money'

import { PartlyRefundedBadge } from './order-badges'
import { OrderStatusControl } from './order-status-control'
import { orderHref, ordersAddress, type OrdersListParams } from './orders-list-params'

type Sort = OrdersListParams['sort']
/** The order that a head gives at its first click, and the opposite one. */
const headSorts = {
  Customer: ['customer-a', 'customer-z'],
  Date: ['newest', 'oldest'],
  Total: ['total-high', 'total-low'],
} satisfies Record<string, [Sort, Sort]>
const ascending: readonly Sort[] = ['customer-a', 'oldest', 'total-low']

/** A head that sorts the list by its column, and turns the order around at the second click. */
const sortable = (
  head: keyof typeof headSorts,
  params: OrdersListParams,
): Pick<Column<AdminOrder>, 'head' | 'headCell' | 'sorted'> => {
  const [first, second] = headSorts[head]
  const { sort } = params
  const isSorted = sort === first || sort === second
  const isAscending = ascending.includes(sort)
  return {
    head,
    sorted: isSorted ? (isAscending ? 'ascending' : 'descending') : undefined,
    headCell: (
      <PanelLink
        className="df-sort"
        href={ordersAddress.href({ ...params, sort: sort === first ? second : first, page: 1 })}
      >
        {head}
        <span aria-hidden>{isSorted ? (isAscending ? ' ↑' : ' ↓') : ''}</span>
      </PanelLink>
    ),
  }
}

/** Admin specification 2, 'Orders': paid, and no number at the printer. */
const waitsForPrinter = ({ status, paymentState, printfulOrderId }: AdminOrder): boolean =>
  status === 'paid' && paymentState === 'completed' && printfulOrderId === null

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
          <FulfillmentActions order={order} isShort />
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
        <TextLink href={orderHref(id, params)}>{orderNumber}</TextLink>
      ),
    },
    {
      ...sortable('Customer', params),
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
      className: 'df-orders__date',
      cell: ({ createdAt }) => <Time at={createdAt} as="short" />,
    },
    {
      ...sortable('Total', params),
      kind: 'number',
      className: 'df-orders__total',
      cell: ({ totalCents }) => formatMoney(totalCents),
    },
    {
      head: 'Status',
      className: 'df-orders__status',
      cell: (order) => (
        <>
          <OrderStatusControl order={order} mayChange={rights.mayChange} />
          <PartlyRefundedBadge order={order} />
        </>
      ),
    },
    {
      head: 'Printful',
      className: 'df-orders__printer',
      cell: (order) => <PrinterCell order={order} rights={rights} />,
    },
  ]
}
