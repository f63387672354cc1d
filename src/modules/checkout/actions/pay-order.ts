import { and, eq, inArray } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { payableByGiftCard } from '@/modules/checkout/rules/gift-card-totals'
import type { PlaceOrderInput } from '@/modules/checkout/schemas'
import { releaseGiftCard } from '@/modules/orders/actions/gift-card-payment'
import { isOrderKey } from '@/modules/orders/order-access-key'
import { lockOrder, withoutPayment } from '@/modules/orders/order-record'
import { orderTotals } from '@/modules/orders/queries/get-customer-order'
import { orders } from '@/payload-generated-schema'
import type { Order } from '@/payload-types'
import { AppError, notFound } from '@/platform/errors'
import type { PaymentMethod } from '@/platform/payment-methods'
import { withTransaction } from '@/platform/transaction'
import type { PaymentProvider } from '@/providers/interfaces'

import { assertDiscountsLeft, assertUnchanged } from './capture-payment'
import { paymentInProgress } from './choose-payment-method'
import {
  findEnteredCard,
  lockCardOrders,
  releaseOpenOrders,
  reserveSeen,
} from './entered-gift-card'
import { openPayment, type PlacedOrder } from './place-order'
import { isCovered, settleCovered } from './settle-payment'

type Args = {
  payload: Payload
  payments: PaymentProvider
  methods: readonly PaymentMethod[]
  verifyEveryCard: boolean
}

/**
 * Drops a payment that PayPal no longer has. It forgets an unapproved one after three hours, and a payment link is valid
 * for days.
 */
async function dropExpiredPayment({ payload, payments }: Args, order: Order): Promise<Order> {
  const { paypalOrderId } = order
  if (!paypalOrderId || (await payments.getOrder(paypalOrderId)) !== null) return order
  const [dropped] = await payload.db.drizzle
    .update(orders)
    .set(withoutPayment)
    .where(
      and(
        eq(orders.id, order.id),
        eq(orders.paypalOrderId, paypalOrderId),
        inArray(orders.paymentState, ['created', 'declined']),
      ),
    )
    .returning({ paypalOrderId: orders.paypalOrderId, paymentAttempt: orders.paymentAttempt })
  return dropped
    ? { ...order, ...dropped }
    : payload.findByID({ collection: 'orders', id: order.id, depth: 0 })
}

type PayRequest = {
  orderNumber: string
  key: string
  method: PaymentMethod
  giftCard: PlaceOrderInput['giftCard']
}

/** @throws AppError already_paid, payment_in_progress, link_expired */
function assertPayable(
  {
    orderNumber,
    paymentState,
    status,
    payableUntil,
  }: Pick<Order, 'orderNumber' | 'paymentState' | 'status' | 'payableUntil'>,
  { key }: PayRequest,
  isDifference: boolean,
): void {
  if (paymentState === 'completed' || paymentState === 'pending')
    throw new AppError('already_paid', 'This order is already paid.', {
      details: { orderNumber, key },
    })
  if (paymentState === 'capturing' || paymentState === 'mismatch') throw paymentInProgress()
  if (status !== 'pending' || !payableUntil || Date.parse(payableUntil) <= Date.now())
    throw new AppError(
      'link_expired',
      isDifference
        ? 'This price has expired, and nothing was charged. Please make the change again on your order page.'
        : 'This payment link is no longer valid. Nothing was charged. Please ask us for a new one.',
    )
}

/**
 * Reserves the gift card that the buyer pays with, and releases one that was reserved before. An open payment for a
 * different remaining amount is dropped. The same card again changes nothing. A card that other unpaid orders have
 * reserved moves in the same transaction, so after an error they still have it. It also pays an order that the card
 * covers.
 * @throws AppError invalid, totals_changed, and as `assertPayable`
 */
async function chooseGiftCard(
  payload: Payload,
  order: Order,
  request: PayRequest,
  isDifference: boolean,
): Promise<Order> {
  const card = await findEnteredCard(payload, request.giftCard)
  const chosen = { giftCard: card?.id ?? null, giftCardCents: card?.cents ?? 0 }
  return withTransaction(payload, async (req, tx) => {
    const others = card ? await lockCardOrders(tx, card.id, order) : []
    const locked = await lockOrder(tx, order.id)
    if (!locked) throw notFound('This order')
    assertPayable(locked, request, isDifference)
    await assertDiscountsLeft(tx, order)
    const { paymentMethod, paymentAttempt, paypalOrderId } = locked
    const settle = async (payable: Order): Promise<Order> => {
      if (isCovered(payable)) await settleCovered(req, tx, payable.id)
      return payable
    }
    if (locked.giftCard === chosen.giftCard && (locked.giftCardCents ?? 0) === chosen.giftCardCents)
      return settle({ ...order, ...chosen, paymentMethod, paymentAttempt, paypalOrderId })
    await releaseOpenOrders(req, tx, others)
    await releaseGiftCard(tx, locked)
    if (card) await reserveSeen(tx, order.id, card, payableByGiftCard(orderTotals(order)))
    const [changed] = await tx
      .update(orders)
      .set({ ...chosen, ...withoutPayment })
      .where(eq(orders.id, order.id))
      .returning({ paymentAttempt: orders.paymentAttempt })
    return settle({ ...order, ...chosen, paymentMethod, paypalOrderId: null, ...changed })
  })
}

/**
 * Starts the payment of an order by its payment link, with what a gift card doesn't pay. Its prices are those of the
 * order, whatever the shop charges now. Repeating it finds the same payment, until PayPal has forgotten it. An order
 * that the card covers is paid at once.
 * @throws AppError not_found (also for a wrong key, and an order without a link), already_paid, link_expired, invalid
 * (the gift card), totals_changed (an item can't be bought anymore, the card pays another amount, or a discount that
 * the link no longer holds is used up), payment_unavailable, payment_in_progress; ProviderError. Nothing was charged
 * then
 */
export async function payOrder(args: Args, request: PayRequest): Promise<PlacedOrder> {
  const { payload } = args
  const { orderNumber, key, method } = request
  const {
    docs: [order],
  } = await payload.find({
    collection: 'orders',
    where: { orderNumber: { equals: orderNumber } },
    limit: 1,
    pagination: false,
    depth: 0,
    showHiddenFields: true,
  })
  if (!order?.payableUntil || !isOrderKey(key, order.accessKeyHash)) throw notFound('This order')
  const isDifference = Boolean(order.priceDifference?.state)
  assertPayable(order, request, isDifference)
  await assertUnchanged(payload, order)
  const chosen = await chooseGiftCard(payload, order, request, isDifference)
  return openPayment(args, await dropExpiredPayment(args, chosen), method)
}
