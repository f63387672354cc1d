import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'
import { z } from 'zod'
import { type SocialPlatform, socialPlatformLabels } from '../domain/social-post'
import { ProviderError } from '../providers/http'
import type { SocialNetwork, SocialSession, SocialTokens } from '../providers/social-network'
import { seal, unseal } from '../seal'
import type { Tx } from '../transaction'
import { freshTokens } from './fresh-tokens'

const tokensSchema = z.object({
  accessToken: z.string(), expiresAt: z.string().nullable(), refreshToken: z.string().nullable(), refreshExpiresAt: z.string().nullable(), scopes: z.array(z.string()), person: z.string().optional(),
})
const purposeOf = (platform: SocialPlatform): string => `social ${platform}`
const unsealTokens = (platform: SocialPlatform, sealed: string | null): SocialTokens | null => tokensSchema.safeParse(unseal(sealed, purposeOf(platform))).data ?? null

export type OpenSession = SocialSession & { tokens: SocialTokens }
export type SessionOutcome = { session: OpenSession } | { problem: string }
type Where = { payload: Payload; platform: SocialPlatform }
type Row = { accountId: string; accountName: string; isActive: boolean; sealed: string | null; lastError: string | null }

const read = async ({ payload, platform }: Where): Promise<Row | null> => {
  const { rows: [row] } = await payload.db.drizzle.execute(sql`
    select account_id as "accountId", account_name as "accountName", is_active as "isActive", sealed_tokens as sealed, last_error as "lastError" from social_accounts where platform = ${platform}`)
  return (row as unknown as Row | undefined) ?? null
}

/** When a person has to sign in again: tokens that renew themselves live as long as what renews them. */
const humanDeadline = ({ refreshToken, refreshExpiresAt, expiresAt }: SocialTokens): string | null => (refreshToken ? refreshExpiresAt : expiresAt)

/** Keeps tokens, at first or renewed; the account's row must be there. */
export const saveSocialTokens = async (tx: Tx, platform: SocialPlatform, tokens: SocialTokens): Promise<void> => {
  await tx.execute(sql`
    update social_accounts set sealed_tokens = ${seal(tokens, purposeOf(platform))}, expires_at = ${humanDeadline(tokens)}, is_active = true, last_error = null, refreshing_until = null, updated_at = now() where platform = ${platform}`)
}

export const signInEnded = (platform: SocialPlatform): string => `The sign-in at ${socialPlatformLabels[platform]} has ended. Please connect it again under Accounts.`

/** The connection is no longer good: said on the Accounts tab. Newer tokens than the one that was refused stay. */
export const endSignIn = async (where: Where, refused: string): Promise<void> => {
  const { payload, platform } = where
  const row = await read(where)
  const tokens = unsealTokens(platform, row?.sealed ?? null)
  if (!row || (tokens && tokens.accessToken !== refused)) return
  await payload.db.drizzle.execute(sql`
    update social_accounts set is_active = false, last_error = ${signInEnded(platform)}, updated_at = now() where platform = ${platform} and sealed_tokens is not distinct from ${row.sealed}`)
}

/**
 * What calls to a network need, with tokens renewed when they are due.
 * @param force the network has just refused the tokens, whatever their age
 * @returns a sentence for staff when there is no good connection
 * @throws ProviderError when new tokens could not be had for now, and the old ones no longer do
 */
export const openSession = async (where: Where, network: SocialNetwork, { force = false } = {}): Promise<SessionOutcome> => {
  const { payload, platform } = where
  const label = socialPlatformLabels[platform]
  const row = await read(where)
  if (!row?.isActive) return { problem: row?.lastError ?? `${label} is not connected. Connect it under Accounts, or copy the post and publish it there by hand.` }
  const known = unsealTokens(platform, row.sealed)
  if (!known) return { problem: signInEnded(platform) }
  const with_ = (tokens: SocialTokens): SessionOutcome => ({ session: { accountId: row.accountId, accountName: row.accountName, access: tokens.accessToken, tokens } })
  try {
    return with_(await freshTokens(payload, {
      label, table: 'social_accounts', column: 'platform', value: platform,
      read: async () => unsealTokens(platform, (await read(where))?.sealed ?? null), save: (tx, tokens) => saveSocialTokens(tx, platform, tokens),
    }, network.refresh, { marginMs: known.refreshToken ? network.marginMs : 0, force }))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (!force && known.expiresAt !== null && Date.parse(known.expiresAt) > Date.now() + 60_000) return with_(known)
    if (error.details.trouble !== 'sign-in' && error.details.trouble !== 'refused') throw error
    await endSignIn(where, known.accessToken)
    return { problem: signInEnded(platform) }
  }
}
