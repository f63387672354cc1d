import type { World } from '../context'
import type { Link } from '../errors'
import { captureView, refundView } from '../payments/views'
import type { OrderRecord } from '../state'
import { payer, paymentSource } from '../test-buyer'

/** `Prefer: return=minimal`: id, status, links. */
export function orderMinimal(world: World, order: OrderRecord) {
  return { id: order.id, status: order.status, links: orderLinks(world, order) }
}

/** The full representation of `GET /v2/checkout/orders/{id}`. */
export function orderView(world: World, order: OrderRecord) {
  const met = order.approvedAt !== undefined
  return {
    id: order.id,
    intent: order.intent,
    status: order.status,
    ...(met
      ? { payment_source: paymentSource() }
      : order.request.payment_source && { payment_source: { paypal: {} } }),
    purchase_units: order.units.map((unit) => ({
      ...unit,
      reference_id: unit.reference_id ?? 'default',
      ...paymentsOf(world, order, unit.reference_id ?? 'default'),
    })),
    ...(met && { payer: payer() }),
    create_time: world.clock.iso(order.createdAt),
    update_time: world.clock.iso(order.updatedAt),
    links: orderLinks(world, order),
  }
}

/** The short answer to a capture still carries the captures, but neither intent nor amounts. */
export function capturedMinimal(world: World, order: OrderRecord) {
  return {
    id: order.id,
    status: order.status,
    payment_source: paymentSource(),
    purchase_units: order.units.map((unit) => ({
      reference_id: unit.reference_id ?? 'default',
      ...(unit.shipping && { shipping: unit.shipping }),
      ...paymentsOf(world, order, unit.reference_id ?? 'default'),
    })),
    payer: payer(),
    links: orderLinks(world, order),
  }
}

/** Where the buyer approves. */
export function approvalUrl(world: World, orderId: string): string {
  return `${world.origin()}/checkoutnow?token=${orderId}`
}

function paymentsOf(world: World, order: OrderRecord, referenceId: string) {
  const captures = Object.values(world.state.captures).filter(
    (capture) => capture.orderId === order.id && capture.referenceId === referenceId,
  )
  if (captures.length === 0) return {}
  const ids = new Set(captures.map((capture) => capture.id))
  const refunds = Object.values(world.state.refunds).filter((refund) => ids.has(refund.captureId))
  return {
    payments: {
      captures: captures.map((capture) => captureView(world, capture)),
      ...(refunds.length > 0 && { refunds: refunds.map((refund) => refundView(world, refund)) }),
    },
  }
}

/** With a payment source the buyer's link is `payer-action`, without one it is `approve`; both may appear at PayPal. */
function orderLinks(world: World, order: OrderRecord): Link[] {
  const self = `${world.origin()}/v2/checkout/orders/${order.id}`
  const links: Link[] = [{ href: self, rel: 'self', method: 'GET' }]
  const approve = { href: approvalUrl(world, order.id), method: 'GET' }
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
