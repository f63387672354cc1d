import { z } from 'zod'

import { escapeLinkedInText } from '@/modules/social/rules/compose-post'
import { authorizationUrl } from '@/platform/http/authorization-url'
import {
  createHttpClient,
  errorKindFromStatus,
  type ErrorMapping,
  parseRetryAfter,
  type ProviderResponse,
} from '@/platform/http/client'
import { ProviderError } from '@/platform/http/provider-error'
import type { AccountProfile } from '@/providers/interfaces'
import {
  type AppKeys,
  emptySocialMetrics,
  type PostPicture,
  type PublishedPost,
  type SocialMetrics,
  type SocialNetwork,
  type SocialSession,
  type SocialTokens,
} from '@/providers/social-network'

import {
  actionsResponse,
  errorResponse,
  imageResponse,
  organizationResponse,
  personResponse,
  postsResponse,
  rolesResponse,
  statisticsResponse,
  tokenResponse,
  uploadResponse,
} from './schema'

const memberScopes = ['openid', 'profile', 'w_member_social']
const pageScopes = ['w_organization_social', 'r_organization_social', 'rw_organization_admin']
/** The roles of a company page that may post as it. */
const mayPost = new Set(['ADMINISTRATOR', 'CONTENT_ADMIN', 'CONTENT_ADMINISTRATOR'])
const day = 24 * 3_600_000
const pollMs = 1000
const looks = 5
const wait = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })

const stillWorking = 'LinkedIn is still working on the picture.'

const verdict = ({ status, headers, body }: ProviderResponse): ErrorMapping => {
  const trouble = status === 426 ? 'refused' : errorKindFromStatus(status)
  if (!trouble) return null
  const told = errorResponse.safeParse(body).data
  if (status === 426)
    return {
      message:
        'LinkedIn no longer answers this version of its API. The shop’s software needs an update.',
      trouble,
      issue: 'version',
    }
  if (status === 422 && /duplicate/i.test(`${told?.code} ${told?.message}`))
    return {
      message: 'The same words were posted on LinkedIn a little while ago.',
      trouble,
      issue: 'duplicate',
    }
  // A picture that was uploaded and that a member's token may not look at.
  if (
    status === 422 &&
    /urn:li:(image|video)\S* is not available|still processing/i.test(told?.message ?? '')
  )
    return { message: stillWorking, trouble: 'limit', issue: 'in-progress', retryAfterMs: 20_000 }
  // Codes and refresh tokens that are no longer good answer 400.
  if (told?.error)
    return {
      message: 'LinkedIn no longer knows this sign-in.',
      trouble: status < 500 ? 'sign-in' : 'down',
      issue: told.error,
    }
  // Its limits are those of a day; without a word from it an hour is a good time to ask again.
  return {
    message: told?.message || `LinkedIn answered ${status}.`,
    trouble,
    issue: told?.code,
    retryAfterMs: trouble === 'limit' ? (parseRetryAfter(headers) ?? 3_600_000) : undefined,
  }
}

/**
 * A member or a company page of LinkedIn. Access lives 60 days; only approved apps get a token to renew it with, the
 * others ask a person again.
 * Asking for company pages takes LinkedIn's approval of the app; `authorizeMemberUrl` asks for the member alone.
 * @param version of the API, as 202607. It lives about a year; then LinkedIn answers 426, and the sentence above says so.
 */
