import type { z } from 'zod'

import { authorizationUrl } from '@/platform/http/authorization-url'
import { createHttpClient, type HttpClient } from '@/platform/http/client'
import { ProviderError } from '@/platform/http/provider-error'
import type { AccountProfile } from '@/providers/interfaces'
import {
  type AppKeys,
  bearer,
  emptySocialMetrics,
  getMetricsOfEach,
  type PublishedPost,
  type SocialAccountGateway,
  type SocialMetrics,
  type SocialNetwork,
  type SocialPublisher,
  type SocialSession,
  type SocialTokens,
} from '@/providers/social-network'

import { graphVersion, mapGraphError } from './graph-errors'
import {
  countsResponse,
  feedResponse,
  insightsResponse,
  pageResponse,
  pagesResponse,
  permissionsResponse,
  photoResponse,
  postResponse,
  tokenResponse,
} from './schema'

const scopes = ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement', 'read_insights']
const maxPageRequests = 20

/** Messages for codes and subcodes that staff can act on (reference of social publishing, section 1). */
const messages: Record<number, string> = {
  506: 'This Page already has a recent post with the same text.',
  368: 'Facebook has temporarily blocked this Page.',
  324: 'Facebook couldn’t download the image.',
  1366046: 'An image is too large or in a format Facebook doesn’t support.',
  1366051: 'These images have already been posted.',
  1390008: 'Too many posts in a short time. Try again later.',
  1346003: 'This text goes against Facebook’s rules.',
  1404102: 'This text goes against Facebook’s rules.',
  1404078: 'Facebook needs to authorize this Page for publishing first.',
  1609005: 'Facebook couldn’t open the link.',
  1609008: 'Facebook doesn’t accept links to Facebook here.',
  2061006: 'Facebook can’t use this link.',
  4854002: 'Facebook needs the Page’s owner to confirm their identity first.',
}

type Page = z.infer<typeof pagesResponse>['data'][number]

/** Lists the Pages that this user may post to. */
async function listPages(call: HttpClient, userToken: string): Promise<Page[]> {
  const pages = new Map<string, Page>()
  let after: string | undefined
  for (let request = 0; request < maxPageRequests; request += 1) {
    const { data } = await call({
      path: '/me/accounts',
      query: { fields: 'id,name,access_token,tasks', limit: 100, after },
      headers: bearer(userToken),
      schema: pagesResponse,
    })
    const previousCount = pages.size
    for (const page of data.data) pages.set(page.id, page)
    const repeats = data.data.length > 0 && pages.size === previousCount
    // Uses the cursor instead of the `next` URL: the token goes only to our own address.
    after = data.paging?.next && !repeats ? data.paging.cursors?.after : undefined
    if (!after) break
  }
  return [...pages.values()].filter(
    ({ access_token, tasks }) =>
      access_token && (tasks === undefined || tasks.includes('CREATE_CONTENT')),
  )
}

/** Selects a Page, the first one by default. @throws ProviderError `permission` */
async function selectPage(
  call: HttpClient,
  userToken: string,
  pageId?: string,
): Promise<{ tokens: SocialTokens; profile: AccountProfile }> {
  const [pages, { data: permissions }] = await Promise.all([
    listPages(call, userToken),
    call({ path: '/me/permissions', headers: bearer(userToken), schema: permissionsResponse }),
  ])
  const page = pageId === undefined ? pages[0] : pages.find(({ id }) => id === pageId)
  if (!page?.access_token)
    throw new ProviderError(
      'facebook',
      pageId === undefined
        ? 'This person can’t post to any Page.'
        : 'This person can no longer post to that Page.',
      { retryable: false, kind: 'permission' },
    )
  return {
    profile: { id: page.id, name: page.name },
    tokens: {
      accessToken: page.access_token,
      expiresAt: null,
      refreshToken: null,
      refreshExpiresAt: null,
      scopes: permissions.data
        .filter(({ permission, status }) => status === 'granted' && scopes.includes(permission))
        .map(({ permission }) => permission),
      person: userToken,
    },
  }
}

/**
 * For `catch`: the user's sign-in ends after sixty days, but the Page's token does not. So its end
 * is reported as a missing permission, which does not disconnect the account.
 */
const keepPageConnected = (error: unknown): never => {
  if (!(error instanceof ProviderError) || error.details.kind !== 'sign-in') throw error
  throw new ProviderError('facebook', 'This person’s sign-in has expired.', {
    ...error.details,
    kind: 'permission',
    cause: error,
  })
}

