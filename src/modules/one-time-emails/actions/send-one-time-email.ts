import { and, eq, isNotNull, isNull, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'
import { z } from 'zod'

import { priceCart, type PricedCartLine } from '@/modules/checkout/queries'
import { lineSchema } from '@/modules/checkout/schemas'
import type { EmailItem, OneTimeEmailProps } from '@/modules/one-time-emails/emails'
import {
  cartUrl,
  createCartToken,
  createStopToken,
  oneClickStopUrl,
  stopPageUrl,
} from '@/modules/one-time-emails/links'
import { getReviewableOrder } from '@/modules/one-time-emails/queries'
import { getSettings } from '@/modules/shop/queries/get-settings'
import { one_time_emails } from '@/payload-generated-schema'
import type { EmailContent } from '@/platform/email/render'
import { sendEmail } from '@/platform/email/send'
import { env } from '@/platform/env'

type Row = typeof one_time_emails.$inferSelect
type Composed = { to: string; build: (props: OneTimeEmailProps) => Promise<EmailContent> }

/** Templates are loaded when an email is sent: see sendEmail. */
const loadEmails = () => import('@/modules/one-time-emails/emails')

const toEmailItem = (line: PricedCartLine): EmailItem => ({
  name: line.name,
  size: line.size,
  color: line.color,
  quantity: line.quantity,
  unitCents: line.status === 'ok' ? line.unitCents : null,
  imageUrl: line.image ? `${env.SERVER_URL}${line.image}-320.webp` : null,
})

/** 'wait': the variant sold out again before the email was sent. */
const composeBackInStock = async (
  payload: Payload,
  row: Row,
): Promise<Composed | 'wait' | null> => {
  const { email, product: productId, size, color } = row
  if (!email || productId === null || size === null || color === null) return null
  const [line] = await priceCart(payload, [{ productId, size, color, quantity: 1 }])
  if (line?.status !== 'ok') return 'wait'
  const productUrl = `${env.SERVER_URL}/products/${productId}?${new URLSearchParams({ color, size }).toString()}`
  return {
    to: email,
    build: async (props) =>
      (await loadEmails()).backInStockEmail({ ...props, item: toEmailItem(line), productUrl }),
  }
}

const composeCart = async (payload: Payload, { email, lines }: Row): Promise<Composed | null> => {
  const priced = (await priceCart(payload, z.array(lineSchema).parse(lines))).filter(
    ({ status }) => status !== 'gone',
  )
  if (!email || priced.length === 0) return null
  return {
    to: email,
    build: async (props) =>
      (await loadEmails()).cartEmail({
        ...props,
        items: priced.map(toEmailItem),
        cartUrl: cartUrl(createCartToken(priced, new Date())),
      }),
  }
}

const composeReview = async (
  payload: Payload,
  { order: orderId }: Row,
): Promise<Composed | null> => {
  const order = orderId === null ? null : await getReviewableOrder(payload, orderId)
  if (!order) return null
  return {
    to: order.email,
    build: async (props) =>
      (await loadEmails()).reviewEmail({
        ...props,
        orderNumber: order.orderNumber,
        items: order.items.map(({ name, image, productId }) => ({
          name,
          imageUrl: image ? `${env.SERVER_URL}${image}` : null,
          reviewUrl: `${env.SERVER_URL}/account/reviews?product=${productId}`,
        })),
      }),
  }
}

const compose = { 'back-in-stock': composeBackInStock, cart: composeCart, review: composeReview }

/**
 * Sends an email that someone asked for, and deletes the request. A request is claimed before the mail server gets its
 * email. If the process dies in between, the request is deleted unsent, because two emails would break the promise of
 * one.
 * @throws if the mail server can't be reached or refuses the email; the job is tried again
 */
export async function sendOneTimeEmail(payload: Payload, requestId: number): Promise<void> {
  const { drizzle } = payload.db
  const isThis = eq(one_time_emails.id, requestId)
  const [row] = await drizzle
    .update(one_time_emails)
    .set({ sendingAt: sql`now()` })
    .where(and(isThis, isNotNull(one_time_emails.queuedAt), isNull(one_time_emails.sendingAt)))
    .returning()
  if (!row) {
    await drizzle.delete(one_time_emails).where(and(isThis, isNotNull(one_time_emails.sendingAt)))
    return
  }
  try {
    const email = await compose[row.kind](payload, row)
    if (email === 'wait') {
      await drizzle.update(one_time_emails).set({ queuedAt: null, sendingAt: null }).where(isThis)
      return
    }
    if (email) {
      const { contactEmail, postalAddress } = await getSettings(payload)
      const token = await createStopToken(email.to.toLowerCase())
      const content = await email.build({
        stopUrl: stopPageUrl(token),
        shopUrl: env.SERVER_URL,
        contactEmail,
        postalAddress,
      })
      await sendEmail(email.to, content, `one-time.${row.kind}.${requestId}`, {
        unsubscribeUrl: oneClickStopUrl(token),
      })
    }
  } catch (error) {
    await drizzle.update(one_time_emails).set({ sendingAt: null }).where(isThis)
    throw error
  }
  await drizzle.delete(one_time_emails).where(isThis)
}
