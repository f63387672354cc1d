import { and, eq, isNotNull, isNull, ne, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { closeEmailedOrder } from '@/modules/gift-cards/actions/close-emailed-order'
import { queueGiftCardEmail, storedCode } from '@/modules/gift-cards/deliveries'
import { deriveGiftCardCode } from '@/modules/gift-cards/gift-card-code'
import { renewOutdatedCode } from '@/modules/gift-cards/outdated-codes'
import { isHeldBack } from '@/modules/gift-cards/queries'
import { orderUrl } from '@/modules/orders/order-access-key'
import { addOrderEvent, lockOrder } from '@/modules/orders/order-record'
import { erasedRecipient, erasedValues } from '@/modules/privacy/rules/data-request'
import { getSettings } from '@/modules/shop/queries/get-settings'
import { gift_card_deliveries, gift_card_entries, gift_cards } from '@/payload-generated-schema'
import { audit } from '@/platform/audit'
import { sendEmail } from '@/platform/email/send'
import { env } from '@/platform/env'
import { AppError, notFound } from '@/platform/errors'
import { queueJob } from '@/platform/job-queue'
import type { Cents } from '@/platform/money'
import { sumWhere } from '@/platform/paged-list'
import { type Tx, withTransaction } from '@/platform/transaction'

type Delivery = typeof gift_card_deliveries.$inferSelect

/** What the card of a delivery is worth now; null if it is disabled. */
async function readBalance({ db }: Payload, cardId: number): Promise<Cents | null> {
  const [row] = await db.drizzle
    .select({ isActive: gift_cards.isActive, cents: sumWhere(gift_card_entries.amountCents) })
    .from(gift_cards)
    .leftJoin(gift_card_entries, eq(gift_card_entries.card, gift_cards.id))
    .where(eq(gift_cards.id, cardId))
    .groupBy(gift_cards.id)
  return row?.isActive ? row.cents : null
}

async function recordSent(
  payload: Payload,
  { id, order: orderId, origin }: Delivery,
): Promise<void> {
  await withTransaction(payload, async (req, tx) => {
    const order = await lockOrder(tx, orderId)
    await tx
      .update(gift_card_deliveries)
      .set({ sentAt: sql`coalesce(${gift_card_deliveries.sentAt}, now())`, updatedAt: sql`now()` })
      .where(eq(gift_card_deliveries.id, id))
    await eraseIfRequested(tx, id, order?.email)
    await addOrderEvent(req, orderId, {
      type: 'gift_card_sent',
      actor: 'the shop',
      message: origin === 'purchase' ? 'Gift card emailed' : 'Store credit emailed',
    })
    await closeEmailedOrder(req, tx, orderId)
  })
}

/**
 * Erases a card that was sent, or never will be, if its order or its recipient was erased in the meantime: their data
 * was stored only to send this email.
 */
async function eraseIfRequested(tx: Tx, id: number, buyerEmail: string | undefined) {
  const isOrderErased = buyerEmail === erasedValues.email
  await tx
    .update(gift_card_deliveries)
    .set({ ...erasedRecipient, ...(isOrderErased ? { senderName: null } : {}) })
    .where(
      and(
        eq(gift_card_deliveries.id, id),
        isOrderErased ? undefined : eq(gift_card_deliveries.eraseOnceSent, true),
      ),
    )
}

/**
 * Records that a card isn't sent. An empty one was refunded, and one of a canceled or refunded order was canceled,
 * so no one waits for them; a disabled one may be enabled again.
 */
async function recordNotSent(payload: Payload, { id, order: orderId }: Delivery, isOver: boolean) {
  await withTransaction(payload, async (req, tx) => {
    const order = await lockOrder(tx, orderId)
    await tx
      .update(gift_card_deliveries)
      .set({ sendingAt: null })
      .where(eq(gift_card_deliveries.id, id))
    if (!isOver) return
    await eraseIfRequested(tx, id, order?.email)
    await closeEmailedOrder(req, tx, orderId)
  })
}

async function compose(payload: Payload, delivery: Delivery, balanceCents: Cents) {
  const [{ contactEmail, postalAddress }, order] = await Promise.all([
    getSettings(payload),
    payload.findByID({ collection: 'orders', id: delivery.order, depth: 0 }),
  ])
  const common = {
    code: deriveGiftCardCode(delivery.codeSeed),
    balanceCents,
    recipientName: delivery.recipientName ?? '',
    shopUrl: env.SERVER_URL,
    contactEmail,
    postalAddress,
  }
  // Templates are loaded when an email is sent: see sendEmail.
  const { giftCardEmail, storeCreditEmail } = await import('@/modules/gift-cards/emails')
  return delivery.origin === 'purchase'
    ? giftCardEmail({
        ...common,
        senderName: delivery.senderName ?? '',
        message: delivery.message ?? '',
      })
    : storeCreditEmail({ ...common, orderNumber: order.orderNumber, orderUrl: orderUrl(order) })
}

/**
 * Emails a gift card to its recipient. A card that was sent isn't sent again, unless staff ask for it (`again`); one that
 * is disabled or empty isn't sent, nor, for the first time, one whose order was canceled or refunded. While the email
 * is being sent, the recipient can't be corrected. A card whose code is from an earlier PAYLOAD_SECRET gets the one in
 * this email.
 * @throws if the mail server can't be reached or refuses the email; the job is tried again
 */
export async function sendGiftCard(
  payload: Payload,
  deliveryId: number,
  { again = false } = {},
): Promise<void> {
  const { drizzle } = payload.db
  const isThis = eq(gift_card_deliveries.id, deliveryId)
  const [row] = await drizzle
    .update(gift_card_deliveries)
    .set({ sendingAt: sql`now()` })
    .where(
      and(
        isThis,
        isNotNull(gift_card_deliveries.card),
        ne(gift_card_deliveries.recipientEmail, erasedValues.email),
        again ? undefined : isNull(gift_card_deliveries.sentAt),
      ),
    )
    .returning()
  if (!row?.card) return
  try {
    const balanceCents = await readBalance(payload, row.card)
    const isCanceled =
      !again && (await drizzle.$count(gift_card_deliveries, and(isThis, isHeldBack))) > 0
    if (balanceCents === null || balanceCents <= 0 || isCanceled) {
      await recordNotSent(payload, row, balanceCents !== null)
      return
    }
    const { id, card, codeSeed } = row
    await renewOutdatedCode(payload, { deliveryId: id, cardId: card, codeSeed })
    await sendEmail(
      row.recipientEmail,
      await compose(payload, row, balanceCents),
      `gift-card.${row.id}.${again ? Date.now() : 1}`,
    )
  } catch (error) {
    await drizzle.update(gift_card_deliveries).set({ sendingAt: null }).where(isThis)
    throw error
  }
  await recordSent(payload, row)
}

/** Locks an order and then one of its gift cards: orders are locked first everywhere. @throws AppError not_found */
async function lockDelivery(tx: Tx, orderId: number, deliveryId: number): Promise<Delivery> {
  await lockOrder(tx, orderId)
  const [row] = await tx
    .select()
    .from(gift_card_deliveries)
    .where(and(eq(gift_card_deliveries.id, deliveryId), eq(gift_card_deliveries.order, orderId)))
    .for('update')
  if (!row) throw notFound('This gift card')
  return row
}

/** After this many minutes, an email that is still being sent is treated as abandoned by a killed worker. */
const sendingMinutes = 10

/** Whether an email is on its way to the stored address for the first time. */
const isBeingSent = ({ sendingAt, sentAt }: Delivery): boolean =>
  sendingAt !== null &&
  sentAt === null &&
  Date.now() - Date.parse(sendingAt) < sendingMinutes * 60_000

const setRecipient = (tx: Tx, id: number, recipientEmail: string) =>
  tx
    .update(gift_card_deliveries)
    .set({ recipientEmail, updatedAt: sql`now()` })
    .where(eq(gift_card_deliveries.id, id))

/**
 * Changes the recipient of a gift card on behalf of its buyer. Repeating it changes nothing.
 * @throws AppError not_found, conflict (it was sent)
 */
export async function correctRecipient(
  payload: Payload,
  orderId: number,
  deliveryId: number,
  recipientEmail: string,
): Promise<void> {
  await withTransaction(payload, async (req, tx) => {
    const row = await lockDelivery(tx, orderId, deliveryId)
    if (row.recipientEmail === recipientEmail) return
    if (row.origin !== 'purchase') throw notFound('This gift card')
    if (row.sendingAt ?? row.sentAt)
      throw new AppError(
        'conflict',
        'This gift card was already sent. Email us and we’ll help you get it to the right person.',
      )
    await setRecipient(tx, row.id, recipientEmail)
    // The job may have given up on the old address.
    if (row.card !== null) await queueGiftCardEmail(tx, row)
    await addOrderEvent(req, orderId, {
      type: 'gift_card_changed',
      actor: 'buyer',
      message: 'Recipient’s email address corrected',
    })
  })
}

/** Gives a card another code: the email with the old one went to the wrong person. */
async function replaceCode(tx: Tx, cardId: number, deliveryId: number): Promise<void> {
  const codeSeed = crypto.randomUUID()
  await tx
    .update(gift_cards)
    .set({ ...storedCode(codeSeed), updatedAt: sql`now()` })
    .where(eq(gift_cards.id, cardId))
  await tx
    .update(gift_card_deliveries)
    .set({ codeSeed })
    .where(eq(gift_card_deliveries.id, deliveryId))
}

/**
 * Sends a gift card again on behalf of staff, or corrects its address while it waits for its day. If it goes to another
 * address than before, it gets a new code, and the one that was sent stops working.
 * @returns whether an email is queued now
 * @throws AppError not_found, conflict (the order isn't paid; disabled or empty; its recipient was erased; being sent)
 */
export function resendGiftCard(
  payload: Payload,
  actor: { id: number; role: string; name: string },
  {
    orderId,
    deliveryId,
    recipientEmail,
  }: { orderId: number; deliveryId: number; recipientEmail: string },
): Promise<boolean> {
  return withTransaction(payload, async (req, tx) => {
    const row = await lockDelivery(tx, orderId, deliveryId)
    const balanceCents = row.card === null ? null : await readBalance(payload, row.card)
    if (row.card === null || balanceCents === null || balanceCents <= 0)
      throw new AppError(
        'conflict',
        'This gift card is unpaid, disabled, or empty, so there’s nothing to send.',
      )
    if (row.recipientEmail === erasedValues.email)
      throw new AppError(
        'conflict',
        'This customer’s data was deleted, so there’s no address to email.',
      )
    if (isBeingSent(row))
      throw new AppError(
        'conflict',
        'This gift card is being sent right now. Try again in a few minutes.',
      )
    const isMoved = row.recipientEmail !== recipientEmail
    const wasSent = row.sentAt !== null
    if (isMoved) await setRecipient(tx, row.id, recipientEmail)
    // It's unknown whether a lost worker had sent it.
    if (isMoved && (row.sendingAt ?? row.sentAt)) await replaceCode(tx, row.card, row.id)
    if (!wasSent) await queueGiftCardEmail(tx, row)
    if (!isMoved && !wasSent) return false
    await addOrderEvent(req, orderId, {
      type: wasSent ? 'gift_card_resent' : 'gift_card_changed',
      actor: actor.name,
      message: wasSent
        ? isMoved
          ? 'Gift card sent again, to another address and with a new code'
          : 'Gift card sent again'
        : 'Recipient’s email address corrected',
    })
    await audit(tx, actor, {
      action: wasSent ? 'gift_card.resent' : 'gift_card.recipient_changed',
      subjectType: 'gift_card',
      subjectId: row.card,
    })
    if (wasSent)
      await queueJob(
        tx,
        'send-gift-card',
        { deliveryId, again: true },
        { key: `gift-card-again:${deliveryId}` },
      )
    return wasSent
  })
}
