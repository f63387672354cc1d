import type { Context } from 'hono'

import type { Clock } from '../core/clock'
import type { Pictures } from '../core/fixture-pictures'
import { bearerOf, newSecret, readFields } from '../core/oauth'
import { GraphError, invalidToken, missingPermission, sessionExpired } from '../graph/errors'
import type { FacebookState, PostRecord, TokenRecord } from './state'

export interface Settings {
  /** How long a video is processed. */
  videoMs: number
  /** Whether a post with the same message and link is rejected for an hour. */
  refuseDoubles: boolean
}
export const DEFAULT_SETTINGS: Settings = { videoMs: 300, refuseDoubles: true }

export interface ProviderContext {
  state: FacebookState
  clock: Clock
  pictures: Pictures
  settings: Settings
  origin: () => string
  save: () => void
}

export function mint({ state, save }: ProviderContext, token: TokenRecord): string {
  const value = newSecret('EAA', 60)
  state.tokens[value] = token
  save()
  return value
}

/** Query, form and JSON are one to the Graph API. */
export async function fieldsOf(c: Context): Promise<Record<string, string>> {
  return {
    ...c.req.query(),
    ...(c.req.method === 'POST' || c.req.method === 'DELETE' ? await readFields(c.req.raw) : {}),
  }
}

/** Throws a 190 for a token that is unknown, expired, or revoked, and a 10 or 200 for one without the permission. */
export function liveToken(
  { state, clock }: ProviderContext,
  c: Context,
  fields: Record<string, string>,
  scope?: string,
): TokenRecord {
  const value = fields.access_token ?? bearerOf(c.req.header('authorization'))
  if (!value)
    throw new GraphError({
      code: 104,
      message: 'An access token is required to request this resource.',
    })
  const token = state.tokens[value]
  if (!token) throw invalidToken()
  if (token.dead)
    throw new GraphError({
      code: 190,
      subcode: token.dead,
      message:
        'Error validating access token: The session has been invalidated because the user changed their password or removed the app.',
    })
  if (token.expiresAt !== null && token.expiresAt <= clock.now())
    throw new GraphError(sessionExpired())
  if (scope && !token.scopes.includes(scope)) throw missingPermission(scope)
  return token
}

export function newId(context: ProviderContext): string {
  return String(122_100_000_000_000 + (context.state.lastId += 1) * 17)
}

/** Returns a post, published or scheduled; undefined if it doesn't exist or was deleted. */
export function findPost({ posts }: FacebookState, id: string): PostRecord | undefined {
  return posts.find((one) => one.id === id && !one.deleted)
}
