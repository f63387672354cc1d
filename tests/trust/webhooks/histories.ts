import { type Item, placePayment } from '../faults/purchase'
import type { Trust } from '../shop'

/** What happens to a payment at PayPal while no webhook reaches the shop. */
type Step = (payment: Payment) => Promise<void>
export type Payment = { trust: Trust; orderId: string; captureId: string; token: string }

const control =
  (path: (payment: Payment) => string, body: (payment: Payment) => object = () => ({})): Step =>
  async (payment) => {
    await payment.trust.control('POST', path(payment), body(payment))
  }

/** The merchant captures at PayPal itself: the shop only learns of it by webhook. */
const capture =
  (funding: 'ok' | 'pending'): Step =>
  async (payment) => {
    const { trust, orderId, token } = payment
    await trust.control('POST', `/paypal/orders/${orderId}/approve`, { funding })
    const response = await fetch(`${trust.shop.paypalUrl}/v2/checkout/orders/${orderId}/capture`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'PayPal-Request-Id': `merchant-${orderId}`,
        Prefer: 'return=representation',
      },
      body: '{}',
    })
    const order = (await response.json()) as {
      purchase_units?: { payments?: { captures?: { id: string }[] } }[]
    }
    const id = order.purchase_units?.[0]?.payments?.captures?.[0]?.id
    if (!id) throw new Error(`PayPal did not capture ${orderId}: ${JSON.stringify(order)}`)
    payment.captureId = id
  }
const complete = control(({ captureId }) => `/paypal/captures/${captureId}/complete`)
const deny = control(({ captureId }) => `/paypal/captures/${captureId}/deny`)
const reverse = control(({ captureId }) => `/paypal/captures/${captureId}/reverse`)
const refund = control(
  () => '/paypal/refunds',
  ({ captureId }) => ({ captureId, amount: { currency_code: 'USD', value: '5.00' } }),
)
const dispute = (event: string): Step =>
  control(
    () => '/paypal/disputes',
    ({ captureId }) => ({ captureId, event, disputeId: `PP-D-${captureId}` }),
  )

export const histories: readonly Step[][] = [
  [capture('ok')],
  [capture('ok'), refund, refund],
  [capture('pending'), complete],
  [capture('pending'), deny],
  [capture('ok'), dispute('CREATED'), dispute('UPDATED'), dispute('RESOLVED')],
  [capture('ok'), reverse],
  [capture('pending'), complete, refund],
]

export async function merchantToken(trust: Trust): Promise<string> {
  const response = await fetch(`${trust.shop.paypalUrl}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from('sandbox-demo:sandbox-secret').toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  })
  return String(((await response.json()) as { access_token?: string }).access_token)
}

/** Places an order and takes its payment through the history with this number. @returns what identifies it in events */
export async function liveThrough(
  trust: Trust,
  { name, kind, item, token }: { name: string; kind: number; item: Item; token: string },
): Promise<{ email: string; marks: string[] }> {
  const placed = await placePayment(trust, name, [{ ...item, quantity: 2 }])
  const [order] = await trust.query<{ uuid: string }>(
    'select uuid from orders where paypal_order_id = $1',
    [placed.id],
  )
  const payment = { trust, orderId: placed.id, captureId: '', token }
  for (const step of histories[kind % histories.length] ?? []) await step(payment)
  return { email: placed.email, marks: [order?.uuid ?? '', placed.id, payment.captureId] }
}
