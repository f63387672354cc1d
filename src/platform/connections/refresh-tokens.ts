import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { ProviderError } from '@/platform/http/provider-error'
import { type Tx, withTransaction } from '@/platform/transaction'
import type { OAuthTokens } from '@/providers/interfaces'

/** Where tokens are kept: of a service (connections) or of a network (social accounts). */
export type TokenLocation = {
  /** For messages: 'Etsy'. */
  label: string
  table: 'connections' | 'social_accounts'
  /** Column and value that name the row. */
  column: 'provider' | 'platform'
  value: string
  read: () => Promise<OAuthTokens | null>
  save: (tx: Tx, tokens: OAuthTokens) => Promise<void>
}

const leaseMs = 45_000
const lookAgainMs = 250

/**
 * Access tokens that are good for at least `marginMs` more, renewed when they are not. Where a service takes the old
 * refresh token back at each renewal, two renewals at once would end the connection: one process takes a lease on the
 * row, renews, and saves before anything is used; the others wait for what it saves. No transaction is held meanwhile.
 * @param force renews although they should still be good: the service said that they are not
 * @throws ProviderError (sign-in) when there is nothing to renew with, and what `refresh` throws
 */
export async function ensureFreshTokens(
  payload: Payload,
  place: TokenLocation,
  refresh: (tokens: OAuthTokens) => Promise<OAuthTokens>,
  { marginMs = 120_000, force = false }: { marginMs?: number; force?: boolean } = {},
): Promise<OAuthTokens> {
  const before = await place.read()
  const isGood = (tokens: OAuthTokens): boolean =>
    (tokens.expiresAt === null || Date.parse(tokens.expiresAt) - Date.now() > marginMs) &&
    !(force && tokens.accessToken === before?.accessToken)
  const need = async (): Promise<OAuthTokens> => {
    const tokens = await place.read()
    if (!tokens)
      throw new ProviderError(place.label, 'nobody is signed in', {
        retryable: false,
        trouble: 'sign-in',
      })
    return tokens
  }
  const giveUp = Date.now() + leaseMs
  for (;;) {
    const tokens = await need()
    if (isGood(tokens)) return tokens
    if (!tokens.refreshToken)
      throw new ProviderError(place.label, 'the sign-in has run out', {
        retryable: false,
        trouble: 'sign-in',
      })
    const { rowCount } = await payload.db.drizzle.execute(sql`
      update ${sql.raw(place.table)} set refreshing_until = now() + make_interval(secs => ${leaseMs / 1000})
      where ${sql.raw(place.column)} = ${place.value} and (refreshing_until is null or refreshing_until < now())`)
    if (rowCount) {
      try {
        // Another process may have finished between the look and the lease.
        const latest = await need()
        if (isGood(latest)) return latest
        const renewed = await refresh(latest)
        await withTransaction(payload, (_, tx) => place.save(tx, renewed))
        return renewed
      } finally {
        await payload.db.drizzle.execute(
          sql`update ${sql.raw(place.table)} set refreshing_until = null where ${sql.raw(place.column)} = ${place.value}`,
        )
      }
    }
    if (Date.now() > giveUp)
      throw new ProviderError(place.label, 'somebody else renews the sign-in and does not finish', {
        retryable: true,
        trouble: 'down',
      })
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
  }
}
