import { randomUUID } from 'node:crypto'

import { and, eq, like, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { writeReplacement } from '@/modules/checkout/actions/replace-items'
import { writeRefundLines } from '@/modules/orders/actions/refund-lines'
import { refundOrder } from '@/modules/orders/actions/refund-order'
import { addOrderEvent, type LockedOrder, lockOrder } from '@/modules/orders/order-record'
import { readRefundableOrder } from '@/modules/orders/queries/refundable-order'
import {
  countLeft,
  type RefundableOrder,
  refundRequestId,
} from '@/modules/orders/rules/line-refund'
import { readPaidLines, readReturnLines } from '@/modules/returns/queries/returnable-items'
import {
  canClaim,
  canMoveReturn,
  returnRefundId,
  type ReturnStatus,
  withLabel,
} from '@/modules/returns/rules'
import type { ReturnStep } from '@/modules/returns/schemas'
import { payments, returns } from '@/payload-generated-schema'
import { type Actor, audit } from '@/platform/audit'
import { AppError, notFound } from '@/platform/errors'
import { isKeyRefusal, ProviderError } from '@/platform/http/provider-error'
import { queueJob } from '@/platform/job-queue'
import { parseMoney } from '@/platform/money'
import { type Tx, type TxRequest, withTransaction } from '@/platform/transaction'
import type { PaymentProvider } from '@/providers/interfaces'

type Args = { payload: Payload; payments: PaymentProvider; actor: Actor; actorName: string }
type StepOf<Name extends ReturnStep['step']> = Extract<ReturnStep, { step: Name }>
type Move = Exclude<ReturnStep, StepOf<'claim' | 'message'>>

const steps = {
  approve: { to: 'approved', message: 'Return approved', email: 'approved' },
  decline: { to: 'declined', message: 'Return declined', email: 'declined' },
  receive: { to: 'received', message: 'Return received', email: 'received' },
  refund: { to: 'refunded', message: 'Return refunded', email: null },
  exchange: { to: 'exchanged', message: 'Return exchanged', email: null },
  close: { to: 'closed', message: 'Return closed', email: 'closed' },
} as const satisfies Record<
  Move['step'],
  { to: ReturnStatus; message: string; email: ReturnStatus | null }
>

/** A return may be refunded or exchanged right after it was received, which has an email of its own. */
const receivedDelaySeconds = 60

/** What staff write to the buyer with a step; undefined for steps without a message. */
function messageOf(step: Move): string | null | undefined {
  switch (step.step) {
    case 'approve':
      return withLabel(step.message, step.label)
    case 'decline':
    case 'close':
      return step.message
    default:
      return undefined
  }
}

/**
 * Locks the order that the items were paid with, the return's own order, and the return, one after the other: refunds lock
 * the paid order first, too.
 * @throws AppError not_found
 */
async function lockReturn(tx: Tx, id: number) {
  const [found] = await tx.select({ order: returns.order }).from(returns).where(eq(returns.id, id))
  const paid = found && (await readPaidLines(tx, { id, ...found }))
  if (paid && paid.orderId !== found.order) await lockOrder(tx, paid.orderId)
  const order = found && (await lockOrder(tx, found.order))
  const [row] = await tx.select().from(returns).where(eq(returns.id, id)).for('update')
  if (!order || !row) throw notFound('This return')
  return { row, order }
}

/** @throws AppError conflict if a return can't take this step anymore */
function assertMovable({ status }: { status: ReturnStatus }, to: ReturnStatus): void {
  if (status !== to && !canMoveReturn(status, to))
    throw new AppError('conflict', `This return is already ${status}. Check it and try again.`)
}

/** Returns the lines of a return's refund, its id, and whether it is underway or completed. */
async function readRefund(tx: Tx, row: { id: number; order: number; requestId: string }) {
  const { requestId } = row
  const { orderId, lines } = await readPaidLines(tx, row)
  const parts = await tx
    .select({ provider: payments.provider, status: payments.status })
    .from(payments)
    .where(
      and(
        eq(payments.order, orderId),
        eq(payments.kind, 'refund'),
        like(payments.requestId, `${refundRequestId(returnRefundId(requestId))}%`),
      ),
    )
  const refused = parts.filter(
    ({ provider, status }) => provider === 'paypal' && status === 'failed',
  )
  return {
    orderId,
    lines,
    // What was sent in exchange came back, so the items that were paid for count as exchanged.
    includesExchanged: orderId !== row.order,
    refundId: returnRefundId(requestId, refused.length),
    isStarted: parts.some(({ status }) => status !== 'failed'),
  }
}

type Line = { itemId: string; quantity: number }

/** @throws AppError conflict if more of an item is wanted than is left of it */
function assertLeft(
  order: RefundableOrder | null,
  lines: readonly Line[],
  countOf: (item: RefundableOrder['lines'][number]) => number,
): void {
  for (const { itemId, quantity } of lines) {
    const item = order?.lines.find(({ id }) => id === itemId)
    if (item && quantity > countOf(item))
      throw new AppError(
        'conflict',
        `“${item.name}” was already refunded or exchanged, so it can’t be exchanged here.`,
      )
  }
}

/**
 * @param paid what was paid for the items of the return: of another order if they replace something
 * @throws AppError conflict if items of a return were refunded or exchanged another way
 */
async function assertUnsettled(
  payload: Payload,
  tx: Tx,
  own: { orderId: number; lines: readonly Line[] },
  paid: { orderId: number; lines: readonly Line[] },
): Promise<void> {
  assertLeft(await readRefundableOrder(payload, tx, own.orderId), own.lines, countLeft)
  // What replaces an item may have been sent in exchange for it.
  if (paid.orderId !== own.orderId)
    assertLeft(
      await readRefundableOrder(payload, tx, paid.orderId),
      paid.lines,
      ({ quantity }) => quantity,
    )
}

/** Writes the order that is sent in exchange for the items of a locked return. */
async function writeExchange(
  { payload, actor, actorName }: Args,
  { req, tx, order, id }: { req: TxRequest; tx: Tx; order: LockedOrder; id: number },
  { lines: wanted }: StepOf<'exchange'>,
) {
  const lines = await readReturnLines(tx, id)
  if (wanted.some(({ itemId }) => lines.every((line) => line.itemId !== itemId))) {
    const message = 'Please choose items of this return.'
    throw new AppError('invalid', message, { fields: { lines: message } })
  }
  const paid = await readPaidLines(tx, { id, order: order.id })
  await assertUnsettled(payload, tx, { orderId: order.id, lines }, paid)
  return writeReplacement(req, tx, order, {
    orderId: order.id,
    lines: lines.map((line) => ({
      ...line,
      ...wanted.find(({ itemId }) => itemId === line.itemId),
    })),
    reason: 'exchange',
    // The status of the return, under its lock, is what makes one order of repeated requests.
    requestId: randomUUID(),
    actor,
    actorName,
  })
}

async function moveReturn(args: Args, id: number, step: Move): Promise<void> {
  const { payload, actor, actorName } = args
  const { to, message, email } = steps[step.step]
  const written = messageOf(step)
  await withTransaction(payload, async (req, tx) => {
    const { row, order } = await lockReturn(tx, id)
    assertMovable(row, to)
    if (row.status === to) return
    if (to !== 'refunded' && (await readRefund(tx, row)).isStarted)
      throw new AppError(
        'conflict',
        'This return is already being refunded. Choose Refund to finish it.',
      )
    const exchange =
      step.step === 'exchange' ? await writeExchange(args, { req, tx, order, id }, step) : null
    await tx
      .update(returns)
      .set({
        status: to,
        ...(written === undefined ? {} : { message: written }),
        ...(exchange ? { exchangeOrder: exchange.id } : {}),
        updatedAt: sql`now()`,
      })
      .where(and(eq(returns.id, id), eq(returns.status, row.status)))
    await addOrderEvent(req, order.id, {
      type: `return_${to}`,
      actor: actorName,
      message: exchange ? `${message}: order ${exchange.orderNumber}` : message,
      reason: written ?? null,
    })
    await audit(tx, actor, {
      action: `return.${to}`,
      subjectType: 'order',
      subjectId: order.id,
      details: { returnId: id },
    })
    if (email)
      await queueJob(
        tx,
        'send-return-email',
        { returnId: id, kind: email, to: written?.length },
        {
          key: `return-${email}:${id}`,
          delaySeconds: email === 'received' ? receivedDelaySeconds : 0,
        },
      )
  })
}

/**
 * Adds a message to an approved return and emails it. The same text in a row is sent once.
 * @throws AppError not_found, conflict (not approved, or not anymore)
 */
async function addMessage(
  { payload, actor, actorName }: Args,
  id: number,
  { message, label }: StepOf<'message'>,
): Promise<void> {
  const text = withLabel(message, label)
  await withTransaction(payload, async (req, tx) => {
    const { row, order } = await lockReturn(tx, id)
    if (row.status !== 'approved')
      throw new AppError(
        'conflict',
        `You can send messages only while a return is approved. This one is ${row.status}.`,
      )
    const earlier = row.message ? `${row.message}\n\n` : ''
    if (`\n\n${row.message ?? ''}`.endsWith(`\n\n${text}`)) return
    await tx
      .update(returns)
      .set({ message: earlier + text, updatedAt: sql`now()` })
      .where(eq(returns.id, id))
    await addOrderEvent(req, order.id, {
      type: 'return_message',
      actor: actorName,
      message: 'Message about the return sent',
      reason: text,
    })
    await audit(tx, actor, {
      action: 'return.message',
      subjectType: 'order',
      subjectId: order.id,
      details: { returnId: id },
    })
    await queueJob(
      tx,
      'send-return-email',
      { returnId: id, kind: 'message', from: earlier.length, to: earlier.length + text.length },
      { key: `return-message:${id}:${earlier.length}` },
    )
  })
}

/** Notes whether staff filed a claim with Printful. @throws AppError not_found, conflict (no fault, or declined) */
async function noteClaim(
  { payload, actor, actorName }: Args,
  id: number,
  { isFiled }: StepOf<'claim'>,
): Promise<void> {
  await withTransaction(payload, async (req, tx) => {
    const { row, order } = await lockReturn(tx, id)
    if (!canClaim(row))
      throw new AppError('conflict', 'You can file a claim with Printful for defective items only.')
    if ((row.claimedAt !== null) === isFiled) return
    await tx
      .update(returns)
      .set({ claimedAt: isFiled ? sql`now()` : null, updatedAt: sql`now()` })
      .where(eq(returns.id, id))
    const event = isFiled ? 'claim_filed' : 'claim_reopened'
    await addOrderEvent(req, order.id, {
      type: event,
      actor: actorName,
      message: isFiled ? 'Claim filed with Printful' : 'Claim marked as not filed with Printful',
    })
    await audit(tx, actor, {
      action: `return.${event}`,
      subjectType: 'order',
      subjectId: order.id,
      details: { returnId: id },
    })
  })
}

/** Refunds the items of a return. It may have been exchanged or closed meanwhile, so that is checked under the lock. */
async function refundReturn(args: Args, id: number, step: StepOf<'refund'>): Promise<void> {
  const { payload, actor, actorName } = args
  const refund = await withTransaction(payload, async (_, tx) => {
    const { row } = await lockReturn(tx, id)
    assertMovable(row, 'refunded')
    return readRefund(tx, row)
  })
  await refundOrder(
    { payload, payments: args.payments },
    {
      orderId: refund.orderId,
      amountCents: parseMoney(step.amount),
      reason: 'Returned items',
      refundId: refund.refundId,
      asStoreCredit: step.storeCredit,
      actor,
      actorName,
    },
    async (_, tx) => {
      assertMovable((await lockReturn(tx, id)).row, 'refunded')
      return (await writeRefundLines(payload, tx, { ...refund, shipping: false })).purpose
    },
  ).catch((error: unknown) => {
    if (!(error instanceof ProviderError) || isKeyRefusal(error)) throw error
    throw new AppError(
      'provider_unavailable',
      'PayPal hasn’t confirmed the refund yet. We’ll keep checking. Choose Refund again in a few minutes to finish this return; it’s refunded only once.',
      { retryAfterSeconds: 10, cause: error },
    )
  })
}

/**
 * Takes a return one step further on behalf of staff, writes to its buyer, or notes a claim. Repeating the call is
 * safe, as a step that was taken changes nothing; a return is refunded or exchanged once. If PayPal refuses the refund,
 * the return stays as it was.
 * @throws AppError not_found, conflict (another step was taken meanwhile; being refunded; refunded or exchanged another
 * way; PayPal refused), invalid (more than is left to refund; a size or color that isn't available),
 * provider_unavailable if the outcome of the refund is unknown; ProviderError if PayPal doesn't accept the keys
 */
export async function takeReturnStep(args: Args, id: number, step: ReturnStep): Promise<void> {
  if (step.step === 'claim') return noteClaim(args, id, step)
  if (step.step === 'message') return addMessage(args, id, step)
  if (step.step === 'refund') await refundReturn(args, id, step)
  await moveReturn(args, id, step)
}
