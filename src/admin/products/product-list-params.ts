import { z } from 'zod'

import type { AdminProductSearch } from '@/modules/catalog/queries/admin-products'
import { adminProductSorts, productStates } from '@/modules/catalog/schemas/admin-products'
import { screenQuery } from '@/platform/schema-fields'

export const productsPageSize = 25

/** What stands in the URL of the list. Anything that cannot be meant falls back, so that an old link still opens. */
const schema = z.object({
  ...screenQuery,
  category: z
    .string()
    .regex(/^[a-z0-9-]{1,60}$/)
    .catch(''),
  status: z.enum(productStates).or(z.literal('')).catch(''),
  show: z.enum(['unsellable']).or(z.literal('')).catch(''),
  sort: z.enum(adminProductSorts).catch('newest'),
})

export function parseProductListParams(query: Record<string, unknown>): AdminProductSearch {
  return { ...schema.parse(query), limit: productsPageSize }
}

/** What is asked for beyond the usual, as a query. */
export function productListQuery({
  search,
  category,
  status,
  show,
  sort,
}: Omit<AdminProductSearch, 'limit' | 'page'>): URLSearchParams {
  return new URLSearchParams({
    ...(search ? { search } : {}),
    ...(category ? { category } : {}),
    ...(status ? { status } : {}),
    ...(show ? { show } : {}),
    ...(sort === 'newest' ? {} : { sort }),
  })
}

export function productListHref(search: Omit<AdminProductSearch, 'limit'>): string {
  const params = productListQuery(search)
  if (search.page > 1) params.set('page', String(search.page))
  return `/admin/products${params.size > 0 ? `?${params.toString()}` : ''}`
}
