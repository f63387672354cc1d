import { and, eq, inArray, isNull, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'
import type { z } from 'zod'

import { shopDay } from '@/modules/checkout/delivery-days'
import {
  findCartPaid,
  type PricedCartLine,
  quoteCart,
  toLineResponse,
  toTotalsResponse,
} from '@/modules/checkout/queries'
import type { DeliveryDays } from '@/modules/checkout/rules/arrival'
import { cartLimits, itemName } from '@/modules/checkout/rules/cart'
import { isPoBox } from '@/modules/checkout/rules/destination'
import { checkoutHours } from '@/modules/checkout/rules/expiry'
import { chooseSenderName, type SenderNames } from '@/modules/checkout/rules/gift'
import { addGiftCards, payableByGiftCard } from '@/modules/checkout/rules/gift-card-totals'
import { describeRefusal } from '@/modules/checkout/rules/payment-refusal'
import type { OrderTotals, PricingRules, TaxAddress } from '@/modules/checkout/rules/pricing'
import type { LiveRates } from '@/modules/checkout/rules/shipping-options'
import type { placedOrderResponse, PlaceOrderInput } from '@/modules/checkout/schemas'
import type { TaxService } from '@/modules/checkout/tax-service'
import { lockDiscounts } from '@/modules/discounts/queries'
import { addPurchasedCards } from '@/modules/gift-cards/deliveries'
import {
  type GiftCardInput,
  giftCardProblem,
  type GiftCardSettings,
  sumGiftCards,
} from '@/modules/gift-cards/rules'
import { createOrderKey } from '@/modules/orders/order-access-key'
import { addOrderEvent, paymentRefusedEvent } from '@/modules/orders/order-record'
import { toPriceDifference } from '@/modules/orders/price-difference'
import { differenceLines } from '@/modules/orders/rules/price-difference'
import { orders } from '@/payload-generated-schema'
import type { Order } from '@/payload-types'
import { isUniqueViolation } from '@/platform/database/unique-violation'
import { hashText } from '@/platform/encryption'
import { env } from '@/platform/env'
import { AppError } from '@/platform/errors'
import { ProviderError } from '@/platform/http/provider-error'
import { formatMoney, parseMoney, toDecimal } from '@/platform/money'
import { type PaymentMethod, paymentMethodLabels } from '@/platform/payment-methods'
import { withTransaction } from '@/platform/transaction'
import type { PaymentProvider, PaymentRequest } from '@/providers/interfaces'

import { assertDiscountsLeft } from './capture-payment'
import {
  assertMethodAllowed,
  choosePaymentMethod,
  methodUnavailableMessage,
} from './choose-payment-method'
import {
  balanceChanged,
  findEnteredCard,
  lockCardOrders,
  releaseOpenOrders,
  reserveSeen,
} from './entered-gift-card'
import { takeExpressPayment } from './express-payment'
import { insertOrder } from './insert-order'
import { isCovered, settleCovered } from './settle-payment'

type Args = {
  payload: Payload
  payments: PaymentProvider
  pricing: PricingRules
  days: DeliveryDays
  /** The printer's rates for this cart and address, where the shop uses them. */
  live: LiveRates | null
  /** The shop's own rules without it. */
  taxes?: TaxService
  giftCards: GiftCardSettings
  /** Ways to pay that the owner offers. */
  methods: readonly PaymentMethod[]
  verifyEveryCard: boolean
  senderNames: SenderNames
  input: PlaceOrderInput
  customerId: number | null
}
export type PlacedOrder = z.infer<typeof placedOrderResponse>

const totalsChanged = (
  message: string,
  lines: readonly PricedCartLine[],
  totals: OrderTotals,
): AppError =>
  new AppError('totals_changed', message, {
    details: { totals: toTotalsResponse(totals), lines: lines.map(toLineResponse) },
  })

/** Returns where an order goes, for shipping and tax; null for one that is only emailed. */
export function toTaxAddress({
  stateCode,
  zip,
}: Pick<PlaceOrderInput['customer'], 'stateCode' | 'zip'>): TaxAddress | null {
  return stateCode === undefined || zip === undefined ? null : { stateCode, zip }
}

/** @throws AppError invalid if the owner doesn't sell such cards, or a day is past or too far ahead */
function assertCardsForSale(cards: readonly GiftCardInput[], settings: GiftCardSettings): void {
  const today = shopDay()
  cards.forEach((card, index) => {
    const problem = giftCardProblem(card, settings, today)
    if (problem)
      throw new AppError('invalid', problem.message, {
        fields: { [`giftCards.${index}.${problem.field}`]: problem.message },
      })
  })
}

/** The gift cards that an order buys. */
const cardsOf = ({ giftCards = [] }: PlaceOrderInput): GiftCardInput[] =>
  giftCards.map(({ amount, senderName = '', message = '', ...card }) => ({
    ...card,
    amountCents: amount,
    senderName,
    message,
  }))

/** Prices the cart from the database and compares the total with the buyer's amount. */
async function quoteOrder({
  payload,
  pricing,
  days,
  live,
  taxes,
  input,
  customerId,
  ...args
}: Args) {
  const method = (input.items.length > 0 && input.shippingMethod) || 'standard'
  const cards = cardsOf(input)
  assertCardsForSale(cards, args.giftCards)
  const quoted = await quoteCart(payload, pricing, {
    items: input.items,
    place: toTaxAddress(input.customer),
    code: input.discountCode ?? null,
    customerId,
    method,
    isPoBox: isPoBox(input.customer.address1, input.customer.address2),
    days,
    live,
    taxes,
  })
  const { lines, sold, discounts, codeMessage, shipping, taxCertificate } = quoted
  const totals = addGiftCards(quoted.totals, sumGiftCards(cards))
  if (codeMessage)
    throw new AppError('invalid', codeMessage, { fields: { discountCode: codeMessage } })
  if (sold.length < lines.length)
    throw totalsChanged('Some items in your cart are no longer available.', lines, totals)
  if (!shipping || shipping.method !== method)
    throw totalsChanged('Express shipping isn’t available to this address.', lines, totals)
  if (totals.totalCents !== parseMoney(input.amount))
    throw totalsChanged('The total has changed since you opened this page.', lines, totals)
  if (totals.totalCents > cartLimits.totalCents)
    throw new AppError('invalid', `Orders are limited to ${formatMoney(cartLimits.totalCents)}.`)
  return { lines: sold, cards, totals, discounts, shipping, taxCertificate }
}

/**
 * Tells whether a repeated request is for the same order. Leaves out the way to pay, which the buyer may change for the
 * same order, and the shipping quote, which only holds a price.
 */
const hashInput = ({
  paymentMethod: _,
  expressPayment: __,
  shippingQuote: ___,
  ...input
}: PlaceOrderInput): string => hashText(JSON.stringify(input))

const packageFields = ({ input: { gift, plainPackage = false }, senderNames }: Args) => ({
  isGift: gift !== undefined,
  giftRecipient: gift?.recipient ?? null,
  giftNote: gift?.note ?? null,
  senderName: chooseSenderName(senderNames, plainPackage),
})

/** Writes the order with lines, prices, and totals before PayPal is called. One with nothing left to pay is paid. */
async function createOrder(args: Args): Promise<Order> {
  const { payload, input, customerId } = args
  const { lines, cards, totals, discounts, shipping, taxCertificate } = await quoteOrder(args)
  const card = await findEnteredCard(payload, input.giftCard)
  const payableCents = payableByGiftCard(totals)
  if (card && card.cents > payableCents) throw balanceChanged()
  const { email, newsletterSubscribe, phone, ...address } = input.customer
  const shippingAddress = { ...address, phone }
  return withTransaction(payload, async (req, tx) => {
    const isCoveredNow = isCovered({ giftCardCents: card?.cents, totalCents: totals.totalCents })
    // Before the order is written, because its rows refer to the card and the discounts and would lock them first.
    if (card) await releaseOpenOrders(req, tx, await lockCardOrders(tx, card.id, input))
    if (isCoveredNow)
      await lockDiscounts(
        tx,
        discounts.flatMap(({ id }) => id ?? []),
      )
    const order = await insertOrder(tx, {
      lines,
      totals,
      discounts,
      shipping: lines.length > 0 ? shipping : { method: shipping.method },
      taxCertificate,
      checkoutId: input.checkoutId,
      requestHash: hashInput(input),
      cartId: input.cartId,
      paidCartId: isCoveredNow ? input.cartId : null,
      email,
      customerId,
      shippingAddress,
      billingSameAsShipping: input.billing === null,
      billingAddress: input.billing ?? shippingAddress,
      newsletterSubscribe,
      ...packageFields(args),
      giftCard: card,
      paymentMethod: input.paymentMethod,
    })
    if (isCoveredNow) await assertDiscountsLeft(tx, order)
    if (card) await reserveSeen(tx, order.id, card, payableCents)
    await addPurchasedCards(tx, order.id, cards)
    await addOrderEvent(req, order.id, { type: 'placed', message: 'Order placed', actor: 'buyer' })
    if (isCoveredNow) await settleCovered(req, tx, order.id)
    return order
  })
}

function assertOpen(order: Order, input: PlaceOrderInput): void {
  if (order.requestHash !== hashInput(input))
    throw new AppError(
      'conflict',
      'This checkout already started with a different order. Please try again.',
    )
  if (order.paymentState === 'completed' || order.paymentState === 'pending')
    throw new AppError('already_paid', 'This order is already paid.', {
      details: { orderNumber: order.orderNumber, key: createOrderKey(order.uuid) },
    })
  const ageMs = Date.now() - Date.parse(order.createdAt)
  // An order that its gift card covers is written as paid, except by older versions.
  if (order.status !== 'pending' || isCovered(order) || ageMs > checkoutHours * 3_600_000)
    throw new AppError('checkout_expired', 'This checkout has expired. Please try again.')
}

async function findOpenOrder({ payload, input }: Args): Promise<Order | null> {
  const [existing] = await payload.db.drizzle
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.checkoutId, input.checkoutId))
  const { cartId, customer } = input
  const refusal = await findCartPaid(payload, { id: existing?.id, cartId, email: customer.email })
  if (refusal) throw refusal
  if (!existing) return null
  const order = await payload.findByID({ collection: 'orders', id: existing.id, depth: 0 })
  assertOpen(order, input)
  return order
}

