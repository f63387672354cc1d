import { and, eq, ne, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { variantPriceCents } from '@/modules/catalog/queries/product-columns'
import { itemOunces } from '@/modules/catalog/rules/garment-weight'
import type { DeliveryDays } from '@/modules/checkout/rules/arrival'
import type { ShippingMethodId } from '@/modules/checkout/rules/destination'
import { packageLoad } from '@/modules/checkout/rules/package-load'
import {
  calculateTotals,
  noTax,
  type OrderTotals,
  type PricingRules,
  type TaxAddress,
} from '@/modules/checkout/rules/pricing'
import {
  listShippingOptions,
  type LiveRates,
  type ShownShippingOption,
  showShippingOptions,
} from '@/modules/checkout/rules/shipping-options'
import { findDiscounts } from '@/modules/discounts/queries'
import { chooseDiscounts, codeRefusalMessages, type Discount } from '@/modules/discounts/rules'
import { giftCardAsDiscount, giftCardPattern } from '@/modules/gift-cards/rules'
import { absoluteMediaUrl } from '@/modules/media/queries/picture-url'
import { createOrderKey } from '@/modules/orders/order-access-key'
import {
  categories,
  media,
  orders,
  products,
  products_color_images,
  products_rels,
  products_variants,
  users,
} from '@/payload-generated-schema'
import type { Order } from '@/payload-types'
import { AppError } from '@/platform/errors'
import { type Cents, formatMoney, toDecimal } from '@/platform/money'

import { shopDay } from './delivery-days'
import { noColor, noSize } from './rules/cart'
import { createOwnTax, type TaxService } from './tax-service'

export type CartLineInput = { productId: number; size: string; color: string; quantity: number }
export type PricedCartLine = CartLineInput & {
  /** ok: can be bought. unavailable: this variant is out of stock or has no price. gone: the product is no longer sold. */
  status: 'ok' | 'unavailable' | 'gone'
  name: string
  unitCents: Cents | null
  sku: string | null
  categoryId: number | null
  /** What one of them weighs, as entered or as its kind of garment usually does. */
  ounces: number
  /** Whether it can't be returned unless it is faulty. */
  isFinalSale: boolean
  /** Base URL of the image for this color; the files are `<base>-<width>.webp`. */
  image: string | null
}

/** First image of the line's color, else of the product. */
const imageName = sql<string | null>`(
  select ${media.baseName} from (
    select r.media_id, 0 as rank, r."order" as position from ${products_color_images} c
      join ${products_rels} r on r.parent_id = ${products.id} and r.path = 'colorImages.' || (c._order - 1) || '.images'
     where c._parent_id = ${products.id} and c.color = line.color
    union all
    select r.media_id, 1, r."order" from ${products_rels} r where r.parent_id = ${products.id} and r.path = 'images') images
  join ${media} on ${media.id} = images.media_id and ${media.deletedAt} is null order by rank, position limit 1)`

/** The lines as rows. PostgreSQL knows how many there are, and finds each by its index. */
const lineRows = (lines: readonly CartLineInput[]): SQL => sql`unnest(
    ${sql.param(lines.map(({ productId }) => productId))}::integer[],
    ${sql.param(lines.map(({ size }) => size))}::text[],
    ${sql.param(lines.map(({ color }) => color))}::text[]
  ) with ordinality as line(product_id, size, color, number)`

/** Whether a variant is the one of a cart line. A product may also name a size 'One Size' itself. */
export function isVariant(size: string | SQL<string>, color: string | SQL<string>): SQL {
  return sql`coalesce(${products_variants.size}, ${noSize}) = ${size}
    and coalesce(${products_variants.color}, ${noColor}) = ${color}`
}

/**
 * Prices cart lines from the database, in their order, with one statement; amounts sent by the
 * browser are never used. 'One Size' and 'Default' stand for a product without sizes or colors.
 */
export async function priceCart(
  { db }: Pick<Payload, 'db'>,
  lines: readonly CartLineInput[],
): Promise<PricedCartLine[]> {
  if (lines.length === 0) return []
  const rows = await db.drizzle
    .select({
      position: sql<number>`line.number::integer - 1`,
      name: products.name,
      isActive: products.isActive,
      sku: products_variants.sku,
      categoryId: products.category,
      categoryName: categories.name,
      weightOunces: products.weightOunces,
      isFinalSale: products.isFinalSale,
      isAvailable: products_variants.available,
      unitCents: variantPriceCents,
      image: imageName,
    })
    .from(lineRows(lines))
    .leftJoin(products, eq(products.id, sql`line.product_id`))
    .leftJoin(categories, eq(categories.id, products.category))
    .leftJoin(
      products_variants,
      and(eq(products_variants._parentID, products.id), isVariant(sql`line.size`, sql`line.color`)),
    )
  const priced = new Map(rows.map((row) => [row.position, row]))
  return lines.map((line, position) => {
    const row = priced.get(position)
    const isSold = row?.isActive === true
    const isAvailable = row?.isAvailable === true && row.unitCents !== null
    return {
      ...line,
      name: row?.name ?? '',
      status: !isSold ? 'gone' : isAvailable ? 'ok' : 'unavailable',
      unitCents: isSold ? row.unitCents : null,
      sku: row?.sku ?? null,
      categoryId: row?.categoryId ?? null,
      ounces: itemOunces({
        weightOunces: row?.weightOunces ?? null,
        name: row?.name ?? '',
        categoryName: row?.categoryName,
      }),
      isFinalSale: row?.isFinalSale === true,
      image: row?.image ? `/uploads/${row.image}` : null,
    }
  })
}

/** Whether a line can be bought at a known price. */
export function isForSale(line: PricedCartLine): line is PricedCartLine & { unitCents: Cents } {
  return line.status === 'ok' && line.unitCents !== null
}

/** The certificate by which this customer pays no sales tax, as staff noted it; null: they pay. */
export async function findTaxCertificate(
  { db }: Pick<Payload, 'db'>,
  customerId: number | null,
): Promise<string | null> {
  if (customerId === null) return null
  const [customer] = await db.drizzle
    .select({ certificate: users.taxCertificate })
    .from(users)
    .where(eq(users.id, customerId))
  return customer?.certificate || null
}

type QuotedDiscount = { id: number; name: string; code: string | null; isForShipping: boolean }

/** Says why a code changes nothing in this cart; null if it does. */
const unusedCodeMessage = (
  code: string,
  available: readonly Discount[],
  used: readonly QuotedDiscount[],
  cart: { subtotalCents: Cents; isExpress: boolean; isForShipping: boolean },
): string | null => {
  if (used.some((discount) => discount.code === code)) return null
  const discount = available.find((candidate) => candidate.code === code)
  if (discount && cart.subtotalCents < discount.minimumSubtotalCents)
    return `This code is for orders of ${formatMoney(discount.minimumSubtotalCents)} or more.`
  if (discount?.kind === 'free_shipping' && cart.isExpress)
    return 'This code only works with standard shipping.'
  if (cart.isForShipping) return 'Shipping is already free, so you don’t need this code.'
  return used.length > 0
    ? 'Your order already has a better discount. Codes can’t be combined with it.'
    : 'This code doesn’t apply to anything in your cart.'
}

const listQuoted = (items: Discount | null, shipping: Discount | null): QuotedDiscount[] =>
  [
    { discount: items, isForShipping: false },
    { discount: shipping, isForShipping: true },
  ].flatMap(({ discount, isForShipping }) =>
    discount ? [{ id: discount.id, name: discount.name, code: discount.code, isForShipping }] : [],
  )

type QuoteRequest = {
  items: readonly CartLineInput[]
  place: TaxAddress | null
  code: string | null
  /** Given by staff to this order only: it takes the place of others that lower prices. */
  staffDiscounts?: readonly Discount[]
  customerId: number | null
  method?: ShippingMethodId
  isPoBox?: boolean
  days: DeliveryDays
  live?: LiveRates | null
  /** The shop's own rules without it. */
  taxes?: TaxService
}

/**
 * Prices a cart with its discounts, shipping, and tax. What the checkout shows and what an order costs come from here.
 * @param request `code` is normalized; without `place` there is no tax; `customerId` is null for guests; `method` that
 * isn't offered there becomes standard; `live` are the printer's rates for exactly this cart and place
 * @returns the lines as requested, those that are for sale with their discounts, the totals of these, and why the code
 * isn't used (null if it is)
 */
export async function quoteCart(payload: Payload, pricing: PricingRules, request: QuoteRequest) {
  const { items, place, code, customerId, days, staffDiscounts = [] } = request
  const [lines, { discounts: running, refusal }, taxCertificate] = await Promise.all([
    priceCart(payload, items),
    findDiscounts(payload.db.drizzle, code, customerId),
    findTaxCertificate(payload, customerId),
  ])
  const available =
    staffDiscounts.length > 0
      ? [...staffDiscounts, ...running.filter(({ kind }) => kind === 'free_shipping')]
      : running
  const chosen = chooseDiscounts(lines.filter(isForSale), available)
  const options = listShippingOptions({
    load: packageLoad(chosen.lines),
    destination: place && { stateCode: place.stateCode, isPoBox: request.isPoBox ?? false },
    rules: pricing,
    days,
    live: request.live,
  })
  const shipping = options.find(({ method }) => method === request.method) ?? options[0]
  const isShippingFree = chosen.shipping !== null
  const beforeTax = calculateTotals(chosen.lines, null, pricing, { isShippingFree, shipping })
  const { taxes = createOwnTax(pricing) } = request
  const { shippingCents } = beforeTax
  const isTaxed = place !== null && !taxCertificate
  const tax = isTaxed
    ? await taxes.calculateTax({ lines: chosen.lines, shippingCents, place })
    : noTax
  const totals = { ...beforeTax, ...tax, totalCents: beforeTax.totalCents + tax.taxCents }
  const isExpress = shipping?.method === 'express'
  const isShippingPaid =
    !isExpress && calculateTotals(chosen.lines, place, pricing, { shipping }).shippingCents > 0
  const discounts = listQuoted(chosen.items, isShippingPaid ? chosen.shipping : null)
  const codeMessage = refusal
    ? refusal === 'unknown' && giftCardPattern.test(code ?? '')
      ? giftCardAsDiscount
      : codeRefusalMessages[refusal]
    : code && chosen.lines.length > 0
      ? unusedCodeMessage(code, available, discounts, {
          subtotalCents: totals.subtotalCents,
          isExpress,
          isForShipping: chosen.shipping?.code === code,
        })
      : null
  return {
    lines,
    sold: chosen.lines,
    totals,
    discounts,
    codeMessage,
    taxCertificate,
    /** How it is shipped, as chosen or else standard. */
    shipping,
    options: showShippingOptions(options, chosen.lines, pricing, {
      isShippingFree,
      ordered: shopDay(),
    }),
  }
}

/** Returns the ways to ship as the browser gets them, with decimal money. */
export function toOptionsResponse(options: readonly ShownShippingOption[]) {
  return options.map(({ method, cents, arrival }) => ({
    method,
    price: toDecimal(cents),
    arrivesFrom: arrival.from,
    arrivesTo: arrival.to,
  }))
}

/** Returns a line as the browser gets it, with decimal money. */
export function toLineResponse(line: PricedCartLine) {
  return {
    productId: line.productId,
    size: line.size,
    color: line.color,
    status: line.status,
    name: line.name,
    unitPrice: line.unitCents === null ? null : toDecimal(line.unitCents),
    isFinalSale: line.isFinalSale,
    image: line.image ? absoluteMediaUrl(`${line.image}-320.webp`) : null,
  }
}

/** Returns totals as the browser gets them, with decimal money. */
export function toTotalsResponse(totals: OrderTotals) {
  return {
    subtotal: toDecimal(totals.subtotalCents),
    discount: toDecimal(totals.discountCents),
    shipping: toDecimal(totals.shippingCents),
    tax: toDecimal(totals.taxCents),
    giftCards: toDecimal(totals.purchasedCardsCents ?? 0),
    total: toDecimal(totals.totalCents),
  }
}

/**
 * Returns the error for an order of a cart that another order has paid, or is paying; null for every other order. It
 * has the other order's key only for the same email address, because several people may use one browser.
 */
export async function findCartPaid(
  { db }: Payload,
  { id = 0, cartId, email }: Partial<Pick<Order, 'id' | 'cartId'>> & Pick<Order, 'email'>,
): Promise<AppError | null> {
  if (!cartId) return null
  const [paid] = await db.drizzle
    .select({
      orderNumber: orders.orderNumber,
      uuid: orders.uuid,
      email: orders.email,
      paymentState: orders.paymentState,
    })
    .from(orders)
    .where(and(eq(orders.paidCartId, cartId), ne(orders.id, id)))
  if (!paid) return null
  if (paid.paymentState === 'capturing')
    return new AppError(
      'payment_in_progress',
      'We’re still confirming another payment for this cart. Nothing was charged this time. Please don’t pay again yet. If that payment doesn’t go through, you can pay here in a few minutes.',
    )
  const { orderNumber, uuid } = paid
  return new AppError(
    'cart_paid',
    'You already paid for items in this cart. Nothing was charged this time. Pay again only if you want to order them again.',
    paid.email === email ? { details: { orderNumber, key: createOrderKey(uuid) } } : {},
  )
}
