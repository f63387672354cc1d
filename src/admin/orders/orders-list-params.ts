import { createListParams } from '@/admin/list/list-params'
import { orderFilters, orderSort } from '@/modules/orders/schemas/admin-orders'
import { lenientQuery } from '@/platform/schema-fields'

export const ordersAddress = createListParams(
  '/admin/orders',
  lenientQuery({ ...orderFilters, ...orderSort }),
)
export type OrdersListParams = ReturnType<typeof ordersAddress.parse>