export function createLinkedIn(version: string) {
  return ({ id, secret, baseUrl }: AppKeys): SocialNetwork => {
    const web = baseUrl ?? 'https://www.linkedin.com'
    const oauth = createHttpClient({ provider: 'linkedin', baseUrl: web, verdict })
    const api = baseUrl ?? 'https://api.linkedin.com'
    const call = createHttpClient({
      provider: 'linkedin',
      baseUrl: api,
      verdict,
      headers: { 'LinkedIn-Version': version, 'X-Restli-Protocol-Version': '2.0.0' },
    })
    /** What is left of `/v2` knows no versions. */
    const callV2 = createHttpClient({ provider: 'linkedin', baseUrl: api, verdict })
    const as = (token: string) => ({ Authorization: `Bearer ${token}` })
    const seen = (urn: string): PublishedPost => ({
      id: urn,
      url: `https://www.linkedin.com/feed/update/${urn}`,
    })

    const authorize =
      (scopes: readonly string[]): SocialNetwork['authorizeUrl'] =>
      ({ state, redirectUri }) =>
        authorizationUrl({
          site: web,
          path: '/oauth/v2/authorization',
          baseUrl,
          parameters: { client_id: id, redirect_uri: redirectUri, state, scope: scopes.join(' ') },
        })

    const signIn = async (
      form: Record<string, string>,
      before?: SocialTokens,
    ): Promise<SocialTokens> => {
      const { data } = await oauth({
        method: 'POST',
        path: '/oauth/v2/accessToken',
        form: { ...form, client_id: id, client_secret: secret },
        answer: tokenResponse,
      })
      const until = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
      return {
        accessToken: data.access_token,
        expiresAt: until(data.expires_in),
        refreshToken: data.refresh_token ?? before?.refreshToken ?? null,
        refreshExpiresAt: data.refresh_token_expires_in
          ? until(data.refresh_token_expires_in)
          : (before?.refreshExpiresAt ?? null),
        scopes: data.scope?.split(/[ ,]+/).filter(Boolean) ?? before?.scopes ?? [],
      }
    }

    const authors = async (access: string): Promise<AccountProfile[]> => {
      const { data: person } = await callV2({
        path: '/v2/userinfo',
        headers: as(access),
        answer: personResponse,
      })
      // A sign-in without company pages is refused here, and has none.
      const roles = await call({
        path: '/rest/organizationAcls',
        query: { q: 'roleAssignee', state: 'APPROVED' },
        headers: as(access),
        answer: rolesResponse,
      }).catch((error: unknown) => {
        if (error instanceof ProviderError && error.details.trouble === 'permission') return null
        throw error
      })
      const urns = new Set(
        (roles?.data.elements ?? [])
          .filter(({ role }) => mayPost.has(role))
          .flatMap(
            ({ organization, organizationTarget }) => organization ?? organizationTarget ?? [],
          ),
      )
      const organizations = await Promise.all(
        [...urns].map(async (urn) => {
          const named = await call({
            path: `/rest/organizations/${urn.split(':').at(-1)}`,
            headers: as(access),
            answer: organizationResponse,
          }).catch(() => null)
          return {
            id: urn,
            name: named?.data.localizedName ?? `Company page ${urn.split(':').at(-1)}`,
          }
        }),
      )
      return [...organizations, { id: `urn:li:person:${person.sub}`, name: person.name }]
    }

    const upload = async (
      { accountId, access }: SocialSession,
      picture: PostPicture,
    ): Promise<string> => {
      const { data } = await call({
        method: 'POST',
        path: '/rest/images?action=initializeUpload',
        json: { initializeUploadRequest: { owner: accountId } },
        headers: as(access),
        answer: uploadResponse,
        repeatable: true,
      })
      const target = new URL(data.value.uploadUrl)
      const isTheirs = baseUrl
        ? target.origin === new URL(baseUrl).origin
        : target.protocol === 'https:' && /(^|\.)linkedin\.com$/.test(target.hostname)
      if (!isTheirs)
        throw new ProviderError(
          'linkedin',
          'LinkedIn named a place for the picture that is not its own.',
          { retryable: false, trouble: 'odd' },
        )
      const put = createHttpClient({ provider: 'linkedin', baseUrl: target.origin, verdict })
      await put({
        method: 'PUT',
        path: target.pathname + target.search,
        body: new Uint8Array(await picture.read()),
        headers: { ...as(access), 'Content-Type': 'image/jpeg' },
        answer: z.unknown(),
        timeoutMs: 60_000,
      })
      return data.value.image
    }
    /** A member's token may not look; then a few seconds have to do. */
    const untilAvailable = async ({ access }: SocialSession, image: string): Promise<void> => {
      for (let look = 0; look < looks; look += 1) {
        const answer = await call({
          path: `/rest/images/${encodeURIComponent(image)}`,
          headers: as(access),
          answer: imageResponse,
        }).catch((error: unknown) => {
          if (error instanceof ProviderError && error.details.trouble === 'permission') return null
          throw error
        })
        if (!answer) return wait(2 * pollMs)
        if (answer.data.status === 'AVAILABLE') return
        if (answer.data.status === 'PROCESSING_FAILED')
          throw new ProviderError('linkedin', 'LinkedIn could not use the picture.', {
            retryable: false,
            trouble: 'refused',
          })
        await wait(pollMs)
      }
      throw new ProviderError('linkedin', stillWorking, {
        retryable: true,
        trouble: 'limit',
        retryAfterMs: 20_000,
        issue: 'in-progress',
      })
    }

    const contentOf = (
      {
        pictures,
        card,
      }: {
        pictures: readonly PostPicture[]
        card: { url: string; title: string; description: string } | null
      },
      media: readonly string[],
      thumbnail: string | undefined,
    ) => {
      const images = media.map((image, index) => ({
        id: image,
        ...(pictures[index]?.alt ? { altText: pictures[index].alt.slice(0, 4000) } : {}),
      }))
      if (images.length === 1) return { content: { media: images[0] } }
      if (images.length > 1) return { content: { multiImage: { images } } }
      return card
        ? {
            content: {
              article: {
                source: card.url,
                title: card.title.slice(0, 400),
                description: card.description.slice(0, 4000),
                ...(thumbnail ? { thumbnail } : {}),
              },
            },
          }
        : {}
    }

    const countsOf = async (
      { accountId, access }: SocialSession,
      urn: string,
    ): Promise<SocialMetrics> => {
      if (accountId.startsWith('urn:li:organization:')) {
        const list = urn.includes(':ugcPost:') ? 'ugcPosts' : 'shares'
        const { data } = await call({
          path: `/rest/organizationalEntityShareStatistics?q=organizationalEntity&organizationalEntity=${encodeURIComponent(accountId)}&${list}=List(${encodeURIComponent(urn)})`,
          headers: as(access),
          answer: statisticsResponse,
        })
        const counts = data.elements.find(
          ({ share, ugcPost }) => (share ?? ugcPost) === urn,
        )?.totalShareStatistics
        return {
          impressions: counts?.impressionCount ?? null,
          likes: counts?.likeCount ?? null,
          comments: counts?.commentCount ?? null,
          shares: counts?.shareCount ?? null,
          clicks: counts?.clickCount ?? null,
        }
      }
      const { data } = await callV2({
        path: `/v2/socialActions/${encodeURIComponent(urn)}`,
        headers: as(access),
        answer: actionsResponse,
      })
      return {
        ...emptySocialMetrics,
        likes: data.likesSummary?.totalLikes ?? null,
        comments: data.commentsSummary?.totalFirstLevelComments ?? null,
      }
    }

    return {
      authorizeUrl: authorize([...memberScopes, ...pageScopes]),
      authorizeMemberUrl: authorize(memberScopes),
      exchange: ({ code, redirectUri }) =>
        signIn({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
      marginMs: 5 * day,
      refresh: (tokens) =>
        signIn({ grant_type: 'refresh_token', refresh_token: tokens.refreshToken ?? '' }, tokens),
      // A company page before the person, where there is one.
      whoAmI: async ({ accessToken }) => (await authors(accessToken))[0] as AccountProfile,
      choices: ({ accessToken }) => authors(accessToken),
      choose: async (tokens, wanted) => {
        const profile = (await authors(tokens.accessToken)).find((one) => one.id === wanted)
        if (!profile)
          throw new ProviderError('linkedin', 'This sign-in may no longer post there.', {
            retryable: false,
            trouble: 'permission',
          })
        return { tokens, profile }
      },

      prepare: async (session, post, kept, keep) => {
        const steps = { ...kept, media: [...(kept.media ?? [])] }
        for (const picture of post.pictures.slice(steps.media.length)) {
          steps.media.push(await upload(session, picture))
          await keep(steps)
        }
        if (post.card?.picture && !steps.thumbnail) {
          steps.thumbnail = await upload(session, post.card.picture)
          await keep(steps)
        }
        for (const image of [...steps.media, ...(steps.thumbnail ? [steps.thumbnail] : [])])
          await untilAvailable(session, image)
        return steps
      },
      publish: async ({ accountId, access }, post, { media = [], thumbnail }) => {
        const { headers } = await call({
          method: 'POST',
          path: '/rest/posts',
          headers: as(access),
          answer: z.unknown(),
          json: {
            author: accountId,
            commentary: escapeLinkedInText(post.text),
            visibility: 'PUBLIC',
            lifecycleState: 'PUBLISHED',
            isReshareDisabledByAuthor: false,
            distribution: {
              feedDistribution: 'MAIN_FEED',
              targetEntities: [],
              thirdPartyDistributionChannels: [],
            },
            ...contentOf(post, media, thumbnail),
          },
        })
        // 201 with nothing in it: the id stands in a header.
        const urn = headers.get('x-restli-id')
        if (!urn)
          throw new ProviderError('linkedin', 'LinkedIn did not say which post it made.', {
            retryable: false,
            trouble: 'odd',
          })
        return seen(urn)
      },
      // What a member posted may not be read (r_member_social is restricted): a person looks then.
      find: async ({ accountId, access }, { text }, _steps, since) => {
        if (!accountId.startsWith('urn:li:organization:')) return 'cannot-look'
        const { data } = await call({
          path: '/rest/posts',
          query: { q: 'author', author: accountId, count: 10, sortBy: 'LAST_MODIFIED' },
          headers: { ...as(access), 'X-RestLi-Method': 'FINDER' },
          answer: postsResponse,
        })
        const comparable = (words: string) =>
          words
            .replace(/\{hashtag\|\\?#\|([^}]*)\}/g, '#$1')
            .replace(/\\(.)/g, '$1')
            .trim()
        const found = data.elements.find(
          (one) =>
            comparable(one.commentary) === comparable(escapeLinkedInText(text)) &&
            (one.createdAt === undefined || one.createdAt >= since.getTime()),
        )
        return found ? seen(found.id) : 'not-there'
      },
      figures: async (session, ids) => {
        const all = new Map<string, SocialMetrics>()
        for (const urn of ids) all.set(urn, await countsOf(session, urn))
        return all
      },
    }
  }
}