/** Returns the unpaid order of this checkout; an earlier try of the same request may have created it. */
async function findOrCreateOrder(args: Args, tries = 3): Promise<Order> {
  const existing = await findOpenOrder(args)
  if (existing) return existing
  try {
    return await createOrder(args)
  } catch (error) {
    // A concurrent try may have won: checkoutId and paidCartId are unique.
    const concurrent = await findOpenOrder(args)
    if (concurrent) return concurrent
    // The other payment of the cart has just ended.
    if (tries > 1 && isUniqueViolation(error)) return findOrCreateOrder(args, tries - 1)
    throw error
  }
}

const toShipTo = ({ giftRecipient, shippingAddress }: Order): PaymentRequest['shipTo'] => ({
  fullName: giftRecipient || `${shippingAddress?.firstName} ${shippingAddress?.lastName}`,
  address1: shippingAddress?.address1 ?? '',
  address2: shippingAddress?.address2 ?? undefined,
  city: shippingAddress?.city ?? '',
  stateCode: shippingAddress?.stateCode ?? '',
  zip: shippingAddress?.zip ?? '',
  countryCode: shippingAddress?.countryCode ?? 'US',
})

const cardLines = (cards: readonly GiftCardInput[]): PaymentRequest['lines'] =>
  cards.map(({ recipientName, amountCents }) => ({
    name: `Gift card for ${recipientName}`,
    sku: null,
    quantity: 1,
    unitCents: amountCents,
    isDigital: true,
  }))