function createPageAccounts(
  call: HttpClient,
  { id, secret, baseUrl }: AppKeys,
): SocialAccountGateway {
  const requestToken = async (form: Record<string, string>): Promise<string> => {
    const { data } = await call({
      method: 'POST',
      path: '/oauth/access_token',
      form: { client_id: id, client_secret: secret, ...form },
      schema: tokenResponse,
    })
    return data.access_token
  }
  return {
    authorizeUrl: ({ state, redirectUri }) =>
      authorizationUrl({
        site: 'https://www.facebook.com',
        path: `/${graphVersion}/dialog/oauth`,
        baseUrl,
        parameters: { client_id: id, redirect_uri: redirectUri, scope: scopes.join(','), state },
      }),
    exchange: async ({ code, redirectUri }) => {
      const shortLived = await requestToken({ redirect_uri: redirectUri, code })
      const longLived = await requestToken({
        grant_type: 'fb_exchange_token',
        fb_exchange_token: shortLived,
      })
      return (await selectPage(call, longLived)).tokens
    },
    listAccounts: async ({ person: userToken }) => {
      if (!userToken) return []
      const pages = await listPages(call, userToken).catch(keepPageConnected)
      return pages.map((page) => ({ id: page.id, name: page.name }))
    },
    selectAccount: ({ person: userToken = '' }, pageId) =>
      selectPage(call, userToken, pageId).catch(keepPageConnected),
    marginMs: 0,
    refresh: (tokens) => Promise.resolve(tokens),
    whoAmI: async ({ accessToken }) => {
      const { data } = await call({
        path: '/me',
        query: { fields: 'id,name' },
        headers: bearer(accessToken),
        schema: pageResponse,
      })
      return data
    },
  }
}

const toPublishedPost = (post: { id: string; permalink_url?: string }): PublishedPost => ({
  id: post.id,
  url: post.permalink_url ?? `https://www.facebook.com/${post.id}`,
})

function createPagePublisher(call: HttpClient): SocialPublisher {
  return {
    prepare: async ({ accountId, access }, { pictures }, { media: uploaded = [] }, saveSteps) => {
      const media = [...uploaded]
      for (const { url, alt } of pictures.slice(media.length)) {
        const { data } = await call({
          method: 'POST',
          path: `/${accountId}/photos`,
          form: { url, published: 'false', ...(alt ? { alt_text_custom: alt } : {}) },
          headers: bearer(access),
          schema: photoResponse,
          repeatable: true,
          timeoutMs: 60_000,
        })
        media.push(data.id)
        await saveSteps({ media })
      }
      return { media }
    },
    publish: async ({ accountId, access }, { text, card }, { media = [] }) => {
      const attachments = media.map((id) => ({ media_fbid: id }))
      const { data } = await call({
        method: 'POST',
        path: `/${accountId}/feed`,
        query: { fields: 'id,permalink_url' },
        headers: bearer(access),
        schema: postResponse,
        form: {
          message: text,
          ...(card ? { link: card.url } : {}),
          ...(media.length > 0 ? { attached_media: JSON.stringify(attachments) } : {}),
        },
      })
      return toPublishedPost(data)
    },
    findPost: async ({ accountId, access }, { text }, _steps, since) => {
      const { data } = await call({
        path: `/${accountId}/feed`,
        query: { fields: 'id,message,created_time,permalink_url', limit: 25 },
        headers: bearer(access),
        schema: feedResponse,
      })
      const post = data.data.find(
        ({ message = '', created_time }) =>
          message.trim() === text.trim() && new Date(created_time) >= since,
      )
      return post ? toPublishedPost(post) : 'not-there'
    },
  }
}

async function getMetrics(
  call: HttpClient,
  { access }: SocialSession,
  post: string,
): Promise<SocialMetrics> {
  const { data } = await call({
    path: `/${post}`,
    query: { fields: 'id,shares,comments.summary(true).limit(0),reactions.summary(true).limit(0)' },
    headers: bearer(access),
    schema: countsResponse,
  })
  // Facebook renames insights about once a year, so the counts above work without them. There are no impressions
  // anymore: this is the number of viewers.
  const insights = await call({
    path: `/${post}/insights`,
    query: { metric: 'post_total_media_view_unique,post_clicks' },
    headers: bearer(access),
    schema: insightsResponse,
  }).catch(() => null)
  const insight = (name: string): number | null => {
    const value = insights?.data.data.find((metric) => metric.name === name)?.values[0]?.value
    return typeof value === 'number' ? value : null
  }
  return {
    ...emptySocialMetrics,
    likes: data.reactions?.summary.total_count ?? null,
    comments: data.comments?.summary.total_count ?? null,
    shares: data.shares?.count ?? null,
    impressions: insight('post_total_media_view_unique'),
    clicks: insight('post_clicks'),
  }
}

/** A Facebook Page through the Graph API. Page tokens from a long-lived user token do not expire. */
export function createFacebookPages(keys: AppKeys): SocialNetwork {
  const call = createHttpClient({
    provider: 'facebook',
    baseUrl: `${keys.baseUrl ?? 'https://graph.facebook.com'}/${graphVersion}`,
    mapError: mapGraphError(messages),
  })
  return {
    ...createPageAccounts(call, keys),
    ...createPagePublisher(call),
    getMetrics: (session, ids) => getMetricsOfEach(ids, (id) => getMetrics(call, session, id)),
  }
}
