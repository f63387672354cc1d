import { randomBytes } from 'node:crypto'

import type { MiddlewareHandler } from 'hono'

import type { ProviderContext } from '../context'
import { PayPalError } from '../errors'
import type { TokenRecord } from '../state'
import type { PayPalEnv } from './request-context'

/** About nine hours for a server, 15 minutes for a browser. */
export const SERVER_TOKEN_SECONDS = 32_400
export const BROWSER_TOKEN_SECONDS = 900

export function mintToken(
  context: ProviderContext,
  token: Omit<TokenRecord, 'expiresAt'>,
): { value: string; expiresIn: number } {
  const expiresIn = token.kind === 'server' ? SERVER_TOKEN_SECONDS : BROWSER_TOKEN_SECONDS
  const value = `${token.kind === 'server' ? 'A21AA' : 'eyJ'}${randomBytes(48).toString('base64url')}`
  dropExpired(context)
  context.state.tokens[value] = { ...token, expiresAt: context.clock.now() + expiresIn * 1_000 }
  context.save()
  return { value, expiresIn }
}

export function liveToken(
  context: ProviderContext,
  value: string,
  kind: TokenRecord['kind'],
): TokenRecord | undefined {
  const token = context.state.tokens[value]
  return token?.kind === kind && token.expiresAt > context.clock.now() ? token : undefined
}

/** Every API call needs a server token; a browser's token is known, but may not do this. */
export function bearer(context: ProviderContext): MiddlewareHandler<PayPalEnv> {
  return async (c, next) => {
    const value = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
    if (liveToken(context, value, 'browser'))
      throw new PayPalError(403, [{ issue: 'PERMISSION_DENIED' }])
    const token = liveToken(context, value, 'server')
    if (!token) throw new PayPalError(401, [{ issue: 'AUTHENTICATION_FAILURE' }])
    c.set('clientId', token.clientId)
    await next()
  }
}

function dropExpired({ state, clock }: ProviderContext): void {
  for (const [value, token] of Object.entries(state.tokens)) {
    if (token.expiresAt <= clock.now()) delete state.tokens[value]
  }
}
