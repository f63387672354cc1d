import { eq, inArray, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { isForSale, priceCart } from '@/modules/checkout/queries'
import { noColor, noSize } from '@/modules/checkout/rules/cart'
import type { RefundShare } from '@/modules/orders/rules/line-refund'
import {
  missingCheaperText,
  swapDifference,
  type SwapMoney,
} from '@/modules/orders/rules/swap-price'
import { orders, orders_items, products_variants } from '@/payload-generated-schema'
import type { Cents } from '@/platform/money'
import type { Db } from '@/platform/transaction'

import {
  type PriceChanges,
  type PriceRise,
  readPriceChanges,
  refundedQuantity,
} from './refundable-order'

type OneOrder = { id: number } | { orderNumber: string }
type Variant = { size: string; color: string }

/** Sizes and colors that an item can be swapped for, including its own, with the refund or charge of each. */
export type SwapOptions = {
  itemId: string
  variants: (Variant & SwapMoney)[]
  /** Why sizes and colors that cost less are left out; empty if none are. */
  missingText: string
}[]

export type Swap = Variant &
  SwapMoney & {
    variantId: string
    sku: string | null
    image: string | null
    /** What one item costs after it, before discounts. */
    unitCents: Cents
    /** What the refund is for. */
    share: RefundShare | null
    /** What a buyer pays for it; null if nothing, or if it can't be paid here. */
    rise: PriceRise | null
    /** The order that paid for an earlier swap which it undoes, if all of that is the refund. */
    undone: number | null
  }

/** The variants of products in their order, priced as in the cart. */
async function listVariants(payload: Payload, db: Db, productIds: number[]) {
  if (productIds.length === 0) return []
  const variants = await db
    .select({
      id: products_variants.id,
      productId: products_variants._parentID,
      size: sql<string>`coalesce(${products_variants.size}, ${noSize})`,
      color: sql<string>`coalesce(${products_variants.color}, ${noColor})`,
    })
    .from(products_variants)
    .where(inArray(products_variants._parentID, productIds))
    .orderBy(products_variants._parentID, products_variants._order)
  const priced = await priceCart(
    payload,
    variants.map((variant) => ({ ...variant, quantity: 1 })),
  )
  return priced.map((line, index) => ({ ...line, variantId: variants[index]?.id ?? '' }))
}

const isAmong = (order: OneOrder | { ids: number[] }) => {
  if ('orderNumber' in order) return eq(orders.orderNumber, order.orderNumber)
  return inArray(orders.id, 'ids' in order ? order.ids : [order.id])
}

const readItems = (db: Db, order: Parameters<typeof isAmong>[0]) =>
  db
    .select({
      orderId: orders.id,
      id: orders_items.id,
      productId: orders_items.product,
      name: orders_items.name,
      size: orders_items.size,
      color: orders_items.color,
      quantity: orders_items.quantity,
      refunded: refundedQuantity,
      boughtCents: sql<Cents>`coalesce(${orders_items.swapUnitCents}, ${orders_items.unitPriceCents})::integer`,
    })
    .from(orders_items)
    .innerJoin(orders, eq(orders.id, orders_items._parentID))
    .where(isAmong(order))
    .orderBy(orders_items._order)

/** The refund or charge for swapping an item for one that costs `cents` more or less; null if that can't be settled. */
function swapMoney(
  { id, quantity }: Awaited<ReturnType<typeof readItems>>[number],
  cents: Cents,
  unitCents: Cents,
  changes: PriceChanges | null,
): Pick<Swap, 'share' | 'rise' | 'undone' | keyof SwapMoney> | null {
  const hasPaid = (changes?.paidFor(id) ?? 0) > 0
  const undo = (cents < 0 && hasPaid && changes?.undo(id, 0 - cents)) || null
  // A difference was paid separately, so a refund can't be split between two payments.
  if (cents < 0 && (changes?.hasPaidMove || (hasPaid && !undo))) return null
  const drop = cents < 0 && !undo ? changes?.dropTo(id, unitCents) : undefined
  const rise = (cents > 0 && changes?.riseBy(id, cents)) || null
  return {
    share: drop?.share ?? null,
    rise,
    undone: undo?.id ?? null,
    refundCents: undo?.totalCents ?? drop?.refundCents ?? 0,
    extraCents: Math.max(0, cents) * quantity,
    chargeCents: rise?.totalCents ?? 0,
  }
}

/**
 * Returns the items of an order with the variants they can be swapped for now, their own included. Lock the order's row
 * first where the result decides about money.
 */
export async function readSwaps(payload: Payload, db: Db, order: OneOrder) {
  const items = await readItems(db, order)
  const variants = await listVariants(
    payload,
    db,
    items.flatMap(({ productId }) => productId ?? []),
  )
  const changes = items[0] ? await readPriceChanges(payload, db, items[0].orderId) : null
  return items.map((item) => {
    const productVariants = variants.filter(({ productId }) => productId === item.productId)
    const isOwn = ({ size, color }: Variant): boolean => size === item.size && color === item.color
    const boughtNowCents = productVariants.find(isOwn)?.unitCents ?? null
    const paidCents = item.boughtCents + (changes?.paidFor(item.id) ?? 0)
    let missingText = ''
    const swaps = productVariants.flatMap((line): Swap[] => {
      const { size, color, variantId, sku, image } = line
      if (!isOwn(line) && (!isForSale(line) || item.refunded >= item.quantity)) return []
      const cents =
        isOwn(line) || line.unitCents === null
          ? 0
          : swapDifference({ paidCents, boughtNowCents, wantedNowCents: line.unitCents })
      const unitCents = paidCents + Math.min(0, cents)
      const money = swapMoney(item, cents, unitCents, changes)
      if (money) return [{ size, color, variantId, sku, image, unitCents, ...money }]
      missingText = missingCheaperText(changes?.hasPaidMove ?? false)
      return []
    })
    return { ...item, swaps, isOwn, missingText }
  })
}

export type AvailableVariants = { itemId: string; variants: Variant[] }[]

/** Returns the sizes and colors in which the items of an order, or of several, are for sale now, whatever they cost. */
export async function readAvailableVariants(
  payload: Payload,
  db: Db,
  order: OneOrder | { ids: number[] },
) {
  const items = await readItems(db, order)
  const variants = await listVariants(
    payload,
    db,
    items.flatMap(({ productId }) => productId ?? []),
  )
  return items.map(({ id, productId }) => ({
    itemId: id,
    variants: variants.filter((line) => line.productId === productId && isForSale(line)),
  }))
}

/** Returns the same for a page, with sizes and colors alone. */
export async function listAvailableVariants(
  payload: Payload,
  order: OneOrder | { ids: number[] },
): Promise<AvailableVariants> {
  const items = await readAvailableVariants(payload, payload.db.drizzle, order)
  return items.map(({ itemId, variants }) => ({
    itemId,
    variants: variants.map(({ size, color }) => ({ size, color })),
  }))
}

/** Returns what the items of an order can be swapped for; items without a choice are left out. */
export async function listSwapOptions(payload: Payload, order: OneOrder): Promise<SwapOptions> {
  const items = await readSwaps(payload, payload.db.drizzle, order)
  return items
    .filter(({ swaps, isOwn }) => swaps.some((swap) => !isOwn(swap)))
    .map(({ id, swaps, missingText }) => ({
      itemId: id,
      missingText,
      variants: swaps.map(({ size, color, refundCents, extraCents, chargeCents }) => ({
        size,
        color,
        refundCents,
        extraCents,
        chargeCents,
      })),
    }))
}
