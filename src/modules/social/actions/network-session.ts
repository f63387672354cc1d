import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'
import { z } from 'zod'

import { type SocialPlatform, socialPlatformLabels } from '@/modules/social/rules/social-post'
import { ensureFreshTokens } from '@/platform/connections/refresh-tokens'
import { decrypt, encrypt } from '@/platform/encryption'
import { ProviderError } from '@/platform/http/provider-error'
import type { Tx } from '@/platform/transaction'
import type { SocialNetwork, SocialSession, SocialTokens } from '@/providers/social-network'

const tokensSchema = z.object({
  accessToken: z.string(),
  expiresAt: z.string().nullable(),
  refreshToken: z.string().nullable(),
  refreshExpiresAt: z.string().nullable(),
  scopes: z.array(z.string()),
  person: z.string().optional(),
})
const purposeOf = (platform: SocialPlatform): string => `social ${platform}`
const unsealTokens = async (
  platform: SocialPlatform,
  sealed: string | null,
): Promise<SocialTokens | null> =>
  tokensSchema.safeParse(await decrypt(sealed, purposeOf(platform))).data ?? null

export type NetworkSession = SocialSession & { tokens: SocialTokens }
export type NetworkSessionResult = { session: NetworkSession } | { problem: string }
type Where = { payload: Payload; platform: SocialPlatform }
type Row = {
  accountId: string
  accountName: string
  isActive: boolean
  sealed: string | null
  lastError: string | null
}

const read = async ({ payload, platform }: Where): Promise<Row | null> => {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(sql`
    select account_id as "accountId", account_name as "accountName", is_active as "isActive", sealed_tokens as sealed, last_error as "lastError" from social_accounts where platform = ${platform}`)
  return (row as unknown as Row | undefined) ?? null
}

/** When a person has to sign in again: tokens that renew themselves live as long as what renews them. */
const humanDeadline = ({
  refreshToken,
  refreshExpiresAt,
  expiresAt,
}: SocialTokens): string | null => (refreshToken ? refreshExpiresAt : expiresAt)

/** Keeps tokens, at first or renewed; the account's row must be there. */
export async function saveSocialTokens(
  tx: Tx,
  platform: SocialPlatform,
  tokens: SocialTokens,
): Promise<void> {
  await tx.execute(sql`
    update social_accounts set sealed_tokens = ${await encrypt(tokens, purposeOf(platform))}, expires_at = ${humanDeadline(tokens)}, is_active = true, last_error = null, refreshing_until = null, updated_at = now() where platform = ${platform}`)
}

export function connectionExpiredMessage(platform: SocialPlatform): string {
  return `The sign-in at ${socialPlatformLabels[platform]} has ended. Please connect it again under Accounts.`
}

/** The connection is no longer good: said on the Accounts tab. Newer tokens than the one that was refused stay. */
export async function expireConnection(where: Where, refused: string): Promise<void> {
  const { payload, platform } = where
  const row = await read(where)
  const tokens = await unsealTokens(platform, row?.sealed ?? null)
  if (!row || (tokens && tokens.accessToken !== refused)) return
  await payload.db.drizzle.execute(sql`
    update social_accounts set is_active = false, last_error = ${connectionExpiredMessage(platform)}, updated_at = now() where platform = ${platform} and sealed_tokens is not distinct from ${row.sealed}`)
}

/**
 * What calls to a network need, with tokens renewed when they are due.
 * @param force the network has just refused the tokens, whatever their age
 * @returns a sentence for staff when there is no good connection
 * @throws ProviderError when new tokens could not be had for now, and the old ones no longer do
 */
export async function openNetworkSession(
  where: Where,
  network: SocialNetwork,
  { force = false } = {},
): Promise<NetworkSessionResult> {
  const { payload, platform } = where
  const label = socialPlatformLabels[platform]
  const row = await read(where)
  if (!row?.isActive)
    return {
      problem:
        row?.lastError ??
        `${label} is not connected. Connect it under Accounts, or copy the post and publish it there by hand.`,
    }
  const known = await unsealTokens(platform, row.sealed)
  if (!known) return { problem: connectionExpiredMessage(platform) }
  const with_ = (tokens: SocialTokens): NetworkSessionResult => ({
    session: {
      accountId: row.accountId,
      accountName: row.accountName,
      access: tokens.accessToken,
      tokens,
    },
  })
  try {
    return with_(
      await ensureFreshTokens(
        payload,
        {
          label,
          table: 'social_accounts',
          value: platform,
          read: async () => unsealTokens(platform, (await read(where))?.sealed ?? null),
          save: (tx, tokens) => saveSocialTokens(tx, platform, tokens),
        },
        network.refresh,
        { marginMs: known.refreshToken ? network.marginMs : 0, force },
      ),
    )
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (!force && known.expiresAt !== null && Date.parse(known.expiresAt) > Date.now() + 60_000)
      return with_(known)
    if (error.details.trouble !== 'sign-in' && error.details.trouble !== 'refused') throw error
    await expireConnection(where, known.accessToken)
    return { problem: connectionExpiredMessage(platform) }
  }
}