/** PayPal shows what the difference is for. Its item is shipped with the order it belongs to. */
const toDifferenceLines = (order: Order): PaymentRequest['lines'] => {
  const difference = toPriceDifference(order)
  if (!difference) return []
  return differenceLines(difference, order.subtotalCents).map(
    ({ quantity, unitCents, ...item }) => ({
      name: itemName(item),
      sku: null,
      quantity,
      unitCents,
      isDigital: true,
    }),
  )
}

const toPaymentRequest = (
  order: Order,
  cards: readonly GiftCardInput[],
  verifyCard: boolean,
): PaymentRequest => ({
  reference: order.uuid,
  orderNumber: order.orderNumber,
  method: order.paymentMethod,
  verifyCard,
  lines: [
    ...(order.items ?? []).map((item) => ({
      name: itemName(item),
      sku: item.sku ?? null,
      quantity: item.quantity,
      unitCents: item.unitPriceCents,
      isDigital: false,
    })),
    ...cardLines(cards),
    ...toDifferenceLines(order),
  ],
  subtotalCents: order.subtotalCents + (order.purchasedCardsCents ?? 0),
  discountCents: order.discountCents,
  shippingCents: order.shippingCents,
  taxCents: order.taxCents,
  totalCents: order.totalCents,
  giftCardCents: order.giftCardCents ?? 0,
  shipTo: (order.items ?? []).length > 0 ? toShipTo(order) : null,
  // PayPal's app leads back to the page that started, so both addresses are the same and carry no secret.
  returnUrl: `${env.SERVER_URL}/checkout`,
  cancelUrl: `${env.SERVER_URL}/checkout`,
})

const addressIssues =
  /POSTAL_CODE|ADDRESS|CITY_REQUIRED|STATE_REQUIRED|COUNTRY_CODE|ADMIN_AREA|SHIPPING_/

