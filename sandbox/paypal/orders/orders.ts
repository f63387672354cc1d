import type { CardRecord } from '../cards'
import type { ProviderContext } from '../context'
import { refuse, unknownId } from '../errors'
import { newId } from '../ids'
import { captureWithOrder } from '../payments/views'
import {
  type CaptureRecord,
  type CaptureStatus,
  type Funding,
  isCardSource,
  type OrderRecord,
  type Source,
} from '../state'
import type { CreateOrder } from './schema'
import { checkOrder, shippingPreferenceOf } from './validation'
import { approvalUrl, orderView } from './views'

const HOUR_MS = 3_600_000
/** Orders v2: three hours for the approval, then three hours for the capture. */
const ORDER_LIFE_MS = 3 * HOUR_MS

/** A buyer's approval or a capture is only possible in these states. */
const OPEN: ReadonlySet<OrderRecord['status']> = new Set([
  'CREATED',
  'PAYER_ACTION_REQUIRED',
  'APPROVED',
])

export function createOrder(
  context: ProviderContext,
  clientId: string,
  body: CreateOrder,
): OrderRecord {
  checkOrder(body.purchase_units, shippingPreferenceOf(body))
  const now = context.clock.now()
  const order: OrderRecord = {
    id: newId(),
    clientId,
    // A card or a wallet's token comes later, from the browser SDK.
    status:
      body.payment_source?.paypal || body.payment_source?.venmo
        ? 'PAYER_ACTION_REQUIRED'
        : 'CREATED',
    intent: body.intent,
    units: body.purchase_units,
    request: {
      ...(body.payment_source && { payment_source: body.payment_source }),
      ...(body.application_context && { application_context: body.application_context }),
      ...(body.payer !== undefined && { payer: body.payer }),
    },
    funding: 'ok',
    pendingReason: 'ECHECK',
    source: 'paypal',
    responseCode: '0000',
    createdAt: now,
    updatedAt: now,
  }
  context.state.orders[order.id] = order
  context.save()
  return order
}

/** The order, if this app made it and it has not expired; else PayPal's 404. */
export function getOrder(context: ProviderContext, clientId: string, id: string): OrderRecord {
  const order = context.state.orders[id]
  if (!order || order.clientId !== clientId || isExpired(context, order))
    throw unknownId('order_id', id)
  return order
}

export function isExpired(context: ProviderContext, order: OrderRecord): boolean {
  return (
    OPEN.has(order.status) &&
    context.clock.now() - (order.approvedAt ?? order.createdAt) > ORDER_LIFE_MS
  )
}

export function isOpen(context: ProviderContext, order: OrderRecord): boolean {
  return OPEN.has(order.status) && !isExpired(context, order)
}

export interface Approval {
  funding: Funding
  source?: Source
  card?: CardRecord
  /** Of a pending capture. */
  pendingReason?: string
  /** Of a declined card. */
  responseCode?: string
}

/** The buyer approves the order, possibly again, e.g. after a declined card. */
export function approveOrder(
  context: ProviderContext,
  order: OrderRecord,
  { funding, source = 'paypal', card, pendingReason = 'ECHECK', responseCode = '0500' }: Approval,
): void {
  if (shippingPreferenceOf(order.request) === 'GET_FROM_FILE')
    order.units = order.units.map((unit) => ({ ...unit, shipping: context.settings.shipping }))
  Object.assign(order, {
    approvedValue: order.units[0]?.amount.value ?? '',
    status: 'APPROVED',
    funding,
    pendingReason,
    source,
    ...(card && { card }),
    responseCode: funding === 'card-decline' ? responseCode : '0000',
    approvedAt: context.clock.now(),
    updatedAt: context.clock.now(),
  } satisfies Partial<OrderRecord>)
  context.save()
  context.publish(order.clientId, {
    type: 'CHECKOUT.ORDER.APPROVED',
    resourceType: 'checkout-order',
    summary: 'An order has been approved by buyer',
    resource: orderView(context, order),
  })
}

