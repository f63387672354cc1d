import type { Context } from 'hono'

import type { SandboxEnv } from '../../core/provider'
import { invalid, PayPalError } from '../errors'

/** After the bearer check, a request has the app that is calling. */
export interface PayPalEnv extends SandboxEnv {
  Variables: { clientId: string }
}

export type PayPalContext = Context<PayPalEnv>

/** The JSON body; an empty one reads as `{}`. Throws PayPal's 415 and 400. */
export async function readJson(c: PayPalContext): Promise<unknown> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) throw new PayPalError(415)
  const text = await c.req.text()
  if (!text.trim()) return {}
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('MALFORMED_REQUEST_JSON', { field: '/' })
  }
}

/** `PayPal-Request-Id`, 1 to 108 characters. */
export function requestIdOf(c: PayPalContext): string | undefined {
  const id = c.req.header('paypal-request-id')
  if (id !== undefined && (id.length < 1 || id.length > 108)) {
    throw invalid('INVALID_STRING_LENGTH', {
      field: 'PayPal-Request-Id',
      value: id,
      location: 'header',
    })
  }
  return id
}

export function wantsRepresentation(c: PayPalContext): boolean {
  return /return\s*=\s*representation/i.test(c.req.header('prefer') ?? '')
}
