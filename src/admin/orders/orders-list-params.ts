import { createListParams } from '@/admin/list/list-params'
import { orderFilters, orderSort } from '@/modules/orders/schemas/admin-orders'
import { lenientQuery } from '@/platform/schema-fields'

/** The address of the orders list. */
export const ordersAddress = createListParams(
  '/admin/orders',
  lenientQuery({ ...orderFilters, ...orderSort }),
)
export type OrdersListParams = ReturnType<typeof ordersAddress.parse>

/** The address of an order that leads back to the list as it is. */
export function orderHref(id: number, params: OrdersListParams): string {
  const list = ordersAddress.href(params).split('?')[1]
  return `/admin/orders/${id}${list ? `?list=${encodeURIComponent(list)}` : ''}`
}

/** The list that an order was opened from; anything else leads to all orders. */
export function listHref(list: unknown): string {
  return typeof list === 'string'
    ? ordersAddress.href(ordersAddress.parse(Object.fromEntries(new URLSearchParams(list))))
    : ordersAddress.path
}
