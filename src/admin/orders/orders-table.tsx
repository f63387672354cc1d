import { TextLink } from '@/admin/form/button'
import { Time } from '@/admin/shell/facts'

import { FulfillmentActions } from '@/admin/printful/fulfillment-actions'
import type { AdminOrder } from '@/modules/orders/queries/admin-orders'
import { formatMoney } from '@/platform/money'

import { OrderStatusBadge } from './order-status-badge'
import { OrderStatusSelect } from './order-status-select'

const nameOf = ({ shippingAddress: { firstName, lastName }, email }: AdminOrder): string =>
  `${firstName} ${lastName}`.trim() || email
const placeOf = ({ shippingAddress: { city, stateCode } }: AdminOrder): string =>
  [city, stateCode].filter(Boolean).join(', ')

/** Admin specification 2, 'Orders': paid, and no number at the printer. */
const waitsForPrinter = ({ status, paymentState, printfulOrderId }: AdminOrder): boolean =>
  status === 'paid' && paymentState === 'completed' && printfulOrderId === null

type Props = {
  orders: AdminOrder[]
  mayChange: boolean
  /** The printer can be reached. */
  mayPrint: boolean
}

/** A table with room; below lg each row is a card (orders.css). */
export function OrdersTable({ orders, mayChange, mayPrint }: Props) {
  return (
    <table className="df-table df-orders">
      <thead>
        <tr>
          <th scope="col">Order</th>
          <th scope="col">Customer</th>
          <th scope="col">Date</th>
          <th scope="col" className="df-number">
            Total
          </th>
          <th scope="col">Status</th>
          <th scope="col">Printer</th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id}>
            <td className="df-orders__order">
              <TextLink href={`/admin/orders/${order.id}`}>{order.orderNumber}</TextLink>
            </td>
            <td className="df-orders__customer">
              {nameOf(order)}
              <span>{placeOf(order)}</span>
            </td>
            <td className="df-orders__date">
              <Time at={order.createdAt} as="short" />
            </td>
            <td className="df-orders__total df-number">{formatMoney(order.totalCents)}</td>
            <td className="df-orders__status">
              {mayChange ? (
                <OrderStatusSelect
                  id={order.id}
                  orderNumber={order.orderNumber}
                  totalCents={order.totalCents}
                  stored={{
                    status: order.status,
                    version: order.version,
                    paymentState: order.paymentState,
                  }}
                />
              ) : (
                <OrderStatusBadge status={order.status} />
              )}
            </td>
            <td className="df-orders__printer">
              {order.printfulOrderId ??
                (mayChange && mayPrint && waitsForPrinter(order) ? (
                  <FulfillmentActions order={order} isShort />
                ) : (
                  <span aria-label="Not at the printer">—</span>
                ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