/** Turns PayPal's refusal of a new payment into an error for the buyer, and records it for staff. */
async function rethrowRefusal(payload: Payload, order: Order, error: unknown): Promise<never> {
  if (!(error instanceof ProviderError && error.details.kind === 'refused')) throw error
  const issue = error.details.issue ?? ''
  const isAddressIssue = addressIssues.test(issue)
  await addOrderEvent({ payload }, order.id, {
    type: isAddressIssue ? 'address_refused' : paymentRefusedEvent,
    actor: 'PayPal',
    message: isAddressIssue
      ? 'PayPal didn’t accept the shipping address'
      : `PayPal can’t take ${paymentMethodLabels[order.paymentMethod]} payments for your account. ${describeRefusal(issue)}`,
    reason: issue,
  })
  throw isAddressIssue
    ? new AppError('invalid', 'PayPal didn’t accept this shipping address. Please check it.', {
        fields: {
          'customer.zip': 'PayPal didn’t accept this address. Please check the ZIP code and state.',
        },
        cause: error,
      })
    : new AppError(
        'payment_unavailable',
        order.paymentMethod === 'paypal'
          ? 'We can’t take payments right now. You haven’t been charged. Please try again later.'
          : methodUnavailableMessage,
        { cause: error },
      )
}

type Opening = Pick<Args, 'payload' | 'payments' | 'methods' | 'verifyEveryCard'>
type PaymentDetails = {
  /** Gift cards bought with the order. */
  giftCards?: readonly GiftCardInput[]
  /** The payment that the buyer approved in express checkout. */
  approved?: PlaceOrderInput['expressPayment']
}

/** Creates the payment of an order at PayPal, or takes the one that its buyer has approved in express checkout. */
async function createPayment(
  { payload, payments, verifyEveryCard }: Opening,
  order: Order,
  { giftCards = [], approved }: PaymentDetails,
): Promise<{ id: string }> {
  const request = toPaymentRequest(order, giftCards, verifyEveryCard)
  const cardCents = order.giftCardCents ?? 0
  const dueCents = order.totalCents - cardCents
  if (order.paymentMethod === 'paypal_express') {
    if (!approved)
      throw new AppError('invalid', 'Please send the approved payment.', {
        fields: { expressPayment: 'Please send the approved payment.' },
      })
    return takeExpressPayment({ payload, payments }, { id: order.id, dueCents, request }, approved)
  }
  const due = cardCents > 0 ? `-${dueCents}` : ''
  return payments.createOrder(
    request,
    `c-${order.uuid}-${order.paymentMethod}-${order.paymentAttempt}${due}`,
  )
}

const toPlaced = (order: Order, id: string | null): PlacedOrder => ({
  id,
  orderNumber: order.orderNumber,
  key: createOrderKey(order.uuid),
  total: toDecimal(order.totalCents),
  due: toDecimal(order.totalCents - (order.giftCardCents ?? 0)),
})

/**
 * Opens a payment at PayPal for an order that is written, or finds the one that is open for this way to pay. A retry with
 * another way to pay opens another payment for the same order, and so it does after PayPal has used the payment up. An
 * order that its gift card has paid needs none.
 * @throws AppError invalid, payment_unavailable, payment_in_progress; ProviderError (nothing was charged)
 */
export async function openPayment(
  args: Opening,
  stored: Order,
  method: PaymentMethod,
  details: PaymentDetails = {},
): Promise<PlacedOrder> {
  const { payload } = args
  if (isCovered(stored)) return toPlaced(stored, null)
  await assertMethodAllowed(payload, stored, method, args.methods)
  const order = await choosePaymentMethod(payload, stored, method, details.approved?.id)
  if (order.paypalOrderId) return toPlaced(order, order.paypalOrderId)
  const { id } = await createPayment(args, order, details).catch((error: unknown) =>
    rethrowRefusal(payload, order, error),
  )
  await payload.db.drizzle
    .update(orders)
    .set({ paypalOrderId: id, paymentState: 'created', updatedAt: sql`now()` })
    .where(
      and(
        eq(orders.id, order.id),
        eq(orders.paymentAttempt, order.paymentAttempt),
        isNull(orders.paypalOrderId),
        // Staff may have marked it as paid meanwhile. A closed order gets the payment, so that its capture is refused.
        inArray(orders.paymentState, ['none', 'created', 'declined']),
      ),
    )
  return toPlaced(order, id)
}

/**
 * Places an order. Steps, each committed before the next: price the cart; write the order
 * (pending); create the payment at PayPal; store its id. A retry with the same checkoutId finds the
 * order and, by the same request id, the same payment; with other contents it is rejected.
 * @throws AppError totals_changed, invalid, conflict, already_paid, cart_paid, checkout_expired, payment_unavailable,
 * payment_in_progress; ProviderError (nothing was charged)
 */
export async function placeOrder(args: Args): Promise<PlacedOrder> {
  const { input } = args
  return openPayment(args, await findOrCreateOrder(args), input.paymentMethod, {
    giftCards: cardsOf(input),
    approved: input.expressPayment,
  })
}
