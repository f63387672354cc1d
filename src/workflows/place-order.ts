import { createHash, randomUUID } from 'node:crypto'
import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'
import { cartLimits } from '../domain/cart'
import { formatMoney, parseMoney, toDecimal } from '../domain/money'
import { checkoutHours } from '../domain/order-access'
import { totalsOf, type PricingRules, type Totals } from '../domain/pricing'
import { env } from '../env'
import { AppError } from '../errors'
import type { Order } from '../payload-types'
import type { PaymentProvider, PaymentRequest } from '../providers/types'
import { priceLines, type PricedCartLine } from '../queries/price-lines'
import type { PlaceOrderInput } from '../schemas/checkout'
import { withTransaction } from '../transaction'
import { addOrderEvent } from './order-events'
import { hashOrderKey, orderKeyFor, orderUrl } from '../queries/order-key'

type Args = { payload: Payload; payments: PaymentProvider; pricing: PricingRules; input: PlaceOrderInput; customerId: number | null }
export type PlacedOrder = { id: string; orderNumber: string; key: string; total: string }

/** Lines as the browser is told about them. */
export const toLineReport = (line: PricedCartLine) => ({
  productId: line.productId, size: line.size, color: line.color, status: line.status, name: line.name,
  unitPrice: line.unitCents === null ? null : toDecimal(line.unitCents),
  image: line.image ? `${line.image}-320.webp` : null,
})
export const toTotalsReport = (totals: Totals) => ({
  subtotal: toDecimal(totals.subtotalCents), shipping: toDecimal(totals.shippingCents), tax: toDecimal(totals.taxCents), total: toDecimal(totals.totalCents),
})

const refuse = (message: string, lines: readonly PricedCartLine[], totals: Totals): never => {
  throw new AppError('totals_changed', message, { details: { totals: toTotalsReport(totals), lines: lines.map(toLineReport) } })
}

/** Prices the cart from the database and holds the buyer's amount against it. */
const quote = async ({ payload, pricing, input }: Args) => {
  const lines = await priceLines(payload, input.items)
  const sold = lines.flatMap((line) => (line.status === 'ok' && line.unitCents !== null ? [{ ...line, unitCents: line.unitCents }] : []))
  const totals = totalsOf(sold, input.customer.stateCode, pricing)
  if (sold.length < lines.length) refuse('Some pieces in the cart are not to be had any more.', lines, totals)
  if (totals.totalCents !== parseMoney(input.amount)) refuse('The total has changed since the page was opened.', lines, totals)
  if (totals.totalCents > cartLimits.totalCents) throw new AppError('invalid', `One order may come to at most ${formatMoney(cartLimits.totalCents)}.`)
  if (totals.totalCents === 0) throw new AppError('invalid', 'There is nothing to pay in this cart.')
  return { lines: sold, totals }
}

const hashOf = (input: PlaceOrderInput): string => createHash('sha256').update(JSON.stringify(input)).digest('hex')

const findByCheckoutId = async (payload: Payload, checkoutId: string): Promise<Order | undefined> => {
  const { docs } = await payload.find({ collection: 'orders', where: { checkoutId: { equals: checkoutId } }, limit: 1, pagination: false, depth: 0 })
  return docs[0]
}

/** The row that stands before the provider is asked: lines, prices and totals frozen. */
const createOrderRow = async (args: Args): Promise<Order> => {
  const { payload, input, customerId } = args
  const { lines, totals } = await quote(args)
  const { email, newsletterSubscribe, phone, ...address } = input.customer
  const uuid = randomUUID()
  const shippingAddress = { ...address, phone }
  return withTransaction(payload, async (req, tx) => {
    const { rows: [number] } = await tx.execute(sql`select nextval('order_numbers') as value`)
    const order = await payload.create({
      collection: 'orders',
      req: req as never,
      depth: 0,
      data: {
        orderNumber: `DF-${number?.value}`,
        uuid,
        checkoutId: input.checkoutId,
        requestHash: hashOf(input),
        accessKeyHash: hashOrderKey(orderKeyFor(uuid)),
        status: 'pending',
        version: 1,
        currency: 'USD',
        ...totals,
        email,
        customer: customerId,
        shippingAddress,
        billingSameAsShipping: input.billing === null,
        billingAddress: input.billing ?? shippingAddress,
        newsletterSubscribe,
        items: lines.map((line) => ({
          product: line.productId, name: line.name, image: line.image, size: line.size, color: line.color, sku: line.sku,
          unitPriceCents: line.unitCents, quantity: line.quantity,
        })),
        paymentState: 'none',
        paymentAttempt: 1, fulfillmentAttempt: 1,
      },
    })
    await addOrderEvent(req, order.id, { type: 'placed', message: 'Order placed', actor: 'buyer' })
    return order
  })
}

