import { createHttpClient } from '@/platform/http/client'
import { ProviderError } from '@/platform/http/provider-error'
import { createSafeFetch } from '@/platform/http/safe-fetch'
import type { PostSource, SourcePost } from '@/providers/interfaces'

import { mapInstagramError, usageCooldownMs } from './errors'
import { type InstagramMedia, mediaPageResponse, mediaResponse, profileResponse } from './schema'

export const graphVersion = 'v26.0'
const pageSize = 25
const childFields = 'id,media_type,media_url,thumbnail_url'
const mediaFields = `id,caption,media_type,media_product_type,media_url,permalink,thumbnail_url,timestamp,alt_text,children{${childFields}}`

export type InstagramProfile = {
  id: string
  username: string
  accountType: string | null
  posts: number | null
  followers: number | null
}
export type InstagramGateway = {
  profile: (token: string) => Promise<InstagramProfile>
  posts: (token: () => Promise<string>) => PostSource
  fetchPicture: (url: string) => Promise<Buffer>
}

/** '2026-10-01T09:30:00+0000', without the colon that ISO 8601 asks for in such a form. */
const toIso = (stamp: string): string => {
  const at = Date.parse(stamp.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  return new Date(Number.isFinite(at) ? at : Date.now()).toISOString()
}

const stillOf = ({
  media_type: kind,
  media_url: file,
  thumbnail_url: still,
}: {
  media_type?: string | null
  media_url?: string | null
  thumbnail_url?: string | null
}): string | null => (kind === 'VIDEO' ? still : file) ?? null

/** An album shows its children; anything else itself, a film by its still. */
const picturesOf = (media: InstagramMedia): SourcePost['pictures'] => {
  const alt = media.alt_text?.trim() || null
  const children = media.children?.data ?? []
  if (children.length > 0)
    return children.map((child, index) => ({
      id: child.id,
      url: stillOf(child),
      alt: index === 0 ? alt : null,
    }))
  return [{ id: media.id, url: stillOf(media), alt }]
}

const toPost = (media: InstagramMedia): SourcePost => ({
  id: media.id,
  text: media.caption ?? '',
  url: media.permalink ?? null,
  postedAt: toIso(media.timestamp),
  pictures: picturesOf(media),
  isVideo: media.media_type === 'VIDEO',
  unfit:
    media.media_product_type === 'AD'
      ? 'An advertisement, not a post.'
      : media.media_product_type === 'STORY'
        ? 'A story, which is gone after a day.'
        : null,
})

/** The Instagram API with Instagram Login: only professional accounts have one (providers/instagram.md). */
export function createInstagram({
  baseUrl = 'https://graph.instagram.com',
}: { /** Only for a double. */ baseUrl?: string } = {}): InstagramGateway {
  const call = createHttpClient({
    provider: 'Instagram',
    baseUrl: `${baseUrl}/${graphVersion}`,
    mapError: mapInstagramError,
  })

  const profile = async (token: string): Promise<InstagramProfile> => {
    const { data } = await call({
      path: '/me',
      query: {
        fields: 'id,user_id,username,name,account_type,followers_count,media_count',
        access_token: token,
      },
      schema: profileResponse,
    })
    const account = data.user_id ?? data.id
    if (!account)
      throw new ProviderError('Instagram', 'did not say whose account it is', {
        retryable: false,
        kind: 'odd',
      })
    return {
      id: account,
      username: data.username,
      accountType: data.account_type ?? null,
      posts: data.media_count ?? null,
      followers: data.followers_count ?? null,
    }
  }

  /** Asked for by the last answer; the next page is not fetched before whoever wants it was told, once. */
  let breakMs: number | null = null
  const takeBreak = (): void => {
    if (breakMs === null) return
    const retryAfterMs = breakMs
    breakMs = null
    throw new ProviderError('Instagram', 'has nearly reached what it allows us', {
      retryable: true,
      kind: 'limit',
      retryAfterMs,
    })
  }

  return {
    profile,
    posts: (token) => ({
      page: async (cursor) => {
        takeBreak()
        const { data, headers } = await call({
          path: '/me/media',
          query: {
            fields: mediaFields,
            limit: pageSize,
            after: typeof cursor === 'string' ? cursor : undefined,
            access_token: await token(),
          },
          schema: mediaPageResponse,
        })
        breakMs = usageCooldownMs(headers)
        // `next` only says that there is more: its address is not followed, because our token would go wherever it leads.
        const after = data.paging?.next ? data.paging.cursors?.after : null
        return { posts: data.data.map(toPost), next: after ?? null }
      },
      read: async (id) => {
        try {
          return toPost(
            (
              await call({
                path: `/${encodeURIComponent(id)}`,
                query: { fields: mediaFields, access_token: await token() },
                schema: mediaResponse,
              })
            ).data,
          )
        } catch (error) {
          if (error instanceof ProviderError && error.details.issue?.startsWith('100')) return null
          throw error
        }
      },
      count: async () => (await profile(await token())).posts ?? undefined,
    }),
    fetchPicture: createSafeFetch({
      provider: 'Instagram',
      hosts: ['cdninstagram.com', 'fbcdn.net'],
      origins: [new URL(baseUrl).origin],
    }),
  }
}
