import { and, isNull, or, sql, type SQLWrapper } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { products } from '@/payload-generated-schema'
import { cacheTags, revalidateTags } from '@/platform/cache-tags'
import { withTransaction } from '@/platform/transaction'

import { currentPriceCents, effectivePriceCents, pricedAt } from './queries/product-columns'
import { newProductInterval } from './rules/product'

/** A little longer than the time between two runs of the job. */
const lookBackHours = 25

/** Cached pages bake in the "New" badge, so this revalidates them once a product has stopped being new. */
export async function refreshNewBadges(payload: Payload): Promise<void> {
  const endOfNew = sql`now() - ${newProductInterval}::interval`
  const [product] = await payload.db.drizzle
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        sql`${products.isActive}`,
        isNull(products.deletedAt),
        sql`${products.createdAt} between ${endOfNew} - make_interval(hours => ${lookBackHours}) and ${endOfNew}`,
      ),
    )
    .limit(1)
  if (product) await revalidateTags({ payload }, [cacheTags.products])
}

/**
 * Applies sales that started or ended: renews the price that filters and sorting use, and the pages that show it. A
 * page that was rendered just before a start or an end may be stored after the first run, so the next run renews it
 * once more. Changes missed while the worker was off, even a whole sale, are applied afterwards. Repeating a run is
 * safe.
 */
export function refreshSalePrices(payload: Payload): Promise<void> {
  return withTransaction(payload, async (req, tx) => {
    const price = sql`coalesce(${currentPriceCents}, 0)`
    const isNew = (moment: SQLWrapper) =>
      sql`${moment} between least(${pricedAt}, now() - interval '2 minutes') and now()`
    const rows = await tx
      .update(products)
      // The trigger price_product computes the price; any write runs it.
      .set({ salePriceCents: sql`${products.salePriceCents}` })
      .where(
        or(
          sql`${effectivePriceCents} <> ${price}`,
          isNew(products.saleStartsAt),
          isNew(products.saleEndsAt),
        ),
      )
      .returning({ id: products.id })
    if (rows.length > 0)
      await revalidateTags(req, [
        ...rows.map(({ id }) => cacheTags.product(id)),
        cacheTags.products,
      ])
  })
}
