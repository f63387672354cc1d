import type { z } from 'zod'

import { authorizationUrl } from '@/platform/http/authorization-url'
import { createHttpClient } from '@/platform/http/client'
import { ProviderError } from '@/platform/http/provider-error'
import type { AccountProfile } from '@/providers/interfaces'
import {
  type AppKeys,
  emptySocialMetrics,
  type PublishedPost,
  type SocialMetrics,
  type SocialNetwork,
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
const mostPagesOfPages = 20

/** Subcodes and codes that staff can do something about (providers/social-publishing, section 1). */
const words: Record<number, string> = {
  506: 'The same words were posted to this Page a little while ago.',
  368: 'Facebook has blocked this Page for a while.',
  324: 'Facebook could not fetch the picture.',
  1366046: 'A picture is too large or of a format that Facebook does not take.',
  1366051: 'These pictures were posted already.',
  1390008: 'Too many posts in a short time.',
  1346003: 'Facebook’s rules do not allow this text.',
  1404102: 'Facebook’s rules do not allow this text.',
  1404078: 'The Page needs Facebook’s publishing authorization first.',
  1609005: 'Facebook could not read the page behind the link.',
  1609008: 'Facebook takes no links to itself.',
  2061006: 'Facebook cannot use this link.',
  4854002: 'Facebook wants the identity of the Page’s owner confirmed first.',
}

type Page = z.infer<typeof pagesResponse>['data'][number]

/** A Page of Facebook through the Graph API. A Page token made from a long-lived one has no end; the person's has 60 days. */
export function createFacebookPages({ id, secret, baseUrl }: AppKeys): SocialNetwork {
  const call = createHttpClient({
    provider: 'facebook',
    baseUrl: `${baseUrl ?? 'https://graph.facebook.com'}/${graphVersion}`,
    verdict: mapGraphError(words),
  })
  const as = (token: string) => ({ Authorization: `Bearer ${token}` })

  const pagesOf = async (person: string): Promise<Page[]> => {
    const pages = new Map<string, Page>()
    let after: string | undefined
    for (let turn = 0; turn < mostPagesOfPages; turn += 1) {
      const { data } = await call({
        path: '/me/accounts',
        query: { fields: 'id,name,access_token,tasks', limit: 100, after },
        headers: as(person),
        answer: pagesResponse,
      })
      const known = pages.size
      for (const page of data.data) pages.set(page.id, page)
      const repeats = data.data.length > 0 && pages.size === known
      // The cursor, not the address: a stored token goes nowhere that an answer names.
      after = data.paging?.next && !repeats ? data.paging.cursors?.after : undefined
      if (!after) break
    }
    return [...pages.values()].filter(
      ({ access_token, tasks }) =>
        access_token && (tasks === undefined || tasks.includes('CREATE_CONTENT')),
    )
  }
  /** The person's sign-in lives sixty days, the Page's own goes on: its end is no reason to stop posting. */
  const unlessEnded = async <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch((error: unknown) => {
      if (!(error instanceof ProviderError) || error.details.trouble !== 'sign-in') throw error
      throw new ProviderError('facebook', 'The sign-in of the person has ended.', {
        ...error.details,
        trouble: 'permission',
        cause: error,
      })
    })

  const tokensOf = async (
    person: string,
    wanted?: string,
  ): Promise<{ tokens: SocialTokens; profile: AccountProfile }> => {
    const [pages, { data: granted }] = await Promise.all([
      pagesOf(person),
      call({ path: '/me/permissions', headers: as(person), answer: permissionsResponse }),
    ])
    const page = wanted === undefined ? pages[0] : pages.find((one) => one.id === wanted)
    if (!page?.access_token)
      throw new ProviderError(
        'facebook',
        wanted === undefined
          ? 'This person may not post to any Page.'
          : 'This person may no longer post to that Page.',
        { retryable: false, trouble: 'permission' },
      )
    const allowed = granted.data
      .filter(({ permission, status }) => status === 'granted' && scopes.includes(permission))
      .map(({ permission }) => permission)
    return {
      profile: { id: page.id, name: page.name },
      tokens: {
        accessToken: page.access_token,
        expiresAt: null,
        refreshToken: null,
        refreshExpiresAt: null,
        scopes: allowed,
        person,
      },
    }
  }

  const seen = (post: { id: string; permalink_url?: string }): PublishedPost => ({
    id: post.id,
    url: post.permalink_url ?? `https://www.facebook.com/${post.id}`,
  })

  const figuresOf = async ({ access }: SocialSession, post: string): Promise<SocialMetrics> => {
    const { data } = await call({
      path: `/${post}`,
      query: {
        fields: 'id,shares,comments.summary(true).limit(0),reactions.summary(true).limit(0)',
      },
      headers: as(access),
      answer: countsResponse,
    })
    const counted = {
      ...emptySocialMetrics,
      likes: data.reactions?.summary.total_count ?? null,
      comments: data.comments?.summary.total_count ?? null,
      shares: data.shares?.count ?? null,
    }
    // Metrics are renamed about once a year; those above do not depend on them. Impressions are gone: this is how many saw it.
    const insights = await call({
      path: `/${post}/insights`,
      query: { metric: 'post_total_media_view_unique,post_clicks' },
      headers: as(access),
      answer: insightsResponse,
    }).catch(() => null)
    const value = (name: string): number | null => {
      const found = insights?.data.data.find((one) => one.name === name)?.values[0]?.value
      return typeof found === 'number' ? found : null
    }
    return {
      ...counted,
      impressions: value('post_total_media_view_unique'),
      clicks: value('post_clicks'),
    }
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
      const short = await call({
        method: 'POST',
        path: '/oauth/access_token',
        form: { client_id: id, client_secret: secret, redirect_uri: redirectUri, code },
        answer: tokenResponse,
      })
      const long = await call({
        method: 'POST',
        path: '/oauth/access_token',
        form: {
          grant_type: 'fb_exchange_token',
          client_id: id,
          client_secret: secret,
          fb_exchange_token: short.data.access_token,
        },
        answer: tokenResponse,
      })
      return (await tokensOf(long.data.access_token)).tokens
    },
    choices: async ({ person }) =>
      person
        ? (await unlessEnded(pagesOf(person))).map((page) => ({ id: page.id, name: page.name }))
        : [],
    choose: ({ person }, wanted) => unlessEnded(tokensOf(person ?? '', wanted)),
    marginMs: 0,
    refresh: async (tokens) => tokens,
    whoAmI: async ({ accessToken }) =>
      (
        await call({
          path: '/me',
          query: { fields: 'id,name' },
          headers: as(accessToken),
          answer: pageResponse,
        })
      ).data,

    prepare: async ({ accountId, access }, { pictures }, kept, keep) => {
      const media = [...(kept.media ?? [])]
      for (const { url, alt } of pictures.slice(media.length)) {
        const { data } = await call({
          method: 'POST',
          path: `/${accountId}/photos`,
          form: { url, published: 'false', ...(alt ? { alt_text_custom: alt } : {}) },
          headers: as(access),
          answer: photoResponse,
          repeatable: true,
          timeoutMs: 60_000,
        })
        media.push(data.id)
        await keep({ media })
      }
      return { media }
    },
    publish: async ({ accountId, access }, { text, card }, { media = [] }) => {
      const { data } = await call({
        method: 'POST',
        path: `/${accountId}/feed`,
        query: { fields: 'id,permalink_url' },
        headers: as(access),
        answer: postResponse,
        form: {
          message: text,
          ...(card ? { link: card.url } : {}),
          ...(media.length > 0
            ? { attached_media: JSON.stringify(media.map((one) => ({ media_fbid: one }))) }
            : {}),
        },
      })
      return seen(data)
    },
    find: async ({ accountId, access }, { text }, _steps, since) => {
      const { data } = await call({
        path: `/${accountId}/feed`,
        query: { fields: 'id,message,created_time,permalink_url', limit: 25 },
        headers: as(access),
        answer: feedResponse,
      })
      const found = data.data.find(
        (one) => (one.message ?? '').trim() === text.trim() && new Date(one.created_time) >= since,
      )
      return found ? seen(found) : 'not-there'
    },
    figures: async (session, ids) => {
      const all = new Map<string, SocialMetrics>()
      for (const post of ids) all.set(post, await figuresOf(session, post))
      return all
    },
  }
}
