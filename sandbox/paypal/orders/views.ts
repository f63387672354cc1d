import type { ProviderContext } from '../context'
import type { Link } from '../errors'
import { captureView, refundView } from '../payments/views'
import type { OrderRecord } from '../state'
import { payer, paymentSource } from '../test-buyer'

/** `Prefer: return=minimal`: id, status, links. */
export function orderMinimal(context: ProviderContext, order: OrderRecord) {
  return { id: order.id, status: order.status, links: orderLinks(context, order) }
}

/** The full representation of `GET /v2/checkout/orders/{id}`. */
export function orderView(context: ProviderContext, order: OrderRecord) {
  const met = order.approvedAt !== undefined
  return {
    id: order.id,
    intent: order.intent,
    status: order.status,
    ...(met
      ? { payment_source: paymentSource(order) }
      : order.request.payment_source && {
          payment_source: Object.fromEntries(
            Object.keys(order.request.payment_source).map((source) => [source, {}]),
          ),
        }),
    purchase_units: order.units.map((unit) => ({
      ...unit,
      reference_id: unit.reference_id ?? 'default',
      ...paymentsOf(context, order, unit.reference_id ?? 'default'),
    })),
    ...(met && { payer: payer() }),
    create_time: context.clock.iso(order.createdAt),
    update_time: context.clock.iso(order.updatedAt),
    links: orderLinks(context, order),
  }
}

/** The minimal response to a capture still has the captures, but neither intent nor amounts. */
export function capturedMinimal(context: ProviderContext, order: OrderRecord) {
  return {
    id: order.id,
    status: order.status,
    payment_source: paymentSource(order),
    purchase_units: order.units.map((unit) => ({
      reference_id: unit.reference_id ?? 'default',
      ...(unit.shipping && { shipping: unit.shipping }),
      ...paymentsOf(context, order, unit.reference_id ?? 'default'),
    })),
    payer: payer(),
    links: orderLinks(context, order),
  }
}

/** Where the buyer approves. */
export function approvalUrl(context: ProviderContext, orderId: string): string {
  return `${context.origin()}/checkoutnow?token=${orderId}`
}

function paymentsOf(context: ProviderContext, order: OrderRecord, referenceId: string) {
  const captures = Object.values(context.state.captures).filter(
    (capture) => capture.orderId === order.id && capture.referenceId === referenceId,
  )
  if (captures.length === 0) return {}
  const ids = new Set(captures.map((capture) => capture.id))
  const refunds = Object.values(context.state.refunds).filter((refund) => ids.has(refund.captureId))
  return {
    payments: {
      captures: captures.map((capture) => captureView(context, capture)),
      ...(refunds.length > 0 && { refunds: refunds.map((refund) => refundView(context, refund)) }),
    },
  }
}

/** With a payment source the buyer's link is `payer-action`, without one it is `approve`; both may appear at PayPal. */
function orderLinks(context: ProviderContext, order: OrderRecord): Link[] {
  const self = `${context.origin()}/v2/checkout/orders/${order.id}`
  const links: Link[] = [{ href: self, rel: 'self', method: 'GET' }]
  const approve = { href: approvalUrl(context, order.id), method: 'GET' }
  if (order.status === 'PAYER_ACTION_REQUIRED')
    return [...links, { ...approve, rel: 'payer-action' }]
  if (order.status === 'CREATED') links.push({ ...approve, rel: 'approve' })
  if (order.status !== 'CREATED' && order.status !== 'APPROVED') return links
  const action = order.intent === 'CAPTURE' ? 'capture' : 'authorize'
  return [
    ...links,
    { href: self, rel: 'update', method: 'PATCH' },
    { href: `${self}/${action}`, rel: action, method: 'POST' },
  ]
}
