import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'
import type { Cents } from '../domain/money'
import type { Payment } from '../payload-types'

export type PaymentView = {
  id: number; kind: Payment['kind']; provider: Payment['provider']; providerId: string; status: Payment['status']
  reason: string | null; amountCents: Cents; createdAt: string
}
export type OrderEventView = { id: number; type: string; message: string; actor: string; reason: string | null; createdAt: string }

const withIsoDate = <Row extends { createdAt: string }>(row: Row): Row => ({ ...row, createdAt: new Date(row.createdAt).toISOString() })

/** The ledger of an order, oldest first, and its timeline, newest first. */
export const getOrderHistory = async (payload: Payload, orderId: number): Promise<{ payments: PaymentView[]; events: OrderEventView[] }> => {
  const [payments, events] = await Promise.all([
    payload.db.drizzle.execute(sql`
      select id, kind, provider, provider_id as "providerId", status, reason, amount_cents::integer as "amountCents", created_at as "createdAt"
      from payments where order_id = ${orderId} order by created_at, id`),
    payload.db.drizzle.execute(sql`
      select id, type, message, actor, reason, created_at as "createdAt"
      from order_events where order_id = ${orderId} order by created_at desc, id desc`),
  ])
  return {
    payments: (payments.rows as unknown as PaymentView[]).map(withIsoDate),
    events: (events.rows as unknown as OrderEventView[]).map(withIsoDate),
  }
}
