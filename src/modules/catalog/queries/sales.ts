import { and, asc, isNull, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { products } from '@/payload-generated-schema'
import { toIsoDate } from '@/platform/calendar-days'
import type { Cents } from '@/platform/money'

import { priceBeforeSaleCents, saleState } from './product-columns'

/** A product with a sale that runs or is planned. Dates are ISO strings. */
export type Sale = {
  /** Of the product. */
  id: number
  name: string
  state: 'planned' | 'running'
  basePriceCents: Cents | null
  salePriceCents: Cents
  /** What the shop shows struck through; null before the sale, or if the price wasn’t higher. */
  priceBeforeCents: Cents | null
  startsAt: string
  endsAt: string | null
}

const maxListed = 1_000

/** Returns the sales that run and are planned, in the order in which they start, at most 1,000. */
export async function listSales({ db }: Pick<Payload, 'db'>): Promise<Sale[]> {
  const rows = await db.drizzle
    .select({
      id: products.id,
      name: products.name,
      state: sql<Sale['state']>`${saleState}`,
      basePriceCents: products.basePriceCents,
      salePriceCents: sql<Cents>`${products.salePriceCents}::integer`,
      priceBeforeCents: priceBeforeSaleCents,
      startsAt: sql<string>`${products.saleStartsAt}`,
      endsAt: products.saleEndsAt,
    })
    .from(products)
    .where(and(isNull(products.deletedAt), sql`${saleState} in ('planned', 'running')`))
    .orderBy(asc(products.saleStartsAt), asc(products.name))
    .limit(maxListed)
  return rows.map((row) => ({
    ...row,
    startsAt: toIsoDate(row.startsAt),
    endsAt: toIsoDate(row.endsAt),
  }))
}
