import {
  and,
  asc,
  count,
  countDistinct,
  eq,
  gt,
  inArray,
  isNotNull,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { isLinked } from '@/modules/fulfillment/queries/printful-products'
import { submittableStatuses } from '@/modules/fulfillment/rules/fulfillment'
import { formatPrice, sanitizeProductName } from '@/modules/fulfillment/rules/printful-product'
import { isPaidAndOpen } from '@/modules/orders/queries/admin-orders'
import { orders, orders_items, products, products_variants } from '@/payload-generated-schema'
import type { Cents } from '@/platform/money'
import { pluralize } from '@/platform/pluralize'
import type { SyncJob, SyncRow, SyncRun } from '@/platform/sync-engine'
import type { PrintfulGateway, PrintfulProduct } from '@/providers/printful/interface'

const perPage = 50

type LocalProduct = {
  id: number
  printfulId: string
  name: string
  isActive: boolean
  /** Paid orders that wait to be submitted. */
  openOrders: number
  variants: { printfulId: string; label: string; priceCents: Cents | null }[]
}

/** Lists products linked to Printful in pages by id. */
async function listLocalProducts({ db }: Payload, afterId: number): Promise<LocalProduct[]> {
  const openOrders = db.drizzle
    .select({ orders: countDistinct(orders.id) })
    .from(orders_items)
    .innerJoin(orders, eq(orders.id, orders_items._parentID))
    .where(
      and(
        eq(orders_items.product, products.id),
        isPaidAndOpen,
        inArray(orders.fulfillment, submittableStatuses),
      ),
    )
  const page = await db.drizzle
    .select({
      id: products.id,
      printfulId: products.printfulProductId,
      name: products.name,
      isActive: products.isActive,
      basePriceCents: products.basePriceCents,
      openOrders: sql`${openOrders}`.mapWith(Number),
    })
    .from(products)
    .where(and(isLinked, gt(products.id, afterId)))
    .orderBy(asc(products.id))
    .limit(perPage)
  const variants = await db.drizzle
    .select({
      productId: products_variants._parentID,
      printfulId: products_variants.printfulVariantId,
      color: products_variants.color,
      size: products_variants.size,
      priceOverrideCents: products_variants.priceOverrideCents,
    })
    .from(products_variants)
    .where(
      and(
        inArray(
          products_variants._parentID,
          page.map(({ id }) => id),
        ),
        isNotNull(products_variants.printfulVariantId),
      ),
    )
    .orderBy(asc(products_variants._order))
  return page.map(({ basePriceCents, ...product }) => ({
    ...product,
    printfulId: product.printfulId ?? '',
    isActive: product.isActive ?? false,
    variants: variants
      .filter(({ productId }) => productId === product.id)
      .map(({ printfulId, color, size, priceOverrideCents }) => ({
        printfulId: printfulId ?? '',
        label: [color, size].filter((part) => part !== null).join(' '),
        // The full price: sale prices are not sent to Printful.
        priceCents: priceOverrideCents ?? basePriceCents,
      })),
  }))
}

type Difference = {
  product: Parameters<PrintfulGateway['updateProduct']>[1]
  prices: { id: string; priceCents: Cents }[]
  changes: string[]
  notes: string[]
}

/** Compares a product with Printful's. Prices are set per variant: updating a product with only some variants deletes the others there. */
function compareProducts(local: LocalProduct, remote: PrintfulProduct): Difference {
  const difference: Difference = { product: {}, prices: [], changes: [], notes: [] }
  const { product, prices, changes, notes } = difference
  if (sanitizeProductName(remote.name) !== local.name) {
    product.name = local.name
    changes.push(`title: “${local.name}”`)
  }
  if (remote.isIgnored === local.isActive) {
    if (!local.isActive && local.openOrders > 0)
      notes.push(
        `not hidden yet: ${local.openOrders} paid ${local.openOrders === 1 ? 'order is' : 'orders are'} still open`,
      )
    else {
      product.isIgnored = !local.isActive
      changes.push(local.isActive ? 'shown' : 'hidden')
    }
  }
  for (const { printfulId, label, priceCents } of local.variants) {
    const variant = remote.variants.find(({ id }) => id === printfulId)
    if (!variant) notes.push(`${label || 'a variant'} is no longer on Printful`)
    else if (variant.currency !== 'USD')
      notes.push(`${label || 'a variant'} is priced in ${variant.currency} on Printful`)
    else if (priceCents !== null && priceCents > 0 && priceCents !== variant.priceCents) {
      prices.push({ id: variant.id, priceCents })
      changes.push(
        `${label || 'price'}: ${formatPrice(variant.priceCents)} to ${formatPrice(priceCents)}`,
      )
    }
  }
  return difference
}

async function pushProduct(
  printful: PrintfulGateway,
  local: LocalProduct,
  isPreview: boolean,
): Promise<SyncRow> {
  const remote = await printful.getProduct(local.printfulId)
  if (!remote)
    return {
      result: 'skipped',
      message:
        'This product is no longer on Printful. Sync from Printful to remove it from the shop.',
      details: { productId: local.id },
    }
  const { product, prices, changes, notes } = compareProducts(local, remote)
  if (!isPreview) {
    // One call for name and visibility: product changes have the tightest rate limit.
    if (Object.keys(product).length > 0) await printful.updateProduct(remote.id, product)
    for (const { id, priceCents } of prices) await printful.updateVariantPrice(id, priceCents)
  }
  const message = [...changes, ...notes].join('; ')
  return {
    result: changes.length > 0 ? 'updated' : notes.length > 0 ? 'skipped' : 'unchanged',
    message: message ? message.charAt(0).toUpperCase() + message.slice(1) : undefined,
    details: { productId: local.id },
  }
}

/**
 * Sync job: sends prices, names, and visibility to Printful where they differ. Nothing is created or
 * deleted there. After a crash, every product is compared again, so repeating it is safe.
 */
export function pushPrintfulProducts(
  { payload, printful }: { payload: Payload; printful: PrintfulGateway },
  { isPreview }: SyncRun,
): SyncJob<LocalProduct> {
  return {
    page: async (cursor) => {
      const [linked] = await payload.db.drizzle
        .select({ total: count() })
        .from(products)
        .where(isLinked)
      const items = await listLocalProducts(payload, Number(cursor ?? 0))
      return { items, total: linked?.total, next: items.length < perPage ? null : items.at(-1)?.id }
    },
    keyOf: ({ printfulId }) => printfulId,
    labelOf: ({ name }) => name,
    each: (local) => pushProduct(printful, local, isPreview),
    summary: ({ updated, unchanged, skipped, failed }) => {
      const rest = `${skipped > 0 ? ` ${skipped} skipped.` : ''}${failed > 0 ? ` ${failed} failed.` : ''}`
      return isPreview
        ? `${pluralize(updated, 'product')} would change on Printful, ${unchanged} unchanged.${rest}`
        : `${pluralize(updated, 'product')} synced to Printful, ${unchanged} unchanged.${rest}`
    },
  }
}
