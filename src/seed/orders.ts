import { createHash } from 'node:crypto'

import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { withoutAudit } from '@/hooks/record-audit'
import { effectivePriceCents } from '@/modules/catalog/rules/product'
import { noColor, noSize } from '@/modules/checkout/rules/cart'
import {
  calculateTax,
  calculateTotals,
  defaultPricingRules,
} from '@/modules/checkout/rules/pricing'
import { createOrderKey, hashOrderKey } from '@/modules/orders/order-access-key'
import type { OrderStatus } from '@/modules/orders/rules/order-status'
import type { Product } from '@/payload-types'
import { withTransaction } from '@/platform/transaction'

import { type SeedCustomer, seedCustomers } from './catalog/customers'
import { seedReviews } from './catalog/reviews'
import { daysAgo } from './days-ago'

/** Numbers that look random and are the same each time, so that two demo shops are alike. */
export function seededRandom(seed: number) {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return {
    /** 0 ≤ whole number < below */
    below: (below: number): number => Math.floor(next() * below),
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
  }
}

type Plan = { buyer: SeedCustomer; products: string[]; status: OrderStatus; age: number }
type Step = { status: OrderStatus | 'placed'; days: number; message: string; actor: string }

/** The number of orders per status, besides those that belong to a review (which were delivered). */
const others: Record<OrderStatus, { count: number; age: [number, number] }> = {
  pending: { count: 4, age: [0, 2] },
  paid: { count: 6, age: [0, 2] },
  processing: { count: 6, age: [1, 4] },
  shipped: { count: 7, age: [4, 8] },
  delivered: { count: 5, age: [10, 60] },
  cancelled: { count: 4, age: [6, 80] },
  refunded: { count: 4, age: [20, 85] },
}

/** What happened to an order of this status, in days after it was placed. */
const steps: Record<OrderStatus, Step[]> = (() => {
  const placed: Step = { status: 'placed', days: 0, message: 'Order placed', actor: 'buyer' }
  const paid: Step = { status: 'paid', days: 0.001, message: 'Payment received', actor: 'PayPal' }
  const printing: Step = {
    status: 'processing',
    days: 0.8,
    message: 'Sent to the printer',
    actor: 'Marisol Reyes',
  }
  const shipped: Step = { status: 'shipped', days: 3.4, message: 'Shipped', actor: 'Marisol Reyes' }
  const delivered: Step = {
    status: 'delivered',
    days: 7.2,
    message: 'Delivered',
    actor: 'Marisol Reyes',
  }
  return {
    pending: [placed],
    paid: [placed, paid],
    processing: [placed, paid, printing],
    shipped: [placed, paid, printing, shipped],
    delivered: [placed, paid, printing, shipped, delivered],
    cancelled: [
      placed,
      {
        status: 'cancelled',
        days: 0.4,
        message: 'Canceled before payment',
        actor: 'Marisol Reyes',
      },
    ],
    refunded: [
      placed,
      paid,
      printing,
      shipped,
      delivered,
      { status: 'refunded', days: 15, message: 'Refunded in full', actor: 'Marisol Reyes' },
    ],
  }
})()

const plansOf = (slugs: readonly string[]): Plan[] => {
  const random = seededRandom(1989)
  const reviewed = seedCustomers.flatMap((buyer): Plan[] => {
    const reviews = seedReviews.filter((review) => review.buyer === buyer.email)
    if (reviews.length === 0) return []
    const age = Math.min(89, Math.max(...reviews.map(({ daysAgo: days }) => days)) + 12)
    return [
      { buyer, products: reviews.map(({ productSlug }) => productSlug), status: 'delivered', age },
    ]
  })
  const rest = (Object.keys(others) as OrderStatus[]).flatMap((status) => {
    const {
      count,
      age: [from, to],
    } = others[status]
    return Array.from({ length: count }, (): Plan => ({
      buyer: random.pick(seedCustomers),
      products: [...new Set(Array.from({ length: 1 + random.below(3) }, () => random.pick(slugs)))],
      status,
      age: from + ((to - from) * (1 + random.below(98))) / 100,
    }))
  })
  return [...reviewed, ...rest].sort((a, b) => b.age - a.age)
}

const uuidFrom = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const demoCheckoutId = (index: number): string => uuidFrom(`checkout ${index}`)

/** Matches demo orders from before `paypalEnvironment` existed. There are fewer than a hundred. */
export const demoCheckoutIds = Array.from({ length: 100 }, (_, index) => demoCheckoutId(index))

const demoCaptureId = (index: number): string => `DEMO${String(index).padStart(4, '0')}CAPTURE`

/** Matches the ids of the demo orders' payments in SQL. */
export const demoCapturePattern = 'DEMO____CAPTURE'

