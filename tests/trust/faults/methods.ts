import { paymentSources } from '@tests/support/fixtures/payment-sources'

import {
  optionalPaymentMethods,
  type PaymentMethod,
  paymentMethods,
} from '@/platform/payment-methods'

import type { Random } from '../random'
import { type Answer, type Trust, waitFor } from '../shop'

/**
 * How a try to pay ends. `canceled`: the buyer closes the window or the sheet. `left`: the buyer approves, and then
 * goes back and chooses again.
 */
export type End = 'canceled' | 'left' | 'declined' | 'paid' | 'pending'
export type Try = { method: PaymentMethod; ends: End }

const bankAnswer = (enrollment: string, authentication: string | null, liability: string) => ({
  liability_shift: liability,
  three_d_secure: {
    enrollment_status: enrollment,
    ...(authentication && { authentication_status: authentication }),
  },
})
/** Answers to 3-D Secure with which a card is charged, and those with which it never is. */
const trusted = [
  bankAnswer('Y', 'Y', 'POSSIBLE'),
  bankAnswer('Y', 'A', 'POSSIBLE'),
  bankAnswer('N', null, 'NO'),
]
const distrusted = [
  bankAnswer('Y', 'N', 'NO'),
  bankAnswer('Y', 'R', 'NO'),
  bankAnswer('Y', 'U', 'UNKNOWN'),
]

/** PayPal answers a declined card with a capture that is declined, and a declined account with an error. */
const fundingOf = (source: string, ends: End): string => {
  if (ends === 'pending') return 'pending'
  if (ends !== 'declined') return 'ok'
  return source === 'paypal' || source === 'venmo' ? 'decline' : 'card-decline'
}

/**
 * The control call when a buyer approves: who pays, the response of a card's bank, and whether the payment succeeds.
 */
export function approvalOf({ method, ends }: Try, random: Random): Record<string, unknown> {
  const source = paymentSources[method]
  const asksBank = method === 'card_fields' || method === 'google_pay'
  if (asksBank && ends === 'declined' && random.chance(0.5))
    return { source, authentication: random.oneOf(distrusted) }
  return {
    source,
    funding: fundingOf(source, ends),
    ...(asksBank && random.chance(0.7) ? { authentication: random.oneOf(trusted) } : {}),
  }
}

/**
 * The tries of one purchase. Some buyers have canceled, were declined, or changed their mind before, and most of those
 * who are declined try again, with the same way to pay or another one.
 */
export function planTries(
  random: Random,
  method: PaymentMethod,
  ends: 'declined' | 'paid' | 'pending',
): Try[] {
  const sameOrOther = () => (random.chance(0.4) ? method : random.oneOf(paymentMethods))
  const earlier: Try[] = random.chance(0.4)
    ? [{ method: sameOrOther(), ends: random.oneOf(['canceled', 'left', 'declined']) }]
    : []
  const later: Try[] =
    ends === 'declined' && random.chance(0.75) ? [{ method: sameOrOther(), ends: 'paid' }] : []
  return [...earlier, { method, ends }, ...later]
}

const isAnswered = ({ status }: Answer): boolean => status > 0 && status < 500

/** Turns on every way to pay. @returns what turns on only those that were on before */
export async function offerEveryMethod(trust: Trust, cookie: string): Promise<() => Promise<void>> {
  const { body: before } = await trust.call('GET', '/api/admin/settings', { cookie })
  const save = async (body: Record<string, unknown>): Promise<void> => {
    const answer = await waitFor('Saving the ways to pay', async () => {
      const saved = await trust.call('PUT', '/api/admin/settings', { body, cookie })
      return isAnswered(saved) && saved
    })
    if (answer.status !== 200)
      throw new Error(`The ways to pay could not be changed: ${JSON.stringify(answer.body)}`)
  }
  // Without Apple's file there is no Apple Pay; what is in it doesn't matter here.
  await save({
    paymentMethods: [...optionalPaymentMethods],
    appleDomainFile: '7b22',
    expressCheckout: true,
  })
  const { paymentMethods: methods, appleDomainFile, expressCheckout } = before
  return () => save({ paymentMethods: methods, appleDomainFile, expressCheckout })
}

/** Counts the orders that were paid, by way to pay. */
export async function countPaidMethods(trust: Trust, emails: string): Promise<Map<string, number>> {
  const rows = await trust.query<{ method: string; count: number }>(
    `select p.method::text, count(distinct o.id)::int as count from payments p join orders o on o.id = p.order_id
     where o.email like $1 and p.kind = 'capture' and p.status = 'completed' group by p.method`,
    [emails],
  )
  return new Map(rows.map(({ method, count }) => [method, count]))
}
