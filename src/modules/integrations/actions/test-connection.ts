import { getConnection } from '@/modules/integrations/queries/connections'
import {
  recordConnectionFailure,
  recordConnectionSuccess,
  requireCredentials,
} from '@/platform/connections/credentials'
import type { OAuthIntegration } from '@/platform/connections/definitions'
import { AppError } from '@/platform/errors'
import { ProviderError } from '@/platform/http/provider-error'
import { pluralize } from '@/platform/pluralize'

import { type IntegrationArgs, withAccountTokens } from './oauth-accounts'

type ConnectionTest = { success: boolean; message: string; details: Record<string, unknown> | null }
type TestedAccount = {
  name: string
  accountId: string
  message: string
  details: Record<string, unknown>
}

const cacheMs = 30_000

async function testEtsy(args: IntegrationArgs): Promise<TestedAccount> {
  const { keys, keysFrom } = await requireCredentials(args.payload.db.drizzle, 'etsy')
  const etsy = args.providers.etsy(keys)
  // The keys are checked without a sign-in first, to tell which of the two is wrong.
  await etsy.checkKeys().catch((error: unknown) => {
    if (
      error instanceof ProviderError &&
      ['sign-in', 'permission'].includes(error.details.kind ?? '')
    )
      throw new AppError(
        'provider_unavailable',
        `Etsy doesn’t accept the keystring and shared secret. Check both under Your Apps on Etsy, then ${keysFrom === 'environment' ? 'replace them in the server environment and restart the shop' : 'enter them again under Edit keys'}.`,
        { cause: error },
      )
    throw error
  })
  const shop = await withAccountTokens(args, 'etsy', ({ accessToken }) => etsy.myShop(accessToken))
  if (!shop)
    throw new AppError(
      'conflict',
      'This Etsy account has no shop. Connect the account that has your shop.',
    )
  return {
    name: shop.name,
    accountId: shop.id,
    message: `Connected to ${shop.name}${shop.activeListings === null ? '' : `, ${pluralize(shop.activeListings, 'active listing')}`}.`,
    details: { shopName: shop.name, shopUrl: shop.url, activeListings: shop.activeListings },
  }
}

async function testInstagram(args: IntegrationArgs): Promise<TestedAccount> {
  const profile = await withAccountTokens(args, 'instagram', ({ accessToken }) =>
    args.providers.instagram.profile(accessToken),
  )
  if (/personal/i.test(profile.accountType ?? ''))
    throw new AppError(
      'conflict',
      'Instagram doesn’t allow access to personal accounts. Switch to a business or creator account in the Instagram app, then reconnect.',
    )
  const postCount = profile.posts ?? 0
  const name = `@${profile.username}`
  return {
    name,
    accountId: profile.id,
    message: `Connected as ${name}, ${pluralize(postCount, 'post')}.`,
    details: { username: profile.username, postCount, followers: profile.followers },
  }
}

async function testTikTok(args: IntegrationArgs): Promise<TestedAccount> {
  const profile = await withAccountTokens(args, 'tiktok', (tokens) =>
    args.providers.tiktok.profile(tokens),
  )
  const name = profile.username ? `@${profile.username}` : profile.displayName
  return {
    name,
    accountId: profile.id,
    message: `Connected as ${name}${profile.videos === null ? '' : `, ${pluralize(profile.videos, 'video')}`}.`,
    details: {
      userInfo: {
        display_name: profile.displayName,
        video_count: profile.videos,
        likes_count: profile.likes,
        follower_count: profile.followers,
        bio_description: profile.bio,
      },
    },
  }
}

const tests = { etsy: testEtsy, instagram: testInstagram, tiktok: testTikTok } satisfies Record<
  OAuthIntegration,
  (args: IntegrationArgs) => Promise<TestedAccount>
>

/**
 * Tests whether the account responds and what it says about itself, and records the result on the
 * connection. A success is cached for 30 seconds unless `again`.
 */
export async function testConnection(
  args: IntegrationArgs,
  provider: OAuthIntegration,
  again: boolean,
): Promise<ConnectionTest> {
  const { payload } = args
  const connection = await getConnection(payload, provider)
  const message = connection.details?.message
  if (
    !again &&
    connection.state === 'connected' &&
    !connection.lastError &&
    connection.lastGoodAt &&
    Date.now() - Date.parse(connection.lastGoodAt) < cacheMs &&
    typeof message === 'string'
  )
    return { success: true, message, details: connection.details }
  try {
    await requireCredentials(payload.db.drizzle, provider)
    const { name, accountId, message, details: accountDetails } = await tests[provider](args)
    const details = { ...accountDetails, message }
    await recordConnectionSuccess(payload, provider, { connectedAs: name, accountId, details })
    return { success: true, message, details }
  } catch (error) {
    const message = await recordConnectionFailure(payload, provider, error)
    return { success: false, message, details: null }
  }
}
