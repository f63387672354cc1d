import { rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import type { useSandbox } from '@tests/support/sandbox'

type Failed = { code: string; error: string; fields?: Record<string, string> }
type Payable = { orderNumber: string; key: string }

/** Approves a payment at PayPal and captures it. */
export async function pay(
  sandbox: ReturnType<typeof useSandbox>,
  { id, key }: { id: string; key: string },
) {
  await sandbox.approve(id)
  return call<{ status: string } & Failed>('POST', `/order/${id}/capture`, { body: { key } })
}

/** Opens a payment for the order of a price difference. */
export function openPayment({ orderNumber, key }: Payable) {
  return call<{ id: string; orderNumber: string; key: string } & Failed>(
    'POST',
    `/api/orders/${orderNumber}/payment`,
    { body: { key, paymentMethod: 'paypal' } },
  )
}

/** Pays for a price difference. */
export async function payDifference(
  sandbox: ReturnType<typeof useSandbox>,
  difference: Payable,
): Promise<void> {
  const { status, body } = await openPayment(difference)
  expect([status, body.error]).toEqual([200, undefined])
  expect((await pay(sandbox, { id: body.id, key: difference.key })).status).toBe(200)
}

export function startPrinting({ orderId }: { orderId: number }) {
  return rowsOf(sql`update orders set fulfillment = 'submitting' where id = ${orderId}`)
}

export function eventsOf(orderNumber: string, type: string) {
  return rowsOf<{ message: string; actor: string; reason: string | null }>(sql`
    select e.message, e.actor, e.reason from order_events e join orders o on o.id = e.order_id
     where o.order_number = ${orderNumber} and e.type = ${type} order by e.id`)
}

export function refundsOf(orderNumber: string) {
  return rowsOf<{ status: string; cents: number }>(sql`
    select p.status, p.amount_cents::integer as cents from payments p join orders o on o.id = p.order_id
     where o.order_number = ${orderNumber} and p.kind = 'refund' order by p.id`)
}
