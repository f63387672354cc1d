import { z } from 'zod'

import {
  authorizationUrl,
  codeGrant,
  parseScopes,
  refreshGrant,
} from '@/platform/http/authorization-url'
import { createHttpClient, expiresAtFromSeconds, type HttpClient } from '@/platform/http/client'
import { ProviderError } from '@/platform/http/provider-error'
import {
  type AppKeys,
  bearer,
  emptySocialMetrics,
  type PostPicture,
  type PublishedPost,
  singleAccount,
  type SocialAccountGateway,
  type SocialMetrics,
  type SocialNetwork,
  type SocialPublisher,
  type SocialSession,
  type SocialTokens,
} from '@/providers/social-network'

import { mapXError } from './errors'
import {
  countsResponse,
  createdResponse,
  mediaResponse,
  meResponse,
  timelineResponse,
  tokenResponse,
} from './schema'

const scopes = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access']

/** Normalizes a text for comparison: X escapes HTML and replaces links by its own short ones, also `example.com`. */
const comparable = (text: string): string =>
  text
    .replace(/\S+\.\S+/g, '')
    .replace(
      /&(amp|lt|gt);/g,
      (_, name: 'amp' | 'lt' | 'gt') => ({ amp: '&', lt: '<', gt: '>' })[name],
    )
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC')

const toTokens = ({
  access_token: accessToken,
  expires_in: seconds,
  refresh_token: refreshToken,
  scope,
}: z.infer<typeof tokenResponse>): SocialTokens => ({
  accessToken,
  expiresAt: expiresAtFromSeconds(seconds),
  refreshToken: refreshToken ?? null,
  refreshExpiresAt: null,
  scopes: parseScopes(scope),
})

function createXAccounts(call: HttpClient, { id, secret, baseUrl }: AppKeys): SocialAccountGateway {
  const requestTokens = async (form: Record<string, string>): Promise<SocialTokens> => {
    const { data } = await call({
      method: 'POST',
      path: '/2/oauth2/token',
      form,
      headers: { Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      schema: tokenResponse,
      // A code lasts thirty seconds.
      ...(form.code && { timeoutMs: 15_000 }),
    })
    return toTokens(data)
  }
  return {
    ...singleAccount('x'),
    authorizeUrl: ({ state, verifier, redirectUri }) =>
      authorizationUrl({
        site: 'https://x.com',
        path: '/i/oauth2/authorize',
        baseUrl,
        verifier,
        parameters: { client_id: id, redirect_uri: redirectUri, scope: scopes.join(' '), state },
      }),
    exchange: (attempt) => requestTokens(codeGrant(attempt)),
    marginMs: 10 * 60_000,
    refresh: async (previous) => {
      const tokens = await requestTokens(refreshGrant(previous))
      return { ...tokens, refreshToken: tokens.refreshToken ?? previous.refreshToken }
    },
    whoAmI: async ({ accessToken }) => {
      const { data } = await call({
        path: '/2/users/me',
        headers: bearer(accessToken),
        schema: meResponse,
      })
      return { id: data.data.id, name: `@${data.data.username}` }
    },
  }
}

/**
 * Calls X with the parameter for additional fields. X renamed `tweet.fields` to `post.fields` in August 2026 and takes
 * the old name for now; where it no longer does, the call is made again with the new one.
 */
async function withPostFields<Result>(
  fields: string,
  send: (query: Record<string, string>) => Promise<Result>,
): Promise<Result> {
  try {
    return await send({ 'tweet.fields': fields })
  } catch (error) {
    const isUnknownName =
      error instanceof ProviderError &&
      error.details.status === 400 &&
      error.message.includes('tweet.fields')
    if (!isUnknownName) throw error
    return send({ 'post.fields': fields })
  }
}

async function uploadPicture(
  call: HttpClient,
  { access }: SocialSession,
  { read, alt }: PostPicture,
): Promise<string> {
  const { data } = await call({
    method: 'POST',
    path: '/2/media/upload',
    json: { media: (await read()).toString('base64'), media_category: 'tweet_image' },
    headers: bearer(access),
    schema: mediaResponse,
    repeatable: true,
    timeoutMs: 60_000,
  })
  // A picture without its description is better than no post.
  if (alt)
    await call({
      method: 'POST',
      path: '/2/media/metadata',
      json: { id: data.data.id, metadata: { alt_text: { text: alt.slice(0, 1000) } } },
      headers: bearer(access),
      schema: z.unknown(),
    }).catch(() => {})
  return data.data.id
}

const toPublishedPost = ({ accountName }: SocialSession, id: string): PublishedPost => ({
  id,
  url: `https://x.com/${accountName.replace('@', '')}/status/${id}`,
})

function createXPublisher(call: HttpClient): SocialPublisher {
  return {
    prepare: async (session, { pictures }, { media: uploaded = [] }, saveSteps) => {
      const media = [...uploaded]
      for (const picture of pictures.slice(media.length)) {
        media.push(await uploadPicture(call, session, picture))
        await saveSteps({ media })
      }
      return { media }
    },
    publish: async (session, { text }, { media = [] }) => {
      const { data } = await call({
        method: 'POST',
        path: '/2/tweets',
        json: { text, ...(media.length > 0 ? { media: { media_ids: media } } : {}) },
        headers: bearer(session.access),
        schema: createdResponse,
      })
      return toPublishedPost(session, data.data.id)
    },
    findPost: async (session, { text }, _steps, since) => {
      const { data } = await withPostFields('created_at', (fields) =>
        call({
          path: `/2/users/${session.accountId}/tweets`,
          query: { max_results: 10, ...fields },
          headers: bearer(session.access),
          schema: timelineResponse,
        }),
      )
      const post = data.data.find(
        (candidate) =>
          comparable(candidate.text) === comparable(text) &&
          (!candidate.created_at || new Date(candidate.created_at) >= since),
      )
      return post ? toPublishedPost(session, post.id) : 'not-there'
    },
  }
}

type PublicMetrics = z.infer<typeof countsResponse>['data'][number]['public_metrics']

const repostCount = (counts: PublicMetrics): number | undefined =>
  counts?.repost_count ?? counts?.retweet_count

const toMetrics = (counts: PublicMetrics): SocialMetrics => ({
  ...emptySocialMetrics,
  impressions: counts?.impression_count ?? null,
  likes: counts?.like_count ?? null,
  comments: counts?.reply_count ?? null,
  shares:
    repostCount(counts) === undefined && counts?.quote_count === undefined
      ? null
      : (repostCount(counts) ?? 0) + (counts?.quote_count ?? 0),
})

/** An account on X (OAuth 2.0 with PKCE). Access tokens last two hours; each refresh token works once. */
export function createX(keys: AppKeys): SocialNetwork {
  const call = createHttpClient({
    provider: 'x',
    baseUrl: keys.baseUrl ?? 'https://api.x.com',
    mapError: mapXError,
  })
  return {
    ...createXAccounts(call, keys),
    ...createXPublisher(call),
    getMetrics: async ({ access }, ids) => {
      const { data } = await withPostFields('public_metrics', (fields) =>
        call({
          path: '/2/tweets',
          query: { ids: ids.slice(0, 100).join(','), ...fields },
          headers: bearer(access),
          schema: countsResponse,
        }),
      )
      return new Map(data.data.map(({ id, public_metrics }) => [id, toMetrics(public_metrics)]))
    },
  }
}
