import { and, eq, isNull, lt, or, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { connections, social_accounts } from '@/payload-generated-schema'
import { ProviderError, timeoutMessage } from '@/platform/http/provider-error'
import { type Tx, withTransaction } from '@/platform/transaction'

import type { OAuthTokens } from './keys'

/** The row that holds tokens: of a service (connections) or of a network (social accounts). */
export type TokenLocation = {
  /** For messages: 'Etsy'. */
  label: string
  table: 'connections' | 'social_accounts'
  /** The provider or the platform. */
  value: string
  read: () => Promise<OAuthTokens | null>
  save: (tx: Tx, tokens: OAuthTokens) => Promise<void>
}

const tableOf = ({ table, value }: TokenLocation) =>
  table === 'connections'
    ? { table: connections, isRow: eq(sql`${connections.provider}`, value) }
    : { table: social_accounts, isRow: eq(sql`${social_accounts.platform}`, value) }

const leaseMs = 45_000
const pollIntervalMs = 250

/**
 * Returns access tokens that are valid for at least `marginMs`, renewing them if necessary. Some
 * services revoke the old refresh token at each renewal, so two concurrent renewals would end the
 * connection: one process takes a lease on the row, renews, and saves; the others wait for the
 * result. No transaction is open meanwhile.
 * @param force renews tokens that should still be valid, because the service refused them
 * @throws ProviderError (sign-in) if there is no refresh token, and what `refresh` throws
 */
export async function ensureFreshTokens(
  payload: Payload,
  location: TokenLocation,
  refresh: (tokens: OAuthTokens) => Promise<OAuthTokens>,
  { marginMs = 120_000, force = false }: { marginMs?: number; force?: boolean } = {},
): Promise<OAuthTokens> {
  const { table, isRow } = tableOf(location)
  const before = await location.read()
  const isFresh = (tokens: OAuthTokens): boolean =>
    (tokens.expiresAt === null || Date.parse(tokens.expiresAt) - Date.now() > marginMs) &&
    !(force && tokens.accessToken === before?.accessToken)
  const requireTokens = async (): Promise<OAuthTokens> => {
    const tokens = await location.read()
    if (!tokens)
      throw new ProviderError(location.label, 'not signed in', {
        retryable: false,
        kind: 'sign-in',
      })
    return tokens
  }
  const deadline = Date.now() + leaseMs
  for (;;) {
    const tokens = await requireTokens()
    if (isFresh(tokens)) return tokens
    if (!tokens.refreshToken)
      throw new ProviderError(location.label, 'the sign-in has expired', {
        retryable: false,
        kind: 'sign-in',
      })
    const [leased] = await payload.db.drizzle
      .update(table)
      .set({ refreshingUntil: sql`now() + make_interval(secs => ${leaseMs / 1000})` })
      .where(and(isRow, or(isNull(table.refreshingUntil), lt(table.refreshingUntil, sql`now()`))))
      .returning({ id: table.id })
    if (leased) {
      try {
        // Another process may have renewed them before this one took the lease.
        const latest = await requireTokens()
        if (isFresh(latest)) return latest
        const renewed = await refresh(latest)
        return await withTransaction(payload, async (_, tx) => {
          await tx.select({ id: table.id }).from(table).where(isRow).for('update')
          // Someone may have disconnected the account meanwhile, or connected another one.
          const stored = await requireTokens()
          if (stored.accessToken !== latest.accessToken) return stored
          await location.save(tx, renewed)
          return renewed
        })
      } finally {
        await payload.db.drizzle.update(table).set({ refreshingUntil: null }).where(isRow)
      }
    }
    if (Date.now() > deadline)
      throw new ProviderError(location.label, timeoutMessage, { retryable: true, kind: 'down' })
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
  }
}
