import { eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'
import { z } from 'zod'

import { networkConnections } from '@/modules/social/queries/social-networks'
import {
  type SocialPlatform,
  socialPlatformLabels,
  socialPlatforms,
} from '@/modules/social/rules/social-post'
import { social_accounts } from '@/payload-generated-schema'
import { readCredentials } from '@/platform/connections/credentials'
import { environmentKeys, hasRequiredKeys } from '@/platform/connections/keys'
import { ensureFreshTokens } from '@/platform/connections/refresh-tokens'
import { decrypt, encrypt, purposes } from '@/platform/encryption'
import { ProviderError } from '@/platform/http/provider-error'
import { reportError } from '@/platform/observability/error-reporter'
import type { Db } from '@/platform/transaction'
import type {
  AppKeys,
  SocialNetwork,
  SocialSession,
  SocialTokens,
} from '@/providers/social-network'

/** `isFake`: a fake on this computer replaces the network. */
type NetworkClient = { network: SocialNetwork; isFake: boolean }
type CreateSocialNetwork = (platform: SocialPlatform, keys: AppKeys) => NetworkClient
/** Returns the client of a network; null if the shop has no keys for it. */
export type SocialNetworkFor = (platform: SocialPlatform) => Promise<NetworkClient | null>

/** Creates clients with the keys that the shop has at the time of each call. */
export function socialNetworkFor(
  payload: Payload,
  createSocialNetwork: CreateSocialNetwork,
): SocialNetworkFor {
  return async (platform) => {
    const provider = networkConnections[platform].keys
    // The environment comes first: disconnecting the Instagram import does not stop posting there.
    const fromEnvironment = environmentKeys[provider]
    const keys: Record<string, string | undefined> | undefined = hasRequiredKeys(
      provider,
      fromEnvironment,
    )
      ? fromEnvironment
      : (await readCredentials(payload.db.drizzle, provider))?.keys
    return keys
      ? createSocialNetwork(platform, {
          id: keys.appId ?? keys.clientId ?? '',
          secret: keys.appSecret ?? keys.clientSecret ?? '',
        })
      : null
  }
}

const tokensSchema = z.object({
  accessToken: z.string(),
  expiresAt: z.string().nullable(),
  refreshToken: z.string().nullable(),
  refreshExpiresAt: z.string().nullable(),
  scopes: z.array(z.string()),
  person: z.string().optional(),
})
const decryptTokens = async (
  platform: SocialPlatform,
  encrypted: string | null | undefined,
): Promise<SocialTokens | null> =>
  tokensSchema.safeParse(await decrypt(encrypted, purposes.socialAccount(platform))).data ?? null

export type NetworkSession = SocialSession & { tokens: SocialTokens }
type NetworkSessionResult = { session: NetworkSession } | { problem: string }
export type AccountRef = { payload: Payload; platform: SocialPlatform }

const readAccount = async ({ payload, platform }: AccountRef, db: Db = payload.db.drizzle) => {
  const [account] = await db
    .select({
      accountId: social_accounts.accountId,
      accountName: social_accounts.accountName,
      isActive: social_accounts.isActive,
      encryptedTokens: social_accounts.sealedTokens,
      lastError: social_accounts.lastError,
    })
    .from(social_accounts)
    .where(eq(social_accounts.platform, platform))
  return account
}

/** Columns of an account with new tokens. */
export async function tokenColumns(platform: SocialPlatform, tokens: SocialTokens) {
  return {
    sealedTokens: await encrypt(tokens, purposes.socialAccount(platform)),
    // When a user has to sign in again: refreshable tokens last as long as their refresh token.
    expiresAt: tokens.refreshToken ? tokens.refreshExpiresAt : tokens.expiresAt,
    isActive: true,
    lastError: null,
    refreshingUntil: null,
    updatedAt: sql`now()`,
  }
}

export function connectionExpiredMessage(platform: SocialPlatform): string {
  return `The ${socialPlatformLabels[platform]} sign-in has expired. Reconnect it under Accounts.`
}

/** Marks a connection as expired, as shown on the Accounts tab, unless it was disconnected or has newer tokens. */
export async function expireConnection(ref: AccountRef, refusedToken: string): Promise<void> {
  const { payload, platform } = ref
  const account = await readAccount(ref)
  const tokens = await decryptTokens(platform, account?.encryptedTokens)
  if (!account?.encryptedTokens || (tokens && tokens.accessToken !== refusedToken)) return
  await payload.db.drizzle
    .update(social_accounts)
    .set({ isActive: false, lastError: connectionExpiredMessage(platform), updatedAt: sql`now()` })
    .where(
      sql`${eq(social_accounts.platform, platform)} and ${social_accounts.sealedTokens} is not distinct from ${account.encryptedTokens}`,
    )
}

/**
 * Opens a session for calls to a network. Renews the tokens when they are due.
 * @param force the network has just refused the tokens, so renew them whatever their age
 * @returns a problem as a sentence for staff if there is no working connection
 * @throws ProviderError if the tokens cannot be renewed now and the old ones no longer work
 */
export async function openNetworkSession(
  ref: AccountRef,
  network: SocialNetwork,
  { force = false } = {},
): Promise<NetworkSessionResult> {
  const { payload, platform } = ref
  const label = socialPlatformLabels[platform]
  const account = await readAccount(ref)
  if (!account?.isActive)
    return {
      problem:
        account?.lastError ??
        `${label} isn’t connected. Connect it under Accounts, or copy the post and publish it manually.`,
    }
  const storedTokens = await decryptTokens(platform, account.encryptedTokens)
  if (!storedTokens) return { problem: connectionExpiredMessage(platform) }
  const sessionWith = (tokens: SocialTokens): NetworkSessionResult => ({
    session: {
      accountId: account.accountId,
      accountName: account.accountName,
      access: tokens.accessToken,
      tokens,
    },
  })
  try {
    return sessionWith(
      await ensureFreshTokens(
        payload,
        {
          label,
          table: 'social_accounts',
          value: platform,
          read: async (db) =>
            decryptTokens(platform, (await readAccount(ref, db))?.encryptedTokens),
          save: async (tx, tokens) => {
            await tx
              .update(social_accounts)
              .set(await tokenColumns(platform, tokens))
              .where(eq(social_accounts.platform, platform))
          },
        },
        network.refresh,
        { marginMs: storedTokens.refreshToken ? network.marginMs : 0, force },
      ),
    )
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { expiresAt } = storedTokens
    if (!force && expiresAt !== null && Date.parse(expiresAt) > Date.now() + 60_000)
      return sessionWith(storedTokens)
    if (error.details.kind !== 'sign-in' && error.details.kind !== 'refused') throw error
    await expireConnection(ref, storedTokens.accessToken)
    return { problem: connectionExpiredMessage(platform) }
  }
}

/**
 * Renews tokens that would expire because nothing was posted for a long time. An error of one account doesn't stop the
 * others.
 */
export async function renewSocialAccounts(
  payload: Payload,
  networkFor: SocialNetworkFor,
): Promise<void> {
  for (const platform of socialPlatforms)
    try {
      const client = await networkFor(platform)
      if (client) await openNetworkSession({ payload, platform }, client.network)
    } catch (error) {
      reportError(error)
    }
}
