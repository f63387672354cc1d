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
import type { Order, Product } from '@/payload-types'
import { hashText } from '@/platform/encryption'
import { type Tx, type TxRequest, withTransaction } from '@/platform/transaction'

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

type SeededRandom = ReturnType<typeof seededRandom>
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
  const hex = hashText(text)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const demoCheckoutId = (index: number): string => uuidFrom(`checkout ${index}`)

/** Matches demo orders from before `paypalEnvironment` existed. There are fewer than a hundred. */
export const demoCheckoutIds = Array.from({ length: 100 }, (_, index) => demoCheckoutId(index))

const demoCaptureId = (index: number): string => `DEMO${String(index).padStart(4, '0')}CAPTURE`

const demoRefundId = (index: number): string => `DEMO${String(index).padStart(4, '0')}REFUND`

/** Matches the ids of the demo orders' payments in SQL. */
export const demoCapturePattern = 'DEMO____CAPTURE'

type Catalog = {
  products: ReadonlyMap<string, Product>
  /** The path of each picture by its id. */
  pictures: ReadonlyMap<number, string>
}

const readCatalog = async (payload: Payload): Promise<Catalog> => {
  const products = await payload.find({ collection: 'products', pagination: false, depth: 0 })
  const media = await payload.find({
    collection: 'media',
    pagination: false,
    depth: 0,
    select: { baseName: true },
  })
  return {
    products: new Map(products.docs.map((product) => [product.slug ?? '', product])),
    pictures: new Map(media.docs.map(({ id, baseName }) => [id, `/uploads/${baseName}`])),
  }
}

const itemsOf = (plan: Plan, { products, pictures }: Catalog, random: SeededRandom) =>
  plan.products
    .flatMap((slug) => products.get(slug) ?? [])
    .map((product) => {
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
    })

const timeOf = ({ age }: Plan, { days }: Step): string =>
  daysAgo(Math.max(0.02, age - days)).toISOString()

/** The fields of an order that depend on its status. */
const stateOf = (plan: Plan, index: number) => {
  const [paid, printing, shipped] = (['paid', 'processing', 'shipped'] as const).map((status) =>
    steps[plan.status].find((step) => step.status === status),
  )
  return {
    status: plan.status,
    version: steps[plan.status].length,
    paymentState: paid ? 'completed' : 'none',
    paypalTransactionId: paid ? demoCaptureId(index) : null,
    paidAt: paid ? timeOf(plan, paid) : null,
    printfulOrderId: printing ? `PF-${88001 + index}` : null,
    fulfillment: shipped ? 'shipped' : printing ? 'in-production' : 'none',
    shippedAt: shipped ? timeOf(plan, shipped) : null,
    trackingNumber: shipped ? `9400 1000 0000 0000 ${String(1000 + index)}` : null,
    createdAt: daysAgo(plan.age).toISOString(),
  } as const
}

type OrderParts = {
  plan: Plan
  index: number
  items: ReturnType<typeof itemsOf>
  customer: number | null
}

const createOrder = async (
  req: TxRequest,
  tx: Tx,
  { plan, index, items, customer }: OrderParts,
): Promise<Order> => {
  const lines = items.map(({ unitPriceCents: unitCents, quantity }) => ({ unitCents, quantity }))
  const { taxableCents } = calculateTax(lines, 0, plan.buyer, defaultPricingRules)
  const { email, ...buyer } = plan.buyer
  const address = { ...buyer, countryCode: 'US' }
  // Raw SQL: the query builder has no sequences.
  const {
    rows: [number],
  } = await tx.execute(sql`select nextval('order_numbers') as value`)
  const uuid = uuidFrom(`order ${index}`)
  return req.payload.create({
    collection: 'orders',
    req,
    data: {
      orderNumber: `DF-${String(number?.value)}`,
      uuid,
      checkoutId: demoCheckoutId(index),
      accessKeyHash: hashOrderKey(createOrderKey(uuid)),
      currency: 'USD',
      ...calculateTotals(lines, plan.buyer, defaultPricingRules),
      taxableCents,
      taxableShippingCents: 0,
      email,
      customer,
      shippingAddress: address,
      billingSameAsShipping: true,
      billingAddress: address,
      isGift: false,
      shippingMethod: 'standard',
      items,
      paypalEnvironment: 'demo',
      paymentMethod: 'paypal',
      paymentAttempt: 1,
      fulfillmentAttempt: 1,
      ...stateOf(plan, index),
    },
  })
}

/** Adds the timeline of an order, and its payments. */
const createHistory = async (
  req: TxRequest,
  { id: order, totalCents: amountCents }: Order,
  plan: Plan,
  index: number,
): Promise<void> => {
  for (const step of steps[plan.status]) {
    const { status: type, message, actor } = step
    const createdAt = timeOf(plan, step)
    await req.payload.create({
      collection: 'order-events',
      req,
      data: { order, type, message, actor, createdAt },
    })
    if (type !== 'paid' && type !== 'refunded') continue
    const entry =
      type === 'paid'
        ? ({ kind: 'capture', method: 'paypal', providerId: demoCaptureId(index) } as const)
        : ({ kind: 'refund', method: null, providerId: demoRefundId(index) } as const)
    await req.payload.create({
      collection: 'payments',
      req,
      data: {
        ...entry,
        order,
        provider: 'paypal',
        status: 'completed',
        amountCents,
        currency: 'USD',
        createdAt,
      },
    })
  }
}

const createReviews = async (
  req: TxRequest,
  { id: order, email }: Order,
  plan: Plan,
  { products }: Catalog,
): Promise<void> => {
  if (plan.status !== 'delivered') return
  const written = seedReviews.filter(
    ({ buyer, productSlug }) => buyer === email && plan.products.includes(productSlug),
  )
  for (const { productSlug, author, rating, title, body, daysAgo: age } of written) {
    const product = products.get(productSlug)?.id
    const existing = await req.payload.count({
      collection: 'reviews',
      req,
      where: { product: { equals: product }, author: { equals: author } },
    })
    if (!product || existing.totalDocs > 0) continue
    const createdAt = daysAgo(Math.min(age, plan.age - 8)).toISOString()
    await req.payload.create({
      collection: 'reviews',
      req,
      context: withoutAudit(),
      data: { product, order, author, rating, title, body, status: 'approved', createdAt },
    })
  }
}

/**
 * Adds orders of the last 90 days in every status, with their lines, payments, and timelines, and the
 * reviews that followed from them.
 */
export async function seedOrderRows(payload: Payload): Promise<void> {
  const { totalDocs } = await payload.count({ collection: 'orders' })
  if (totalDocs > 0) return
  const catalog = await readCatalog(payload)
  const {
    docs: [wren],
  } = await payload.find({
    collection: 'users',
    where: { username: { equals: 'wren' } },
    limit: 1,
    pagination: false,
  })
  const random = seededRandom(2026)
  const active = [...catalog.products].flatMap(([slug, { isActive }]) => (isActive && slug) || [])
  for (const [index, plan] of plansOf(active).entries()) {
    const items = itemsOf(plan, catalog, random)
    const customer = wren?.email === plan.buyer.email ? wren.id : null
    await withTransaction(payload, async (req, tx) => {
      const order = await createOrder(req, tx, { plan, index, items, customer })
      await createHistory(req, order, plan, index)
      await createReviews(req, order, plan, catalog)
    })
  }
}
