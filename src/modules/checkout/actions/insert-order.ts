import { randomUUID } from 'node:crypto'

import { sql } from '@payloadcms/db-postgres/drizzle'

import type { PricedCartLine } from '@/modules/checkout/queries'
import type { OrderTotals, SaleTax } from '@/modules/checkout/rules/pricing'
import type { ShippingOption } from '@/modules/checkout/rules/shipping-options'
import { createOrderKey, hashOrderKey } from '@/modules/orders/order-access-key'
import type { Order } from '@/payload-types'
import { env } from '@/platform/env'
import type { Cents } from '@/platform/money'
import type { Tx, TxRequest } from '@/platform/transaction'

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

/** Writes an unpaid order with its lines, prices, and totals, in the caller's transaction. No provider is called. */
export async function insertOrder(
  req: TxRequest,
  tx: Tx,
  { lines, totals, discounts, shipping, customerId, giftCard, ...order }: NewOrder,
): Promise<Order> {
  return req.payload.create({
    collection: 'orders',
    req,
    depth: 0,
    data: {
      ...(await newOrderFields(tx)),
      status: 'pending',
      currency: 'USD',
      ...totals,
      ...shippingFields(shipping),
      ...order,
      customer: customerId,
      items: lines.map((line) => ({
        product: line.productId,
        name: line.name,
        image: line.image,
        size: line.size,
        color: line.color,
        sku: line.sku,
        unitPriceCents: line.unitCents,
        quantity: line.quantity,
        discountCents: line.discountCents,
        isFinalSale: line.isFinalSale,
      })),
      discounts: discounts.map(({ id, ...discount }) => ({ discount: id, ...discount })),
      giftCard: giftCard?.id ?? null,
      giftCardCents: giftCard?.cents ?? 0,
      paymentState: 'none',
      paypalEnvironment: env.PAYPAL_ENVIRONMENT,
    },
  })
}
