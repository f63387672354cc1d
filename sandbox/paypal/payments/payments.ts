import { z } from 'zod'

import type { ProviderContext } from '../context'
import { refuse, unknownId } from '../errors'
import { newId } from '../ids'
import { precisionIssue, toHundredths, toMoney } from '../money'
import { publishCapture } from '../orders/orders'
import { moneySchema } from '../orders/schema'
import type { CaptureRecord, RefundRecord } from '../state'
import { refundView } from './views'

const DAY_MS = 86_400_000
const REFUND_WINDOW_MS = 180 * DAY_MS

/** The body of a refund (Payments v2); an empty one means everything that is left. */
export const refundSchema = z.strictObject({
  amount: moneySchema.optional(),
  invoice_id: z.string().min(1).max(127).optional(),
  custom_id: z.string().min(1).max(127).optional(),
  note_to_payer: z.string().min(1).max(255).optional(),
  payment_instruction: z.unknown().optional(),
})

export type RefundRequest = z.infer<typeof refundSchema>

export function getCapture(context: ProviderContext, clientId: string, id: string): CaptureRecord {
  const capture = context.state.captures[id]
  if (!capture || capture.clientId !== clientId) throw unknownId('capture_id', id)
  return capture
}

export function getRefund(context: ProviderContext, clientId: string, id: string): RefundRecord {
  const refund = context.state.refunds[id]
  if (!refund || refund.clientId !== clientId) throw unknownId('refund_id', id)
  return refund
}

/** Refunds a capture and notifies the shop; never more than what is left of the capture. */
export function refundCapture(
  context: ProviderContext,
  capture: CaptureRecord,
  request: RefundRequest,
): RefundRecord {
  const { currency_code: currency } = capture.amount
  const before = refundedOf(context, capture)
  const left = toHundredths(capture.amount) - before
  refuseImpossible(context, capture, left)
  const amount = request.amount ?? toMoney(currency, left)
  if (amount.currency_code !== currency) {
    throw refuse('REFUND_CAPTURE_CURRENCY_MISMATCH', {
      field: '/amount/currency_code',
      value: amount.currency_code,
    })
  }
  const precision = precisionIssue(amount)
  if (precision) throw refuse(precision, { field: '/amount/value', value: amount.value })
  const size = toHundredths(amount)
  if (size <= 0n)
    throw refuse('REFUND_AMOUNT_TOO_LOW', { field: '/amount/value', value: amount.value })
  if (size > left)
    throw refuse('REFUND_AMOUNT_EXCEEDED', { field: '/amount/value', value: amount.value })
  refuseDuplicateInvoice(context, capture.clientId, request.invoice_id)

  const refund: RefundRecord = {
    id: newId(),
    clientId: capture.clientId,
    captureId: capture.id,
    status: 'COMPLETED',
    amount: toMoney(currency, size),
    totalRefunded: toMoney(currency, before + size),
    ...(request.custom_id && { customId: request.custom_id }),
    ...(request.invoice_id && { invoiceId: request.invoice_id }),
    ...(request.note_to_payer && { note: request.note_to_payer }),
    createdAt: context.clock.now(),
  }
  context.state.refunds[refund.id] = refund
  capture.status = size === left ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  capture.updatedAt = context.clock.now()
  context.save()
  context.publish(capture.clientId, {
    type: 'PAYMENT.CAPTURE.REFUNDED',
    resourceType: 'refund',
    summary: `A ${refund.amount.value} ${currency} capture payment was refunded`,
    resource: refundView(context, refund),
  })
  return refund
}

/** Completes or denies a pending capture; false if it wasn't pending. */
export function resolvePending(
  context: ProviderContext,
  capture: CaptureRecord,
  outcome: 'COMPLETED' | 'DENIED',
): boolean {
  if (capture.status !== 'PENDING') return false
  capture.status = outcome === 'COMPLETED' ? 'COMPLETED' : 'DECLINED'
  if (outcome === 'COMPLETED') delete capture.reason
  capture.updatedAt = context.clock.now()
  context.save()
  publishCapture(context, capture, outcome)
  return true
}

function refundedOf(context: ProviderContext, capture: CaptureRecord): bigint {
  return Object.values(context.state.refunds)
    .filter((refund) => refund.captureId === capture.id)
    .reduce((sum, refund) => sum + toHundredths(refund.amount), 0n)
}

function refuseImpossible(context: ProviderContext, capture: CaptureRecord, left: bigint): void {
  if (capture.status === 'PENDING') throw refuse('PENDING_CAPTURE')
  if (capture.status === 'DECLINED' || capture.status === 'FAILED')
    throw refuse('REFUND_NOT_ALLOWED')
  if (left <= 0n) throw refuse('CAPTURE_FULLY_REFUNDED')
  if (context.clock.now() - capture.createdAt > REFUND_WINDOW_MS)
    throw refuse('REFUND_TIME_LIMIT_EXCEEDED')
}

function refuseDuplicateInvoice(
  context: ProviderContext,
  clientId: string,
  invoiceId: string | undefined,
): void {
  const used = Object.values(context.state.refunds).some(
    (refund) =>
      refund.clientId === clientId && refund.invoiceId === invoiceId && invoiceId !== undefined,
  )
  if (used) throw refuse('DUPLICATE_INVOICE_ID', { field: '/invoice_id', value: invoiceId })
}
