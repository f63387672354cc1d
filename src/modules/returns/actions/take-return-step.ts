import { and, eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { writeRefundLines } from '@/modules/orders/actions/refund-lines'
import { refundOrder } from '@/modules/orders/actions/refund-order'
import { addOrderEvent } from '@/modules/orders/order-record'
import { readReturnLines } from '@/modules/returns/queries'
import { canMoveReturn, returnRefundId, type ReturnStatus } from '@/modules/returns/rules'
import type { ReturnStep } from '@/modules/returns/schemas'
import { returns } from '@/payload-generated-schema'
import { audit } from '@/platform/audit'
import { AppError, notFound } from '@/platform/errors'
import { queueJob } from '@/platform/job-queue'
import { parseMoney } from '@/platform/money'
import { type Tx, withTransaction } from '@/platform/transaction'
import type { PaymentProvider } from '@/providers/interfaces'

type Actor = { id: number; role: string }
type Args = { payload: Payload; payments: PaymentProvider; actor: Actor; actorName: string }

const steps = {
  approve: { to: 'approved', message: 'Return approved', email: 'approved' },
  decline: { to: 'declined', message: 'Return declined', email: 'declined' },
  receive: { to: 'received', message: 'Return received', email: null },
  refund: { to: 'refunded', message: 'Return refunded', email: null },
  close: { to: 'closed', message: 'Return closed', email: null },
} as const satisfies Record<
  ReturnStep['step'],
  { to: ReturnStatus; message: string; email: 'approved' | 'declined' | null }
>

/** Locks a return. @throws AppError not_found, conflict if it can't take this step anymore */
async function lockReturn(tx: Tx, id: number, to: ReturnStatus) {
  const [row] = await tx.select().from(returns).where(eq(returns.id, id)).for('update')
  if (!row) throw notFound('This return')
  if (row.status !== to && !canMoveReturn(row.status, to))
    throw new AppError('conflict', `This return is ${row.status} already. Check it and try again.`)
  return row
}

async function moveReturn(
  { payload, actor, actorName }: Args,
  id: number,
  step: ReturnStep,
): Promise<void> {
  const { to, message, email } = steps[step.step]
  await withTransaction(payload, async (req, tx) => {
    const { status, order } = await lockReturn(tx, id, to)
    if (status === to) return
    await tx
      .update(returns)
      .set({
        status: to,
        ...('message' in step ? { message: step.message } : {}),
        updatedAt: sql`now()`,
      })
      .where(and(eq(returns.id, id), eq(returns.status, status)))
    await addOrderEvent(req, order, { type: `return_${to}`, actor: actorName, message })
    await audit(tx, actor, {
      action: `return.${to}`,
      subjectType: 'order',
      subjectId: order,
      details: { returnId: id },
    })
    if (email)
      await queueJob(
        tx,
        'send-return-email',
        { returnId: id, kind: email },
        { key: `return-${email}:${id}` },
      )
  })
}

/**
 * Takes a return one step further on behalf of staff. A step that was taken already changes nothing, so repeating the call
 * is safe; the refund of a return is made once. If PayPal refuses it, the return stays as it was.
 * @throws AppError not_found, conflict (another step was taken meanwhile; PayPal refused), invalid (more than is left to
 * refund); ProviderError if the outcome of the refund is unknown
 */
export async function takeReturnStep(args: Args, id: number, step: ReturnStep): Promise<void> {
  if (step.step === 'refund') {
    const { orderId, refundId, lines } = await withTransaction(args.payload, async (_, tx) => {
      const { order, requestId } = await lockReturn(tx, id, 'refunded')
      return {
        orderId: order,
        refundId: returnRefundId(requestId),
        lines: await readReturnLines(tx, id),
      }
    })
    await refundOrder(
      { payload: args.payload, payments: args.payments },
      {
        orderId,
        amountCents: parseMoney(step.amount),
        reason: 'Returned items',
        refundId,
        asStoreCredit: step.storeCredit,
        actor: args.actor,
        actorName: args.actorName,
      },
      async (_, tx) => {
        const { purpose } = await writeRefundLines(args.payload, tx, {
          orderId,
          refundId,
          lines,
          shipping: false,
        })
        return purpose
      },
    )
  }
  await moveReturn(args, id, step)
}
