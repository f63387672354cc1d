import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'
import { z } from 'zod'
import { quoteMinutes } from '../domain/order-access'
import { AppError } from '../errors'
import type { Order } from '../payload-types'
import type { PaymentProvider } from '../providers/types'
import { captureKnownOrder } from './capture-order'
import { holdContestedOrder } from './hold-contested-order'
import { recordRefunds } from './record-refunds'
import { settlePayment } from './settle-payment'

type Args = { payload: Payload; payments: PaymentProvider }
export type Applied = { status: 'processed' | 'ignored' | 'failed'; note: string }

/** What an event says about which payment it means; the rest of it is never believed, the provider is asked again. */
const hintSchema = z.object({
  id: z.string(),
  custom_id: z.string().optional(),
  purchase_units: z.array(z.object({ custom_id: z.string().optional() })).optional(),
  supplementary_data: z.object({ related_ids: z.object({ order_id: z.string().optional() }).optional() }).optional(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).optional(),
})
const disputeSchema = z.object({
  dispute_id: z.string().min(1).max(100), reason: z.string().nullish(), status: z.string().nullish(),
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string().nullish() })).nullish().transform((list) => list ?? []),
})

const findOrder = async (payload: Payload, resource: z.infer<typeof hintSchema>): Promise<Order | undefined> => {
  const uuid = resource.custom_id ?? resource.purchase_units?.[0]?.custom_id ?? ''
  const captureId = /\/captures\/([A-Z0-9]+)/.exec(resource.links?.find(({ rel }) => rel === 'up')?.href ?? '')?.[1] ?? resource.id
  const paypalOrderId = resource.supplementary_data?.related_ids?.order_id ?? resource.id
  const { docs } = await payload.find({
    collection: 'orders', limit: 1, pagination: false, depth: 0,
    where: { or: [{ uuid: { equals: uuid } }, { paypalOrderId: { equals: paypalOrderId } }, { paypalTransactionId: { equals: captureId } }] },
  })
  return docs[0]
}

/** 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED' as words. */
const inWords = (code: string | null | undefined): string => (code ? ` (${code.toLowerCase().replaceAll('_', ' ').slice(0, 80)})` : '')

/** A buyer's case at PayPal: its people decide, so here it is only told, and nothing more is printed meanwhile. */
const applyDispute = async ({ payload }: Args, eventType: string, resource: unknown): Promise<Applied> => {
  const dispute = disputeSchema.safeParse(resource)
  if (!dispute.success) return { status: 'failed', note: 'The event names no case.' }
  const { dispute_id: reason, disputed_transactions: transactions } = dispute.data
  const captures = transactions.flatMap(({ seller_transaction_id: id }) => id ?? [])
  const { docs: [order] } = captures.length === 0 ? { docs: [] } : await payload.find({
    collection: 'orders', limit: 1, pagination: false, depth: 0, where: { paypalTransactionId: { in: captures } },
  })
  if (!order) return { status: 'failed', note: 'No order of ours belongs to this case.' }
  if (eventType === 'CUSTOMER.DISPUTE.CREATED')
    await holdContestedOrder(payload, order.id, { type: 'disputed', reason, message: `The buyer opened a case at PayPal${inWords(dispute.data.reason)}. Please answer it in PayPal’s resolution center.` })
  else if (eventType === 'CUSTOMER.DISPUTE.RESOLVED')
    await holdContestedOrder(payload, order.id, { type: 'dispute-closed', reason, message: 'The case at PayPal is closed. How it ended stands in PayPal’s resolution center.' })
  return { status: 'processed', note: `Case ${reason}${inWords(dispute.data.status)}.` }
}

/**
 * A provider's event → our state. Events come twice, late and out of order, so each is only a reason to read how the
 * payment really stands; what is written then is the same whichever event came first.
 * @throws ProviderError when the provider cannot be asked now; the job comes again
 */
export const applyPaymentEvent = async (args: Args, event: { eventType: string; resource: unknown }): Promise<Applied> => {
  if (event.eventType.startsWith('CUSTOMER.DISPUTE.')) return applyDispute(args, event.eventType, event.resource)
  const hint = hintSchema.safeParse(event.resource)
  if (!hint.success) return { status: 'failed', note: 'The event names no payment.' }
  if (!/^(CHECKOUT\.ORDER|PAYMENT\.CAPTURE)\./.test(event.eventType)) return { status: 'ignored', note: 'Not an event that the shop acts on.' }
  const order = await findOrder(args.payload, hint.data)
  if (!order?.paypalOrderId) return { status: 'failed', note: 'No order of ours belongs to this payment.' }
  const state = await args.payments.getOrder(order.paypalOrderId)
  if (!state) return { status: 'failed', note: 'The provider does not know this payment any more.' }
  for (const capture of state.captures) await settlePayment(args.payload, order.id, capture)
  if (state.refunds.length > 0) await recordRefunds(args.payload, order.id, state.refunds)
  if (event.eventType === 'PAYMENT.CAPTURE.REVERSED')
    await holdContestedOrder(args.payload, order.id, { type: 'reversed', reason: hint.data.id, message: 'PayPal took the payment back. Please look at it before anything ships.' })
  if (event.eventType === 'CHECKOUT.ORDER.APPROVED' && state.captures.length === 0) return captureForClosedTab(args, order)
  return { status: 'processed', note: `Payment read again: ${state.captures.at(-1)?.status ?? state.status}.` }
}

/** The buyer approved and the browser never came back: the money is taken while the quote holds, else left alone. */
const captureForClosedTab = async (args: Args, order: Order): Promise<Applied> => {
  if (Date.now() - Date.parse(order.createdAt) > quoteMinutes * 60_000) return { status: 'processed', note: 'Approved too late to charge without asking again.' }
  try {
    return { status: 'processed', note: `Captured for the buyer: ${await captureKnownOrder(args, order)}.` }
  } catch (error) {
    if (error instanceof AppError) return { status: 'processed', note: error.message }
    throw error
  }
}

/** Marks an inbox row as worked off. */
export const finishWebhookEvent = async (payload: Payload, eventId: number, applied: Applied): Promise<void> => {
  await payload.db.drizzle.execute(sql`
    update webhook_events set status = ${applied.status}, note = ${applied.note}, processed_at = now(), updated_at = now() where id = ${eventId}`)
}
