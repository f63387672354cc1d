import { randomBytes, randomUUID } from 'node:crypto'

import { sql } from '@payloadcms/db-postgres/drizzle'

import type { PricedCartLine } from '@/modules/checkout/queries'
import type { OrderTotals, SaleTax } from '@/modules/checkout/rules/pricing'
import type { ShippingOption } from '@/modules/checkout/rules/shipping-options'
import { createOrderKey, hashOrderKey } from '@/modules/orders/order-access-key'
import { orders, orders_discounts, orders_items } from '@/payload-generated-schema'
import type { Order } from '@/payload-types'
import { toIsoDate } from '@/platform/calendar-days'
import { env } from '@/platform/env'
import type { Cents } from '@/platform/money'
import type { Tx } from '@/platform/transaction'

/** A cart as it was priced: all lines are for sale, and the totals are theirs. */
export type PricedOrder = {
  lines: readonly (PricedCartLine & { unitCents: Cents; discountCents: Cents })[]
  totals: OrderTotals & SaleTax
  /** `id` is null for a discount that staff gave to this order only. */
  discounts: readonly {
    id: number | null
    name: string
    code: string | null
    isForShipping: boolean
  }[]
  /** Only the method where nothing is shipped. */
  shipping: ShippingOption | Pick<ShippingOption, 'method'>
  taxCertificate: string | null
}

type NewOrder = PricedOrder &
  Pick<
    Order,
    | 'email'
    | 'shippingAddress'
    | 'billingAddress'
    | 'billingSameAsShipping'
    | 'newsletterSubscribe'
    | 'isGift'
    | 'giftRecipient'
    | 'giftNote'
    | 'senderName'
    | 'paymentMethod'
    | 'requestHash'
    | 'cartId'
    | 'paidCartId'
    | 'payableUntil'
    | 'priceDifference'
  > & {
    /** Unique: the same one is never two orders. */
    checkoutId: string
    customerId: number | null
    giftCard?: { id: number; cents: Cents } | null
  }

const shippingFields = (shipping: PricedOrder['shipping']) => {
  if (!('days' in shipping)) return { shippingMethod: shipping.method }
  const { print, transit } = shipping.days
  return {
    shippingMethod: shipping.method,
    shippingService: shipping.service,
    printDaysMin: print.min,
    printDaysMax: print.max,
    transitDaysMin: transit.min,
    transitDaysMax: transit.max,
  }
}

/**
 * Returns a new order's number and key. The numbers are from a sequence: they are unique without a lock, and gaps are
 * fine.
 */
export async function newOrderFields(tx: Tx) {
  const uuid = randomUUID()
  const { rows } = await tx.execute(sql`select nextval('order_numbers') as value`)
  return {
    orderNumber: `DF-${String(rows[0]?.value)}`,
    uuid,
    accessKeyHash: hashOrderKey(createOrderKey(uuid)),
    version: 1,
    paymentAttempt: 1,
    fulfillmentAttempt: 1,
  }
}

/** The columns of a group: `shippingAddress_city`. */
const groupColumns = (name: string, group: object = {}): Partial<typeof orders.$inferInsert> =>
  Object.fromEntries(Object.entries(group).map(([key, value]) => [`${name}_${key}`, value]))

/** Rows of a list of the order, as Payload writes them. */
const listRows = <Row extends object>(orderId: number, rows: readonly Row[]) =>
  rows.map((row, index) => ({
    ...row,
    id: randomBytes(12).toString('hex'),
    _order: index + 1,
    _parentID: orderId,
  }))

/**
 * Writes an unpaid order with its lines, prices, and totals, in the caller's transaction. No provider is called. The
 * Local API takes several times as long, and has no hooks for orders.
 */
export async function insertOrder(
  tx: Tx,
  { lines, totals, discounts, shipping, customerId, giftCard, ...order }: NewOrder,
): Promise<Order> {
  const columns = {
    ...(await newOrderFields(tx)),
    status: 'pending' as const,
    currency: 'USD',
    ...totals,
    ...shippingFields(shipping),
    ...order,
    customer: customerId,
    giftCard: giftCard?.id ?? null,
    giftCardCents: giftCard?.cents ?? 0,
    paymentState: 'none' as const,
    paypalEnvironment: env.PAYPAL_ENVIRONMENT,
  }
  const [row] = await tx
    .insert(orders)
    .values({
      ...columns,
      ...groupColumns('shippingAddress', order.shippingAddress),
      ...groupColumns('billingAddress', order.billingAddress),
      ...groupColumns('priceDifference', order.priceDifference),
    })
    .returning({ id: orders.id, createdAt: orders.createdAt, updatedAt: orders.updatedAt })
  if (!row) throw new Error('The order was not written')
  const items = listRows(
    row.id,
    lines.map(({ productId, unitCents, ...line }) => ({
      ...line,
      product: productId,
      unitPriceCents: unitCents,
    })),
  )
  if (items.length > 0) await tx.insert(orders_items).values(items)
  const used = listRows(
    row.id,
    discounts.map(({ id, ...discount }) => ({ discount: id, ...discount })),
  )
  if (used.length > 0) await tx.insert(orders_discounts).values(used)
  const [createdAt, updatedAt] = [toIsoDate(row.createdAt), toIsoDate(row.updatedAt)]
  return { ...columns, id: row.id, items, discounts: used, createdAt, updatedAt }
}
