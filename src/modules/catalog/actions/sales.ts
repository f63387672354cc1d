import { and, asc, eq, inArray, isNull, or, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { saleState } from '@/modules/catalog/queries/product-columns'
import { reducedPriceCents } from '@/modules/catalog/rules/product'
import {
  maxSaleProducts,
  type NewSaleInput,
  type NewSaleResult,
} from '@/modules/catalog/schemas/sales'
import { products } from '@/payload-generated-schema'
import type { User } from '@/payload-types'
import { audit } from '@/platform/audit'
import { cacheTags, revalidateTags } from '@/platform/cache-tags'
import { AppError, notFound } from '@/platform/errors'
import { type Tx, withTransaction } from '@/platform/transaction'

/** Whether no size or color has the product's price, so that a sale would change nothing. */
const hasOwnPrices = sql<boolean | null>`(select bool_and(variant.price_override_cents is not null)
  from products_variants variant where variant._parent_id = products.id)`

const lockProducts = (tx: Tx, { productIds, categoryIds }: NewSaleInput) =>
  tx
    .select({
      id: products.id,
      name: products.name,
      basePriceCents: products.basePriceCents,
      saleState,
      hasOwnPrices,
    })
    .from(products)
    .where(
      and(
        isNull(products.deletedAt),
        or(inArray(products.id, productIds), inArray(products.category, categoryIds)),
      ),
    )
    .orderBy(asc(products.id))
    .for('update')

type Candidate = Awaited<ReturnType<typeof lockProducts>>[number]

/** Sales don't overlap: a product has one at a time. */
const reasonToSkip = (product: Candidate, priceCents: number | null): string | null => {
  if (product.saleState === 'running' || product.saleState === 'planned')
    return 'It already has a sale.'
  if (product.basePriceCents === null) return 'It has no price.'
  if (product.hasOwnPrices) return 'All of its sizes and colors have their own price.'
  return priceCents === null ? 'This percentage doesn’t lower its price.' : null
}

/**
 * Puts products on sale, now or later, in one transaction. Those with a sale keep it, so a retry changes nothing; they
 * are returned with the reason.
 * @throws AppError invalid (no or too many products)
 */
export function startSale(
  payload: Payload,
  user: User,
  input: NewSaleInput,
): Promise<NewSaleResult> {
  return withTransaction(payload, async (req, tx) => {
    const rows = await lockProducts(tx, input)
    const refusal =
      rows.length === 0
        ? 'There are no products in this sale.'
        : rows.length > maxSaleProducts
          ? `A sale can start for up to ${maxSaleProducts.toLocaleString('en-US')} products at once.`
          : null
    if (refusal) throw new AppError('invalid', refusal)
    const skipped: NewSaleResult['skipped'] = []
    const started: number[] = []
    for (const product of rows) {
      const priceCents = reducedPriceCents(product.basePriceCents, input.percent)
      const reason = reasonToSkip(product, priceCents)
      if (reason !== null) {
        skipped.push({ id: product.id, name: product.name, reason })
        continue
      }
      await tx
        .update(products)
        .set({
          salePriceCents: priceCents,
          saleStartsAt: input.startsAt,
          saleEndsAt: input.endsAt,
          updatedAt: new Date().toISOString(),
        })
        .where(eq(products.id, product.id))
      await audit(tx, user, {
        action: 'product.sale_set',
        subjectType: 'product',
        subjectId: product.id,
        details: { salePriceCents: priceCents ?? 0, together: rows.length },
      })
      started.push(product.id)
    }
    if (started.length > 0)
      await revalidateTags(req, [...started.map(cacheTags.product), cacheTags.products])
    return { started: started.length, skipped }
  })
}

/** Ends the sale of a product, or cancels a planned one. @throws AppError not_found (there is none) */
export function endSale(payload: Payload, user: User, productId: number): Promise<void> {
  return withTransaction(payload, async (req, tx) => {
    const [product] = await tx
      .select({ saleState })
      .from(products)
      .where(and(eq(products.id, productId), isNull(products.deletedAt)))
      .for('update')
    if (product?.saleState !== 'running' && product?.saleState !== 'planned')
      throw notFound('This sale')
    // The trigger price_product also clears its start and end.
    await tx
      .update(products)
      .set({ salePriceCents: null, updatedAt: new Date().toISOString() })
      .where(eq(products.id, productId))
    await audit(tx, user, {
      action: 'product.sale_ended',
      subjectType: 'product',
      subjectId: productId,
    })
    await revalidateTags(req, [cacheTags.product(productId), cacheTags.products])
  })
}
