import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'
import { type Cents, formatMoney } from '../domain/money'
import { AppError, notFound } from '../errors'
import type { PaymentProvider, RefundView } from '../providers/types'
import { withTransaction } from '../transaction'
import { audit } from './audit'
import { recordRefunds } from './record-refunds'

type Args = { payload: Payload; payments: PaymentProvider }
type Actor = { id: number; role: string }
export type RefundRequest = {
  orderId: number
  amountCents: Cents
  reason: string
  /** Made by the page once for each refund that is meant; the same one is never paid out twice. */
  refundId: string
  /** What the person saw as left to send back; with another sum in the ledger somebody else was first. */
  leftCents?: Cents
  actor: Actor
  actorName: string
}
export type RefundResult = { status: 'completed' | 'pending'; amountCents: Cents }

type Claim = { paymentId: number; captureId: string; amountCents: Cents; status: string; requestId: string }

const requestIdOf = (refundId: string): string => `r-${refundId}`

/** PayPal's words for a refund that cannot be, in ours. */
const refusals: Record<string, string> = {
  CAPTURE_FULLY_REFUNDED: 'PayPal says that everything was sent back already.',
  REFUND_AMOUNT_EXCEEDED: 'PayPal says that less than this is left to send back.',
  REFUND_TIME_LIMIT_EXCEEDED: 'PayPal no longer refunds this payment; too much time has passed. Please send the money another way.',
  PENDING_CAPTURE: 'The payment itself is not through yet. It can be sent back once it is.',
  RESOURCE_NOT_FOUND: 'PayPal does not know this payment any more. Please look at it there.',
}

/** The row that stands before PayPal is asked; what was already asked for counts, so that two refunds cannot exceed the payment. */
const claim = ({ payload }: Args, asked: RefundRequest): Promise<Claim> =>
  withTransaction(payload, async (_, tx) => {
    const requestId = requestIdOf(asked.refundId)
    const { rows: [order] } = await tx.execute(sql`select id from orders where id = ${asked.orderId} for update`)
    if (!order) throw notFound('The order')
    const { rows: [capture] } = await tx.execute(sql`
      select provider_id as id, amount_cents::integer as cents from payments
      where order_id = ${asked.orderId} and kind = 'capture' and provider = 'paypal' and status = 'completed' order by id limit 1`)
    const paid = capture as { id: string; cents: number } | undefined
    if (!paid) throw new AppError('conflict', 'There is no PayPal payment to send back for this order.')
    const { rows: [known] } = await tx.execute(sql`
      select id, amount_cents::integer as cents, status, order_id as "orderId" from payments where request_id = ${requestId}`)
    if (known) {
      const row = known as { id: number; cents: number; status: string; orderId: number }
      if (row.orderId !== asked.orderId || row.cents !== asked.amountCents) throw new AppError('conflict', 'This refund was already begun with another amount.')
      return { paymentId: row.id, captureId: paid.id, amountCents: row.cents, status: row.status, requestId }
    }
    const { rows: [sum] } = await tx.execute(sql`
      select coalesce(sum(amount_cents), 0)::integer as cents from payments where order_id = ${asked.orderId} and kind = 'refund' and status in ('completed', 'pending')`)
    const left = paid.cents - (sum as { cents: number }).cents
    if (asked.leftCents !== undefined && asked.leftCents !== left)
      throw new AppError('version_conflict', `Money was sent back for this order meanwhile; ${left > 0 ? `${formatMoney(left)} is` : 'nothing is'} left. Please look at its payments before you send more.`)
    if (asked.amountCents > left) {
      const sentence = left > 0 ? `At most ${formatMoney(left)} can be sent back.` : 'Everything was sent back already.'
      throw new AppError('invalid', sentence, { fields: { amount: sentence } })
    }
    const { rows: [made] } = await tx.execute(sql`
      insert into payments (order_id, kind, provider, provider_id, request_id, status, reason, amount_cents, currency, created_at, updated_at)
      values (${asked.orderId}, 'refund', 'paypal', ${requestId}, ${requestId}, 'pending', ${asked.reason}, ${asked.amountCents}, 'USD', now(), now()) returning id`)
    await tx.execute(sql`
      insert into order_events (order_id, type, message, actor, reason)
      values (${asked.orderId}, 'refund_requested', ${`Refund of ${formatMoney(asked.amountCents)} asked for`}, ${asked.actorName}, ${asked.reason})`)
    await audit(tx, asked.actor, { action: 'order.refunded', subjectType: 'order', subjectId: asked.orderId, details: { amountCents: asked.amountCents } })
    return { paymentId: (made as { id: number }).id, captureId: paid.id, amountCents: asked.amountCents, status: 'pending', requestId }
  })

