import type { AdminOrder } from '@/modules/orders/queries/admin-orders'

import { OrderStatusBadge } from './order-badges'
import { OrderStatusSelect } from './order-status-select'

/** The status of an order; those who may change it get a select, which is sent only the fields it needs. */
export function OrderStatusControl({
  order: { id, orderNumber, totalCents, status, version, paymentState, paymentMethods },
  mayChange,
}: {
  order: AdminOrder
  mayChange: boolean
}) {
  return mayChange ? (
    <OrderStatusSelect
      order={{ id, orderNumber, totalCents, status, version, paymentState, paymentMethods }}
    />
  ) : (
    <OrderStatusBadge status={status} />
  )
}
