import { and, eq } from '@payloadcms/db-postgres/drizzle'

import { reviews } from '@/payload-generated-schema'
import { cacheTags, revalidateTags } from '@/platform/cache-tags'
import type { Tx } from '@/platform/transaction'

/** Renews the product pages with a customer's reviews, which are hidden while the account is paused. */
export async function revalidateReviewsOf(
  req: Parameters<typeof revalidateTags>[0],
  tx: Tx,
  userId: number,
): Promise<void> {
  const reviewed = await tx
    .selectDistinct({ productId: reviews.product })
    .from(reviews)
    .where(and(eq(reviews.customer, userId), eq(reviews.status, 'approved')))
  await revalidateTags(
    req,
    reviewed.map(({ productId }) => cacheTags.product(productId)),
  )
}