/** The answer takes the place of the claim. A webhook may have written the refund under its own id already: then that row stays. */
const store = async ({ payload }: Args, orderId: number, paymentId: number, refund: RefundView): Promise<void> => {
  await withTransaction(payload, async (_, tx) => {
    await tx.execute(sql`select id from orders where id = ${orderId} for update`)
    const { rows: [other] } = await tx.execute(sql`select id from payments where provider_id = ${refund.id} and id <> ${paymentId}`)
    const requestId = sql`(select request_id from payments where id = ${paymentId})`
    if (other) {
      const { rows: [mine] } = await tx.execute(sql`delete from payments where id = ${paymentId} returning request_id as "requestId", reason`)
      const row = mine as { requestId: string; reason: string | null } | undefined
      if (row) await tx.execute(sql`update payments set request_id = ${row.requestId}, reason = coalesce(reason, ${row.reason}) where id = ${(other as { id: number }).id}`)
    } else await tx.execute(sql`update payments set provider_id = ${refund.id}, request_id = ${requestId}, updated_at = now() where id = ${paymentId}`)
  })
  await recordRefunds(payload, orderId, [refund])
}

const fail = ({ payload }: Args, orderId: number, paymentId: number, issue: string): Promise<void> =>
  withTransaction(payload, async (_, tx) => {
    await tx.execute(sql`update payments set status = 'failed', reason = ${`${issue}`}, updated_at = now() where id = ${paymentId} and status = 'pending'`)
    await tx.execute(sql`insert into order_events (order_id, type, message, actor, reason) values (${orderId}, 'refund_failed', 'The refund did not go through; no money was moved', 'PayPal', ${issue})`)
  })

const perform = async (args: Args, orderId: number, claimed: Claim): Promise<RefundResult> => {
  const answer = await args.payments.refundCapture(claimed.captureId, claimed.amountCents, claimed.requestId)
  if (answer.outcome === 'refused' || answer.refund.status === 'failed') {
    const issue = answer.outcome === 'refused' ? answer.issue : 'FAILED'
    await fail(args, orderId, claimed.paymentId, issue)
    throw new AppError('conflict', `${refusals[issue] ?? 'PayPal did not make this refund.'} No money was moved.`, { details: { issue } })
  }
  await store(args, orderId, claimed.paymentId, answer.refund)
  return { status: answer.refund.status === 'pending' ? 'pending' : 'completed', amountCents: claimed.amountCents }
}

/**
 * Sends money back through PayPal, whole or in part. Steps: a row in the ledger (pending, checked against what is left)
 * · the call, with the row's key · the answer into the row. Each is committed before the next; a retry with the same
 * `refundId`, a second press and the reconciler all end in the same refund.
 * @throws AppError not_found, version_conflict (something was sent back meanwhile), invalid (more than is left), conflict (refused by PayPal: nothing moved); ProviderError
 * when the outcome is not known yet: the reconciler finds out within minutes
 */
export const refundOrder = async (args: Args, asked: RefundRequest): Promise<RefundResult> => {
  const claimed = await claim(args, asked)
  if (claimed.status === 'completed') return { status: 'completed', amountCents: claimed.amountCents }
  if (claimed.status === 'failed') throw new AppError('conflict', 'This refund was refused before. Please begin it anew.')
  return perform(args, asked.orderId, claimed)
}

/** Refunds whose answer nobody wrote down (the process died): asked again with their own key. */
export const finishRefunds = async (args: Args): Promise<void> => {
  const { rows } = await args.payload.db.drizzle.execute(sql`
    select r.id as "paymentId", r.order_id as "orderId", r.amount_cents::integer as "amountCents", r.status, r.request_id as "requestId",
      (select provider_id from payments c where c.order_id = r.order_id and c.kind = 'capture' and c.status = 'completed' order by c.id limit 1) as "captureId"
    from payments r where r.kind = 'refund' and r.status = 'pending' and r.provider_id = r.request_id and r.created_at < now() - interval '2 minutes'
    order by r.id limit 20`)
  for (const { orderId, ...claimed } of rows as unknown as (Claim & { orderId: number })[]) {
    try {
      await perform(args, orderId, claimed)
    } catch (error) {
      if (!(error instanceof AppError)) args.payload.logger.error({ err: error, order: orderId }, 'A refund could not be finished')
    }
  }
}
