import { randomBytes } from 'node:crypto'

import { Hono } from 'hono'
import { z } from 'zod'

import { declineOf, isChallenged, readCard } from '../cards'
import type { ProviderContext } from '../context'
import { type PayPalEnv, readJson } from '../http/request-context'
import { parseBody } from '../http/zod-issues'
import { approveOrder } from '../orders/orders'
import type { OrderRecord } from '../state'
import { type CardField, cardFrame, isCardField, isComplete } from './card-frame'

const fieldSchema = z.strictObject({
  field: z.enum(['number', 'expiry', 'cvv']),
  value: z.string().max(40),
})
const submitSchema = z.object({
  orderId: z.string(),
  name: z.string().optional(),
  billingAddress: z.unknown().optional(),
  challenge: z.enum(['complete']).optional(),
})

/** Card fields: three frames of this origin share what is typed through the session; the shop's page never sees it. */
export function cardRoutes(
  context: ProviderContext,
  payable: (token: string) => OrderRecord | undefined,
) {
  const app = new Hono<PayPalEnv>()
  /** In memory only: card numbers are never written down. */
  const sessions = new Map<string, Partial<Record<CardField, string>>>()

  app.get('/web-sdk/v6/card-frame/:field', (c) => {
    const field = c.req.param('field')
    if (!isCardField(field)) return c.notFound()
    const nonce = randomBytes(16).toString('base64')
    c.header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'`,
    )
    const { session = '', label, placeholder } = c.req.query()
    return c.html(
      cardFrame(field, { session, ...(label && { label }), placeholder: placeholder ?? '' }, nonce),
    )
  })

  app.put('/web-sdk/v6/card-sessions/:session', async (c) => {
    const { field, value } = parseBody(fieldSchema, await readJson(c))
    const id = c.req.param('session')
    sessions.set(id, { ...sessions.get(id), [field]: value.replaceAll(' ', '') })
    return c.body(null, 204)
  })

  /** Confirms the card for an order, and asks for 3-D Secure first where its bank does. It takes no money. */
  app.post('/web-sdk/v6/card-sessions/:session/submit', async (c) => {
    const { orderId, name, challenge } = parseBody(submitSchema, await readJson(c))
    const order = payable(orderId)
    const request = order?.request.payment_source?.card
    const typed = sessions.get(c.req.param('session')) ?? {}
    const failed = (message: string) => c.json({ state: 'failed', data: { orderId, message } })
    if (!order || !request) return failed('ORDER_NOT_PAYABLE_BY_CARD')
    for (const field of ['number', 'expiry', 'cvv'] as const)
      if (!isComplete(field, typed[field] ?? '')) return failed(`INVALID_${field.toUpperCase()}`)
    const number = typed.number ?? ''
    const isAlwaysVerified = request.attributes?.verification?.method === 'SCA_ALWAYS'
    const card = readCard(number, name, isAlwaysVerified)
    if (!card) return failed('PAYMENT_DENIED')
    if (isChallenged(number) && !challenge) return c.json({ challenge: true })
    const responseCode = declineOf(name)
    approveOrder(context, order, {
      funding: responseCode ? 'card-decline' : 'ok',
      source: 'card',
      card,
      ...(responseCode && { responseCode }),
    })
    const liabilityShift = card.authentication_result?.liability_shift
    return c.json({
      state: 'succeeded',
      data: { orderId, ...(liabilityShift && { liabilityShift }) },
    })
  })

  return app
}
