import { desc, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { toIsoDate } from '@/platform/calendar-days'
import type { Cents } from '@/platform/money'
import { offsetOf, pagedRows, type PageQuery, type RowOf } from '@/platform/paged-list'

/** Written by triggers (migration 20261123_112600_sale_rules) for every price change. Who made it isn't stored. */
const priceTable = sql`product_prices`
const prices = {
  id: sql`product_prices.id`.mapWith(Number),
  changedAt: sql<string>`product_prices.changed_at`,
  isActive: sql<boolean>`product_prices.is_active`,
  basePriceCents: sql<Cents | null>`product_prices.base_price_cents`,
  salePriceCents: sql<Cents | null>`product_prices.sale_price_cents`,
  saleStartsAt: sql<string | null>`product_prices.sale_starts_at`,
  saleEndsAt: sql<string | null>`product_prices.sale_ends_at`,
}

/**
 * Returns one page of what a product has cost, newest first. Each entry is in force from `changedAt` until the next
 * one. Dates are ISO 8601.
 */
export function listProductPrices(
  { db: { drizzle } }: Payload,
  productId: number,
  page: PageQuery,
) {
  const isOfProduct = sql`product_prices.product_id = ${productId}`
  return pagedRows(
    page,
    drizzle
      .select(prices)
      .from(priceTable)
      .where(isOfProduct)
      .orderBy(desc(prices.changedAt), desc(sql`product_prices.id`))
      .limit(page.limit)
      .offset(offsetOf(page))
      .then((rows) =>
        rows.map((row) => ({
          ...row,
          changedAt: toIsoDate(row.changedAt),
          saleStartsAt: toIsoDate(row.saleStartsAt),
          saleEndsAt: toIsoDate(row.saleEndsAt),
        })),
      ),
    drizzle.$count(priceTable, isOfProduct),
  )
}
export type ProductPrice = RowOf<typeof listProductPrices>
