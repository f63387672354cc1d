import { Hono } from 'hono'
import { z } from 'zod'

import type { AuthenticationResult } from '../cards'
import type { ProviderContext } from '../context'
import { type PayPalEnv, readJson } from '../http/request-context'
import { parseBody } from '../http/zod-issues'
import { type Approval, approveOrder } from '../orders/orders'
import type { OrderRecord } from '../state'
import { paymentSource } from '../test-buyer'

const confirmSchema = z.object({
  orderId: z.string(),
  /** Replaces the encrypted token of the wallet: the choice in its sheet, and the amount shown there. */
  data: z.string(),
  billingContact: z.object({ postalCode: z.string() }).loose().optional(),
})
const tokenSchema = z.object({
  demo: z.enum(['pay', 'card-decline', 'verify', 'verify-fails', 'refused']),
  amount: z.string(),
})
type Token = z.infer<typeof tokenSchema>

const verified: AuthenticationResult = {
  liability_shift: 'POSSIBLE',
  three_d_secure: { enrollment_status: 'Y', authentication_status: 'Y' },
}
const notVerified: AuthenticationResult = {
  liability_shift: 'NO',
  three_d_secure: { enrollment_status: 'Y', authentication_status: 'N' },
}

const readToken = (data: string): Token | undefined => {
  try {
    return tokenSchema.parse(JSON.parse(data))
  } catch {
    return undefined
  }
}

const total = (order: OrderRecord): string => order.units[0]?.amount.value ?? ''
const wallets = ['apple_pay', 'google_pay'] as const
type Wallet = (typeof wallets)[number]
const mismatches = {
  apple_pay: 'APPLE_PAY_AMOUNT_MISMATCH',
  google_pay: 'INVALID_GOOGLE_PAY_TOKEN',
} satisfies Record<Wallet, string>

/** What PayPal's script calls for Apple Pay and Google Pay: confirming an order takes no money. */
export function walletRoutes(
  context: ProviderContext,
  payable: (token: string) => OrderRecord | undefined,
) {
  const app = new Hono<PayPalEnv>()
  /** Orders whose card the bank wants to verify, with what it will answer. */
  const challenged = new Map<string, AuthenticationResult>()
  const approve = (order: OrderRecord, source: Wallet, approval: Omit<Approval, 'source'>) => {
    approveOrder(context, order, { ...approval, source })
    return { id: order.id, status: order.status, payment_source: paymentSource(order) }
  }

  app.post('/web-sdk/v6/wallets/apple_pay/merchant', async (c) => {
    const { domainName } = parseBody(z.object({ domainName: z.string() }), await readJson(c))
    if (!context.settings.isAppleDomainRegistered)
      return c.json({ issue: 'DOMAIN_NOT_REGISTERED' }, 422)
    return c.json({
      merchantSession: { merchantSessionIdentifier: `demo-${domainName}`, domainName },
    })
  })

  for (const wallet of wallets)
    app.post(`/web-sdk/v6/wallets/${wallet}/confirm`, async (c) => {
      const { orderId, data } = parseBody(confirmSchema, await readJson(c))
      const order = payable(orderId)
      const named = Object.keys(order?.request.payment_source ?? {})[0]
      if (!order || (named && named !== wallet))
        return c.json({ issue: 'ORDER_NOT_PAYABLE_BY_WALLET' }, 422)
      const token = readToken(data)
      if (!token || token.amount !== total(order)) return c.json({ issue: mismatches[wallet] }, 422)
      if (token.demo === 'refused')
        return c.json({ issue: 'PAYMENT_SOURCE_INFO_CANNOT_BE_VERIFIED' }, 422)
      if (token.demo === 'verify' || token.demo === 'verify-fails') {
        challenged.set(orderId, token.demo === 'verify' ? verified : notVerified)
        Object.assign(order, { status: 'PAYER_ACTION_REQUIRED' } satisfies Partial<OrderRecord>)
        context.save()
        return c.json({ id: order.id, status: order.status })
      }
      return c.json(
        approve(order, wallet, { funding: token.demo === 'card-decline' ? 'card-decline' : 'ok' }),
      )
    })

  app.post('/web-sdk/v6/wallets/google_pay/verify', async (c) => {
    const { orderId } = parseBody(z.object({ orderId: z.string() }), await readJson(c))
    const order = payable(orderId)
    const result = challenged.get(orderId)
    if (!order || !result) return c.json({ issue: 'PAYER_ACTION_NOT_REQUIRED' }, 422)
    challenged.delete(orderId)
    approve(order, 'google_pay', {
      funding: 'ok',
      card: { last_digits: '1881', brand: 'VISA', authentication_result: result },
    })
    return c.json({ liabilityShift: result.liability_shift })
  })

  return app
}
