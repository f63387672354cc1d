import { and, eq, inArray, isNull, like, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { orders, payments, products, products_variants } from '@/payload-generated-schema'
import { type Cents, toDecimal } from '@/platform/money'
import { withTransaction } from '@/platform/transaction'

import { seedProducts } from './catalog/products'
import { demoCapturePattern } from './orders'

const firstProductId = 378_200_000
const firstVariantId = 4_867_000_000
const variantsPerProduct = 1000

/** The ids of the demo's products at its print shop. */
export const demoProductIds = seedProducts.map((_product, index) => String(firstProductId + index))

/**
 * What the demo shop has at its providers: its products in the Printful store, and the payments of its orders in the
 * PayPal account, in the terms of the providers. The provider of the demo accounts loads it.
 */
export type DemoAccounts = {
  printful: {
    id: number
    name: string
    type: string
    variants: {
      id: number
      name: string
      sku: string | null
      size: string | null
      color: string | null
      retailPrice: string
    }[]
  }[]
  paypal: {
    id: string
    amount: Amount
    customId: string
    createdAt: string
    refunds: { id: string; amount: Amount }[]
  }[]
}
type Amount = { currency_code: string; value: string }

const toAmount = (cents: Cents): Amount => ({ currency_code: 'USD', value: toDecimal(cents) })

/**
 * Links the demo products and their variants to their Printful ids, so that demo orders can be submitted and a product
 * sync finds them again. Products that are linked already stay as they are.
 */
export function linkDemoProducts(payload: Payload): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    for (const [index, { slug }] of seedProducts.entries()) {
      const [product] = await tx
        .update(products)
        .set({ printfulProductId: String(firstProductId + index) })
        .where(and(eq(products.slug, slug), isNull(products.printfulProductId)))
        .returning({ id: products.id })
      if (product)
        await tx
          .update(products_variants)
          .set({
            printfulVariantId: sql`(${firstVariantId + index * variantsPerProduct}::bigint + ${products_variants._order})::text`,
          })
          .where(eq(products_variants._parentID, product.id))
    }
  })
}

/** Printful's type of the blank that a demo product is printed on. */
const blankType = (sizes: readonly string[]): string =>
  sizes.length === 0 ? 'BAG' : sizes.includes('2XL') ? 'SWEATSHIRT' : 'T-SHIRT'

type VariantRow = {
  name: string
  basePriceCents: Cents | null
  variantId: string | null
  priceOverrideCents: Cents | null
  sku: string | null
  size: string | null
  color: string | null
}

const toStoreProduct = (
  id: number,
  variants: readonly VariantRow[],
): DemoAccounts['printful'][number] => ({
  id,
  name: variants[0]?.name ?? '',
  type: blankType(variants.flatMap(({ size }) => size ?? [])),
  variants: variants
    .filter(({ variantId }) => variantId)
    .map(({ variantId, name, sku, size, color, basePriceCents, priceOverrideCents }) => ({
      id: Number(variantId),
      name: [name, color, size].filter(Boolean).join(' / '),
      sku,
      size,
      color,
      retailPrice: toDecimal(priceOverrideCents ?? basePriceCents ?? 0),
    })),
})

async function listDemoProducts({ db: { drizzle } }: Payload): Promise<DemoAccounts['printful']> {
  const rows = await drizzle
    .select({
      productId: products.printfulProductId,
      name: products.name,
      basePriceCents: products.basePriceCents,
      variantId: products_variants.printfulVariantId,
      priceOverrideCents: products_variants.priceOverrideCents,
      sku: products_variants.sku,
      size: products_variants.size,
      color: products_variants.color,
    })
    .from(products_variants)
    .innerJoin(products, eq(products.id, products_variants._parentID))
    .where(inArray(products.printfulProductId, demoProductIds))
    .orderBy(products.id, products_variants._order)
  return demoProductIds.flatMap((id) => {
    const variants = rows.filter(({ productId }) => productId === id)
    return variants.length === 0 ? [] : toStoreProduct(Number(id), variants)
  })
}

async function listDemoPayments({ db: { drizzle } }: Payload): Promise<DemoAccounts['paypal']> {
  const captures = await drizzle
    .select({
      order: payments.order,
      id: payments.providerId,
      amountCents: payments.amountCents,
      createdAt: payments.createdAt,
      uuid: orders.uuid,
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order))
    .where(and(eq(payments.kind, 'capture'), like(payments.providerId, demoCapturePattern)))
    .orderBy(payments.id)
  const refunds = await drizzle
    .select({ order: payments.order, id: payments.providerId, amountCents: payments.amountCents })
    .from(payments)
    .where(
      and(
        eq(payments.kind, 'refund'),
        eq(payments.status, 'completed'),
        inArray(
          payments.order,
          captures.map(({ order }) => order),
        ),
      ),
    )
    .orderBy(payments.id)
  return captures.map(({ id, amountCents, createdAt, uuid, order }) => ({
    id,
    amount: toAmount(amountCents),
    customId: uuid,
    createdAt: new Date(createdAt).toISOString(),
    refunds: refunds
      .filter((refund) => refund.order === order)
      .map((refund) => ({ id: refund.id, amount: toAmount(refund.amountCents) })),
  }))
}

/** Returns what the providers' demo accounts must know for the demo orders to be printed and refunded. */
export async function listDemoAccounts(payload: Payload): Promise<DemoAccounts> {
  return { printful: await listDemoProducts(payload), paypal: await listDemoPayments(payload) }
}
