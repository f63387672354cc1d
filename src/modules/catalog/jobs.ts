import { and, isNull, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { products } from '@/payload-generated-schema'
import { cacheTags, revalidateTags } from '@/platform/cache-tags'

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