/** Orders of the last 90 days in every status, with lines, ledger and timeline; and the reviews that followed from them. */
export async function seedOrderRows(payload: Payload): Promise<void> {
  const { totalDocs } = await payload.count({ collection: 'orders' })
  if (totalDocs > 0) return
  const { docs } = await payload.find({ collection: 'products', pagination: false, depth: 0 })
  const products = new Map(docs.map((product) => [product.slug ?? '', product]))
  const { docs: media } = await payload.find({
    collection: 'media',
    pagination: false,
    depth: 0,
    select: { baseName: true },
  })
  const pictures = new Map(media.map(({ id, baseName }) => [id, `/uploads/${baseName}`]))
  const {
    docs: [wren],
  } = await payload.find({
    collection: 'users',
    where: { username: { equals: 'wren' } },
    limit: 1,
    pagination: false,
  })
  const random = seededRandom(2026)

  const lineOf = (product: Product) => {
    const variant = random.pick((product.variants ?? []).filter(({ available }) => available))
    const pictured =
      product.colorImages?.find(({ color }) => color === variant?.color)?.images?.[0] ??
      product.images?.[0]
    return {
      product: product.id,
      name: product.name,
      image: pictures.get(pictured as number) ?? null,
      size: variant?.size ?? noSize,
      color: variant?.color ?? noColor,
      sku: variant?.sku ?? null,
      unitPriceCents: effectivePriceCents(product),
      quantity: random.below(6) === 0 ? 2 : 1,
    }
  }

  const active = docs.filter(({ isActive }) => isActive).flatMap(({ slug }) => slug ?? [])
  for (const [index, plan] of plansOf(active).entries()) {
    const items = plan.products.flatMap((slug) => products.get(slug) ?? []).map(lineOf)
    const lines = items.map(({ unitPriceCents, quantity }) => ({
      unitCents: unitPriceCents,
      quantity,
    }))
    const totals = calculateTotals(lines, plan.buyer, defaultPricingRules)
    const { taxableCents } = calculateTax(lines, 0, plan.buyer, defaultPricingRules)
    const { email, phone, ...address } = plan.buyer
    const where = { ...address, phone, countryCode: 'US' }
    const placedAt = plan.age
    const history = steps[plan.status]
    const at = (step: Step): string => daysAgo(Math.max(0.02, placedAt - step.days)).toISOString()
    const isPaid = history.some(({ status }) => status === 'paid')
    const isPrinting = history.some(({ status }) => status === 'processing')
    const shipped = history.find(({ status }) => status === 'shipped')
    const isShipped = shipped !== undefined
    await withTransaction(payload, async (req, tx) => {
      // Raw SQL: the query builder has no sequences.
      const {
        rows: [number],
      } = await tx.execute(sql`select nextval('order_numbers') as value`)
      const uuid = uuidFrom(`order ${index}`)
      const order = await payload.create({
        collection: 'orders',
        req,
        data: {
          orderNumber: `DF-${String(number?.value)}`,
          uuid,
          checkoutId: demoCheckoutId(index),
          accessKeyHash: hashOrderKey(createOrderKey(uuid)),
          status: plan.status,
          version: history.length,
          currency: 'USD',
          ...{ ...totals, taxableCents, taxableShippingCents: 0 },
          email,
          customer: email === wren?.email ? wren.id : null,
          shippingAddress: where,
          billingSameAsShipping: true,
          billingAddress: where,
          isGift: false,
          shippingMethod: 'standard',
          items,
          paymentState: isPaid ? 'completed' : 'none',
          paypalEnvironment: 'demo',
          paymentMethod: 'paypal',
          paymentAttempt: 1,
          fulfillmentAttempt: 1,
          paypalTransactionId: isPaid ? demoCaptureId(index) : null,
          paidAt: isPaid ? at(steps.paid[1] as Step) : null,
          printfulOrderId: isPrinting ? `PF-${88001 + index}` : null,
          fulfillment: isShipped ? 'shipped' : isPrinting ? 'in-production' : 'none',
          shippedAt: shipped ? at(shipped) : null,
          trackingNumber: isShipped ? `9400 1000 0000 0000 ${String(1000 + index)}` : null,
          createdAt: daysAgo(placedAt).toISOString(),
        },
      })
      for (const step of history)
        await payload.create({
          collection: 'order-events',
          req,
          data: {
            order: order.id,
            type: step.status,
            message: step.message,
            actor: step.actor,
            createdAt: at(step),
          },
        })
      const ledger = [
        ...(isPaid
          ? [
              {
                kind: 'capture' as const,
                providerId: demoCaptureId(index),
                when: steps.paid[1] as Step,
              },
            ]
          : []),
        ...(plan.status === 'refunded'
          ? [
              {
                kind: 'refund' as const,
                providerId: `DEMO${String(index).padStart(4, '0')}REFUND`,
                when: history.at(-1) as Step,
              },
            ]
          : []),
      ]
      for (const { kind, providerId, when } of ledger)
        await payload.create({
          collection: 'payments',
          req,
          data: {
            order: order.id,
            kind,
            provider: 'paypal',
            method: kind === 'capture' ? 'paypal' : null,
            providerId,
            status: 'completed',
            amountCents: totals.totalCents,
            currency: 'USD',
            createdAt: at(when),
          },
        })
      for (const review of plan.status === 'delivered'
        ? seedReviews.filter(
            ({ buyer, productSlug }) => buyer === email && plan.products.includes(productSlug),
          )
        : []) {
        const product = products.get(review.productSlug)
        const existing = await payload.count({
          collection: 'reviews',
          req,
          where: { product: { equals: product?.id }, author: { equals: review.author } },
        })
        if (!product || existing.totalDocs > 0) continue
        await payload.create({
          collection: 'reviews',
          req,
          context: withoutAudit(),
          data: {
            product: product.id,
            order: order.id,
            author: review.author,
            rating: review.rating,
            title: review.title,
            body: review.body,
            status: 'approved',
            createdAt: daysAgo(Math.min(review.daysAgo, placedAt - 8)).toISOString(),
          },
        })
      }
    })
  }
}