/** The order of this checkout, made now unless an earlier try of the same request made it. */
const findOrCreate = async (args: Args): Promise<Order> => {
  const known = await findByCheckoutId(args.payload, args.input.checkoutId)
  if (known) return known
  try {
    return await createOrderRow(args)
  } catch (error) {
    // Two tries at once: the unique checkoutId let one through, and its row is ours too.
    const other = await findByCheckoutId(args.payload, args.input.checkoutId)
    if (other) return other
    throw error
  }
}

const toPaymentRequest = (order: Order): PaymentRequest => ({
  reference: order.uuid,
  orderNumber: order.orderNumber,
  lines: (order.items ?? []).map((item) => ({
    name: `${item.name} / ${item.color} / ${item.size}`, sku: item.sku ?? null, quantity: item.quantity, unitCents: item.unitPriceCents,
  })),
  subtotalCents: order.subtotalCents,
  shippingCents: order.shippingCents,
  taxCents: order.taxCents,
  totalCents: order.totalCents,
  shipTo: {
    fullName: `${order.shippingAddress?.firstName} ${order.shippingAddress?.lastName}`,
    address1: order.shippingAddress?.address1 ?? '',
    address2: order.shippingAddress?.address2 ?? undefined,
    city: order.shippingAddress?.city ?? '',
    stateCode: order.shippingAddress?.stateCode ?? '',
    zip: order.shippingAddress?.zip ?? '',
    countryCode: order.shippingAddress?.countryCode ?? 'US',
  },
  returnUrl: orderUrl(order),
  cancelUrl: `${env.SERVER_URL}/checkout`,
})

/**
 * Steps: price the cart · write the order row (pending) · open the payment at the provider · store its id. Each is
 * committed before the next. A retry with the same checkoutId finds the row and, by the same request id, the same
 * payment; with other contents it is refused.
 * @throws AppError totals_changed, invalid, conflict, already_paid, checkout_expired; ProviderError (nothing was charged)
 */
export const placeOrder = async (args: Args): Promise<PlacedOrder> => {
  const { payload, payments, input } = args
  const order = await findOrCreate(args)
  const key = orderKeyFor(order.uuid)
  if (order.requestHash !== hashOf(input)) throw new AppError('conflict', 'This checkout was already begun with something else in it. Please try again.')
  if (order.paymentState === 'completed' || order.paymentState === 'pending')
    throw new AppError('already_paid', 'This order is already paid for.', { details: { orderNumber: order.orderNumber, key } })
  const ageMs = Date.now() - Date.parse(order.createdAt)
  if (order.status !== 'pending' || ageMs > checkoutHours * 3_600_000) throw new AppError('checkout_expired', 'This checkout has been open for too long. Please try again.')
  const answer = { orderNumber: order.orderNumber, key, total: toDecimal(order.totalCents) }
  if (order.paypalOrderId) return { id: order.paypalOrderId, ...answer }
  const { id } = await payments.createOrder(toPaymentRequest(order), `c-${order.uuid}-1`)
  await payload.db.drizzle.execute(sql`
    update orders set paypal_order_id = ${id}, payment_state = 'created', updated_at = now()
    where id = ${order.id} and paypal_order_id is null`)
  return { id, ...answer }
}
