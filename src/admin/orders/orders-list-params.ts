import { createListParams } from '@/admin/list/list-params'
import { orderFilters, orderSort } from '@/modules/orders/schemas/admin-orders'
import { lenientQuery } from '@/platform/schema-fields'

/** The address of the orders list. */
export const ordersAddress = createListParams(
  '/admin/orders',
  lenientQuery({ ...orderFilters, ...orderSort }),
)
export type OrdersListParams = ReturnType<typeof ordersAddress.parse>