const captureStatusOf: Record<Funding, CaptureStatus> = {
  ok: 'COMPLETED',
  decline: 'COMPLETED',
  'card-decline': 'DECLINED',
  pending: 'PENDING',
}
const eventOf: Record<CaptureStatus, 'COMPLETED' | 'PENDING' | 'DECLINED'> = {
  COMPLETED: 'COMPLETED',
  PARTIALLY_REFUNDED: 'COMPLETED',
  REFUNDED: 'COMPLETED',
  PENDING: 'PENDING',
  DECLINED: 'DECLINED',
  FAILED: 'DECLINED',
}

/**
 * Takes the money (Orders v2, capture): one capture for each purchase unit. A programmed decline applies once: a later
 * call can capture the same order.
 */
export function captureOrder(context: ProviderContext, order: OrderRecord): void {
  if (order.intent !== 'CAPTURE') throw refuse('ACTION_DOES_NOT_MATCH_INTENT')
  if (order.status === 'COMPLETED') throw refuse('ORDER_ALREADY_CAPTURED')
  if (order.status !== 'APPROVED') throw refuse('ORDER_NOT_APPROVED')
  refuseDuplicateInvoice(context, order)
  // More than the buyer approved needs another approval.
  if (Number(order.units[0]?.amount.value) > Number(order.approvedValue))
    throw refuse('PAYER_ACTION_REQUIRED')
  if (order.funding === 'decline') {
    order.funding = 'ok'
    context.save()
    throw declined(context, order.id)
  }
  const captures = order.units.map((unit): CaptureRecord => ({
    id: newId(),
    clientId: order.clientId,
    orderId: order.id,
    referenceId: unit.reference_id ?? 'default',
    status: captureStatusOf[order.funding],
    source: order.source,
    ...(isCardSource(order.source) && { responseCode: order.responseCode }),
    ...(order.funding === 'pending' && { reason: order.pendingReason }),
    amount: { currency_code: unit.amount.currency_code, value: unit.amount.value },
    ...(unit.custom_id && { customId: unit.custom_id }),
    ...(unit.invoice_id && { invoiceId: unit.invoice_id }),
    createdAt: context.clock.now(),
    updatedAt: context.clock.now(),
  }))
  for (const capture of captures) context.state.captures[capture.id] = capture
  order.status = 'COMPLETED'
  order.updatedAt = context.clock.now()
  context.save()
  for (const capture of captures) publishCapture(context, capture, eventOf[capture.status])
}

/** The 422 of a refused card or account: its `redirect` link sends the buyer back to the same order. */
export function declined(context: ProviderContext, orderId: string) {
  return refuse('INSTRUMENT_DECLINED', {}, [
    { href: approvalUrl(context, orderId), rel: 'redirect', method: 'GET' },
  ])
}

export function publishCapture(
  context: ProviderContext,
  capture: CaptureRecord,
  outcome: 'COMPLETED' | 'PENDING' | 'DENIED' | 'DECLINED',
): void {
  const amount = `${capture.amount.value} ${capture.amount.currency_code}`
  context.publish(capture.clientId, {
    type: `PAYMENT.CAPTURE.${outcome}`,
    resourceType: 'capture',
    summary: `Payment ${outcome.toLowerCase()} for ${amount}`,
    resource: captureWithOrder(context, capture),
  })
}

/** Notifies the shop of approvals that expired without a capture; called when the clock is moved. */
export function reverseExpiredApprovals(context: ProviderContext): void {
  for (const order of Object.values(context.state.orders)) {
    if (order.status !== 'APPROVED' || !isExpired(context, order)) continue
    order.status = 'VOIDED'
    context.save()
    context.publish(order.clientId, {
      type: 'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
      resourceType: 'checkout-order',
      summary: 'A payment has been reversed after approval',
      resource: { order_id: order.id, ...orderView(context, order) },
    })
  }
}

/** An invoice number can be paid once per account; PayPal checks that at the capture. */
function refuseDuplicateInvoice(context: ProviderContext, order: OrderRecord): void {
  const paid = new Set(
    Object.values(context.state.captures)
      .filter((capture) => capture.clientId === order.clientId && capture.status !== 'DECLINED')
      .map((capture) => capture.invoiceId),
  )
  const unit = order.units.find((one) => one.invoice_id && paid.has(one.invoice_id))
  if (unit) {
    const field = `/purchase_units/@reference_id=='${unit.reference_id ?? 'default'}'/invoice_id`
    throw refuse('DUPLICATE_INVOICE_ID', { field, value: unit.invoice_id })
  }
}
