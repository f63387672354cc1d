import { Hono } from 'hono'

import type { ProviderContext } from '../context'
import { newId } from '../ids'
import type { PayPalEnv } from './request-context'
import { bearer, mintToken } from './tokens'

const SCOPE = [
  'https://uri.paypal.com/services/payments/realtimepayment',
  'https://uri.paypal.com/services/payments/refund',
  'https://uri.paypal.com/services/applications/webhooks',
  'openid',
].join(' ')

/** `POST /v1/oauth2/token`: the server's token and, with `response_type=client_token`, the v6 browser token. */
export function oauthRoutes(context: ProviderContext) {
  const app = new Hono<PayPalEnv>()

  app.post('/v1/oauth2/token', async (c) => {
    const clientId = clientOf(c.req.header('authorization'))
    if (!clientId)
      return c.json(
        { error: 'invalid_client', error_description: 'Client Authentication failed' },
        401,
      )
    const form = new URLSearchParams(await c.req.text())
    if (form.get('grant_type') !== 'client_credentials') {
      return c.json(
        { error: 'unsupported_grant_type', error_description: 'unsupported grant_type' },
        400,
      )
    }
    const kind = form.get('response_type') === 'client_token' ? 'browser' : 'server'
    const domains = form.getAll('domains[]').flatMap((list) => list.split(','))
    const { value, expiresIn } = mintToken(context, { clientId, kind, domains })
    return c.json({
      scope: SCOPE,
      access_token: value,
      token_type: 'Bearer',
      ...(kind === 'server' && { app_id: 'APP-80W284485P519543T' }),
      expires_in: expiresIn,
      nonce: `${context.clock.iso()}${newId(22)}`,
    })
  })

  /** The classic client token; the v6 SDK does not take it. */
  app.post('/v1/identity/generate-token', bearer(context), (c) =>
    c.json({
      client_token: Buffer.from(JSON.stringify({ sandbox: newId() })).toString('base64'),
      expires_in: 3_600,
    }),
  )

  return app
}

/** Any `sandbox-…` client id with the sandbox's secret is a separate account. */
function clientOf(authorization: string | undefined): string | undefined {
  const encoded = /^Basic (\S+)$/i.exec(authorization ?? '')?.[1]
  if (!encoded) return undefined
  const [id = '', secret] = Buffer.from(encoded, 'base64').toString().split(':')
  return id.startsWith('sandbox-') && secret === 'sandbox-secret' ? id : undefined
}
