import { z } from 'zod'

import { authorizationUrl } from '@/platform/http/authorization-url'
import {
  createHttpClient,
  errorKindFromStatus,
  type ErrorMapping,
  parseRetryAfter,
  type ProviderResponse,
} from '@/platform/http/client'
import {
  type AppKeys,
  emptySocialMetrics,
  type PublishedPost,
  singleAccountError,
  type SocialNetwork,
  type SocialSession,
  type SocialTokens,
} from '@/providers/social-network'

import {
  countsResponse,
  createdResponse,
  mediaResponse,
  meResponse,
  problemResponse,
  timelineResponse,
  tokenResponse,
} from './schema'

const scopes = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access']

/** X says when the window opens again in seconds of the clock. */
const pauseOf = (headers: Headers): number | undefined => {
  const reset = Number(headers.get('x-rate-limit-reset'))
  return (
    parseRetryAfter(headers) ?? (reset > 0 ? Math.max(1000, reset * 1000 - Date.now()) : undefined)
  )
}

const verdict = ({ status, headers, body }: ProviderResponse): ErrorMapping => {
  const trouble = errorKindFromStatus(status)
  if (!trouble) return null
  const problem = problemResponse.safeParse(body).data
  const type = problem?.type.split('/').at(-1) || problem?.error
  if (type === 'usage-capped')
    return {
      message: 'The credits at X are used up. Please top them up there.',
      trouble: 'refused',
      issue: type,
    }
  if (/duplicate content/i.test(problem?.detail ?? ''))
    return {
      message: 'The same words were posted on X a little while ago.',
      trouble: 'refused',
      issue: 'duplicate',
    }
  // A refresh token that is no longer good answers 400.
  if (problem?.error)
    return {
      message: 'X no longer knows this sign-in.',
      trouble: status < 500 ? 'sign-in' : 'down',
      issue: problem.error,
    }
  return {
    message: problem?.errors?.[0]?.message || problem?.detail || `X answered ${status}.`,
    trouble,
    retryAfterMs: trouble === 'limit' ? pauseOf(headers) : undefined,
    issue: type,
  }
}

/** As a post reads once X has put its own short links in, without spaces that do not count. */
const comparable = (text: string): string =>
  text
    .replace(/https?:\/\/\S+/g, '')
    .replace(
      /&(amp|lt|gt);/g,
      (_, name: 'amp' | 'lt' | 'gt') => ({ amp: '&', lt: '<', gt: '>' })[name],
    )
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC')

/** An account on X (OAuth 2.0 with PKCE). Access lives two hours; the token it is renewed with is used once. */
export function createX({ id, secret, baseUrl }: AppKeys): SocialNetwork {
  const call = createHttpClient({ provider: 'x', baseUrl: baseUrl ?? 'https://api.x.com', verdict })
  const as = (token: string) => ({ Authorization: `Bearer ${token}` })
  const app = { Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` }
  const tokensFrom = ({
    access_token: accessToken,
    expires_in: seconds,
    refresh_token: refreshToken,
    scope,
  }: z.infer<typeof tokenResponse>): SocialTokens => ({
    accessToken,
    expiresAt: new Date(Date.now() + seconds * 1000).toISOString(),
    refreshToken: refreshToken ?? null,
    refreshExpiresAt: null,
    scopes: scope.split(' ').filter(Boolean),
  })
  const seen = (session: Pick<SocialSession, 'accountName'>, post: string): PublishedPost => ({
    id: post,
    url: `https://x.com/${session.accountName.replace('@', '')}/status/${post}`,
  })

  return {
    authorizeUrl: ({ state, verifier, redirectUri }) =>
      authorizationUrl({
        site: 'https://x.com',
        path: '/i/oauth2/authorize',
        baseUrl,
        verifier,
        parameters: { client_id: id, redirect_uri: redirectUri, scope: scopes.join(' '), state },
      }),
    // The code lives thirty seconds.
    exchange: async ({ code, verifier, redirectUri }) =>
      tokensFrom(
        (
          await call({
            method: 'POST',
            path: '/2/oauth2/token',
            form: {
              grant_type: 'authorization_code',
              code,
              redirect_uri: redirectUri,
              code_verifier: verifier,
            },
            headers: app,
            answer: tokenResponse,
            timeoutMs: 15_000,
          })
        ).data,
      ),
    marginMs: 10 * 60_000,
    refresh: async ({ refreshToken }) => {
      const { data } = await call({
        method: 'POST',
        path: '/2/oauth2/token',
        form: { grant_type: 'refresh_token', refresh_token: refreshToken ?? '' },
        headers: app,
        answer: tokenResponse,
      })
      return tokensFrom({ ...data, refresh_token: data.refresh_token ?? refreshToken ?? undefined })
    },
    whoAmI: async ({ accessToken }) => {
      const {
        data: { data: me },
      } = await call({ path: '/2/users/me', headers: as(accessToken), answer: meResponse })
      return { id: me.id, name: `@${me.username}` }
    },
    choices: async () => [],
    choose: async () => {
      throw singleAccountError('x')
    },

    prepare: async ({ access }, { pictures }, kept, keep) => {
      const media = [...(kept.media ?? [])]
      for (const { read, alt } of pictures.slice(media.length)) {
        const { data } = await call({
          method: 'POST',
          path: '/2/media/upload',
          json: { media: (await read()).toString('base64'), media_category: 'tweet_image' },
          headers: as(access),
          answer: mediaResponse,
          repeatable: true,
          timeoutMs: 60_000,
        })
        // A picture without its description is better than no post.
        if (alt)
          await call({
            method: 'POST',
            path: '/2/media/metadata',
            json: { id: data.data.id, metadata: { alt_text: { text: alt.slice(0, 1000) } } },
            headers: as(access),
            answer: z.unknown(),
          }).catch(() => {})
        media.push(data.data.id)
        await keep({ media })
      }
      return { media }
    },
    publish: async (session, { text }, { media = [] }) => {
      const { data } = await call({
        method: 'POST',
        path: '/2/tweets',
        json: { text, ...(media.length > 0 ? { media: { media_ids: media } } : {}) },
        headers: as(session.access),
        answer: createdResponse,
      })
      return seen(session, data.data.id)
    },
    find: async (session, { text }, _steps, since) => {
      const { data } = await call({
        path: `/2/users/${session.accountId}/tweets`,
        query: { max_results: 10, 'tweet.fields': 'created_at' },
        headers: as(session.access),
        answer: timelineResponse,
      })
      const found = data.data.find(
        (one) =>
          comparable(one.text) === comparable(text) &&
          (!one.created_at || new Date(one.created_at) >= since),
      )
      return found ? seen(session, found.id) : 'not-there'
    },
    figures: async ({ access }, ids) => {
      const { data } = await call({
        path: '/2/tweets',
        query: { ids: ids.slice(0, 100).join(','), 'tweet.fields': 'public_metrics' },
        headers: as(access),
        answer: countsResponse,
      })
      return new Map(
        data.data.map(({ id: post, public_metrics: counts }) => [
          post,
          {
            ...emptySocialMetrics,
            impressions: counts?.impression_count ?? null,
            likes: counts?.like_count ?? null,
            comments: counts?.reply_count ?? null,
            shares:
              counts?.retweet_count === undefined && counts?.quote_count === undefined
                ? null
                : (counts.retweet_count ?? 0) + (counts.quote_count ?? 0),
          },
        ]),
      )
    },
  }
}
