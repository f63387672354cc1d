import { z } from 'zod'

import {
  orderIssues,
  type OrderListSearch,
  orderSorts,
} from '@/modules/orders/queries/admin-orders'
import { orderStatuses } from '@/modules/orders/rules/order-status'

export const ordersPageSize = 25

/** What stands in the URL of the list. Anything that cannot be meant falls back, so that an old link still opens. */
const schema = z.object({
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
  status: z.enum(orderStatuses).or(z.literal('')).catch(''),
  search: z
    .string()
    .trim()
    .transform((text) => text.slice(0, 100))
    .catch(''),
  sort: z.enum(orderSorts).catch('newest'),
  trouble: z.enum(orderIssues).or(z.literal('')).catch(''),
})

export function parseOrderListParams(query: Record<string, unknown>): OrderListSearch {
  return { ...schema.parse(query), limit: ordersPageSize }
}

/** The address of the list for a search; what is as usual is left out. */
export function orderListHref({
  page,
  status,
  search,
  sort,
  trouble,
}: Omit<OrderListSearch, 'limit'>): string {
  const params = new URLSearchParams({
    ...(search ? { search } : {}),
    ...(status ? { status } : {}),
    ...(sort === 'newest' ? {} : { sort }),
    ...(trouble ? { trouble } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  })
  return `/admin/orders${params.size > 0 ? `?${params.toString()}` : ''}`
}
