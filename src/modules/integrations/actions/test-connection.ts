import type { Payload } from 'payload'

import { getConnection } from '@/modules/integrations/queries/connections'
import {
  connectionErrorMessage,
  recordConnectionFailure,
  recordConnectionSuccess,
  requireCredentials,
} from '@/platform/connections/credentials'
import type { OAuthIntegration } from '@/platform/connections/definitions'
import { AppError } from '@/platform/errors'
import { ProviderError } from '@/platform/http/provider-error'
import { getProviders } from '@/providers'

import { withAccountTokens } from './oauth-accounts'

export type ConnectionTest = {
  success: boolean
  message: string
  details: Record<string, unknown> | null
}
type Tested = { name: string; accountId: string; message: string; details: Record<string, unknown> }

const freshMs = 30_000
const plural = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`

const testEtsy = async (payload: Payload): Promise<Tested> => {
  const etsy = getProviders().etsy((await requireCredentials(payload.db.drizzle, 'etsy')).keys)
  // First without anybody's sign-in, so that it is known which half is wrong.
  await etsy.checkKeys().catch((error: unknown) => {
    if (
      error instanceof ProviderError &&
      ['sign-in', 'permission'].includes(error.details.trouble ?? '')
    )
      throw new AppError(
        'provider_unavailable',
        'Etsy does not accept the keystring and the shared secret. Compare both with the page Your Apps on Etsy.',
        { cause: error },
      )
    throw error
  })
  const shop = await withAccountTokens(payload, 'etsy', ({ accessToken }) =>
    etsy.myShop(accessToken),
  )
  if (!shop)
    throw new AppError('conflict', 'This Etsy account has no shop. Connect the one that has.')
  return {
    name: shop.name,
    accountId: shop.id,
    message: `Connected to ${shop.name}${shop.activeListings === null ? '' : `, ${plural(shop.activeListings, 'active listing', 'active listings')}`}.`,
    details: { shopName: shop.name, shopUrl: shop.url, activeListings: shop.activeListings },
  }
}

const testInstagram = async (payload: Payload): Promise<Tested> => {
  const profile = await withAccountTokens(payload, 'instagram', ({ accessToken }) =>
    getProviders().instagram.profile(accessToken),
  )
  if (/personal/i.test(profile.accountType ?? ''))
    throw new AppError(
      'conflict',
      'This is a personal account, and Instagram lets nobody read those. Switch it to a business or creator account in the Instagram app, then connect it again.',
    )
  const posts = profile.posts ?? 0
  return {
    name: `@${profile.username}`,
    accountId: profile.id,
    message: `Connected as @${profile.username}, ${plural(posts, 'post', 'posts')}.`,
    details: { username: profile.username, postCount: posts, followers: profile.followers },
  }
}

const testTikTok = async (payload: Payload): Promise<Tested> => {
  const profile = await withAccountTokens(payload, 'tiktok', (tokens) =>
    getProviders().tiktok.profile(tokens),
  )
  const name = profile.username ? `@${profile.username}` : profile.displayName
  return {
    name,
    accountId: profile.id,
    message: `Connected as ${name}${profile.videos === null ? '' : `, ${plural(profile.videos, 'video', 'videos')}`}.`,
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
  (payload: Payload) => Promise<Tested>
>

/**
 * Whether the account answers, and what it says of itself; noted on its passport either way. For 30 seconds the last
 * good answer is given again, unless `again`.
 */
export async function testConnection(
  payload: Payload,
  provider: OAuthIntegration,
  again: boolean,
): Promise<ConnectionTest> {
  const before = await getConnection(payload, provider)
  const message = before.details?.message
  if (
    !again &&
    before.state === 'connected' &&
    !before.lastError &&
    before.lastGoodAt &&
    Date.now() - Date.parse(before.lastGoodAt) < freshMs &&
    typeof message === 'string'
  )
    return { success: true, message, details: before.details }
  try {
    await requireCredentials(payload.db.drizzle, provider)
    const tested = await tests[provider](payload)
    const details = { ...tested.details, message: tested.message }
    await recordConnectionSuccess(payload, provider, {
      connectedAs: tested.name,
      accountId: tested.accountId,
      details,
    })
    return { success: true, message: tested.message, details }
  } catch (error) {
    if (error instanceof AppError) return { success: false, message: error.message, details: null }
    await recordConnectionFailure(payload, provider, error)
    return { success: false, message: connectionErrorMessage(provider, error), details: null }
  }
}
