import type { Context } from 'hono'

import type { Clock } from '../core/clock'
import type { Pictures } from '../core/fixture-pictures'
import { bearerOf, newSecret } from '../core/oauth'
import { GraphError, invalidToken, missingPermission, sessionExpired } from '../graph/errors'
import { DAY, type InstagramState, type TokenRecord } from './state'

export interface Settings {
  /** Wraps the responses of `me` and of the token in `{"data":[{…}]}`, as in Meta's documentation. */
  wrapped: boolean
  /** How long a link to an image is valid. */
  linkLifeMs: number
  /** How long a container stays in progress. */
  containerMs: number
  /** How the processing of new containers ends. */
  containerFate: 'finish' | 'error' | 'stuck'
  /** Posts that may be published within 24 hours. */
  quota: number
  /** Meta derives this limit from the account's impressions. */
  callsPerHour: number
}

export const DEFAULT_SETTINGS: Settings = {
  wrapped: false,
  linkLifeMs: 6 * 3_600_000,
  containerMs: 300,
  containerFate: 'finish',
  quota: 50,
  callsPerHour: 4_800,
}

export interface ProviderContext {
  state: InstagramState
  clock: Clock
  pictures: Pictures
  settings: Settings
  origin: () => string
  save: () => void
}

/** Issues an access token. @returns its value, and the seconds until it expires */
export function mint(
  { state, clock, save }: ProviderContext,
  kind: TokenRecord['kind'],
  scopes: string[],
  issuedAt = clock.now(),
  lifeMs = kind === 'long' ? 60 * DAY : 3_600_000,
): { value: string; expiresIn: number } {
  const value = newSecret('IGAA', 60)
  state.tokens[value] = { kind, scopes, issuedAt, expiresAt: clock.now() + lifeMs }
  save()
  return { value, expiresIn: Math.floor(lifeMs / 1_000) }
}

/** Returns the access token of the query or of the Authorization header. */
export function tokenOf(c: Context): string | undefined {
  return c.req.query('access_token') ?? bearerOf(c.req.header('authorization'))
}

/** @throws GraphError 190 for a token that is missing, unknown, expired, or revoked; 10 for one without the scope */
export function liveToken(
  { state, clock }: ProviderContext,
  value: string | undefined,
  scope?: string,
): TokenRecord {
  if (!value)
    throw new GraphError({
      code: 190,
      message: 'An access token is required to request this resource.',
    })
  const token = state.tokens[value]
  if (!token) throw invalidToken()
  if (token.dead)
    throw new GraphError({
      code: 190,
      subcode: token.dead,
      message: 'Error validating access token: The session has been invalidated.',
    })
  if (token.expiresAt <= clock.now()) throw new GraphError(sessionExpired())
  if (scope && !token.scopes.includes(scope)) throw missingPermission(scope)
  return token
}
