import type { Payload } from 'payload'

import type { OrderEvent, OrderNote, Payment } from '@/payload-types'
import type { Cents } from '@/platform/money'
import type { PaymentMethod } from '@/platform/payment-methods'

export type PaymentView = Pick<
  Payment,
  'id' | 'kind' | 'provider' | 'providerId' | 'status' | 'createdAt'
> & {
  reason: string | null
  amountCents: Cents
  /** The way to pay of a capture. */
  method: PaymentMethod | null
}
export type OrderEventView = Pick<OrderEvent, 'id' | 'type' | 'message' | 'actor' | 'createdAt'> & {
  reason: string | null
}

export type NoteView = Pick<OrderNote, 'id' | 'text' | 'createdAt' | 'updatedAt'> & {
  author: string
  /** Who may edit it. */
  authorId: number | null
}

export type OrderHistory = { payments: PaymentView[]; events: OrderEventView[]; notes: NoteView[] }

/** Returns the payments of an order, oldest first, and its timeline and notes, newest first. */
export async function getOrderHistory(payload: Payload, orderId: number): Promise<OrderHistory> {
  const orderQuery = { where: { order: { equals: orderId } }, depth: 0, pagination: false }
  const [payments, events, notes] = await Promise.all([
    payload.find({ collection: 'payments', sort: ['createdAt', 'id'], ...orderQuery }),
    payload.find({ collection: 'order-events', sort: ['-createdAt', '-id'], ...orderQuery }),
    payload.find({ collection: 'order-notes', sort: ['-createdAt', '-id'], ...orderQuery }),
  ])
  return {
    payments: payments.docs.map((payment) => ({
      id: payment.id,
      kind: payment.kind,
      provider: payment.provider,
      method: payment.method ?? null,
      providerId: payment.providerId,
      status: payment.status,
      reason: payment.reason ?? null,
      amountCents: payment.amountCents,
      createdAt: payment.createdAt,
    })),
    events: events.docs.map(({ id, type, message, actor, reason, createdAt }) => ({
      id,
      type,
      message,
      actor,
      reason: reason ?? null,
      createdAt,
    })),
    notes: notes.docs.map(({ id, text, author, authorName, createdAt, updatedAt }) => ({
      id,
      text,
      author: authorName,
      authorId: typeof author === 'number' ? author : (author?.id ?? null),
      createdAt,
      updatedAt,
    })),
  }
}
