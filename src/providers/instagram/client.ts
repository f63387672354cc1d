import { createHttpClient, type HttpClient } from '@/platform/http/client'
import { ProviderError } from '@/platform/http/provider-error'
import { createSafeFetch } from '@/platform/http/safe-fetch'
import type { PostSource, SourcePost } from '@/providers/interfaces'

import { mapInstagramError, usageCooldownMs } from './errors'
import { type InstagramMedia, mediaPageResponse, mediaResponse, profileResponse } from './schema'

const graphVersion = 'v26.0'
const pageSize = 25
const childFields = 'id,media_type,media_url,thumbnail_url'
const mediaFields = `id,caption,media_type,media_product_type,media_url,permalink,thumbnail_url,timestamp,alt_text,children{${childFields}}`

type InstagramProfile = {
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

/** Parses '2026-10-01T09:30:00+0000', whose offset lacks the colon of ISO 8601. */
const toIso = (stamp: string): string => {
  const at = Date.parse(stamp.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  return new Date(Number.isFinite(at) ? at : Date.now()).toISOString()
}

const toPictureUrl = ({
  media_type: kind,
  media_url: url,
  thumbnail_url: still,
}: {
  media_type?: string | null
  media_url?: string | null
  thumbnail_url?: string | null
}): string | null => (kind === 'VIDEO' ? still : url) ?? null

/** Returns the images of an album; otherwise the image itself or the cover of a video. */
const toPictures = (media: InstagramMedia): SourcePost['pictures'] => {
  const alt = media.alt_text?.trim() || null
  const children = media.children?.data ?? []
  if (children.length > 0)
    return children.map((child, index) => ({
      id: child.id,
      url: toPictureUrl(child),
      alt: index === 0 ? alt : null,
    }))
  return [{ id: media.id, url: toPictureUrl(media), alt }]
}

const toPost = (media: InstagramMedia): SourcePost => ({
  id: media.id,
  text: media.caption ?? '',
  url: media.permalink ?? null,
  postedAt: toIso(media.timestamp),
  pictures: toPictures(media),
  isVideo: media.media_type === 'VIDEO',
  unfit:
    media.media_product_type === 'AD'
      ? 'This is an ad, not a post.'
      : media.media_product_type === 'STORY'
        ? 'This is a story, which disappears after 24 hours.'
        : null,
})

async function readProfile(call: HttpClient, token: string): Promise<InstagramProfile> {
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
    throw new ProviderError('Instagram', 'didn’t say whose account this is', {
      retryable: false,
      kind: 'unexpected',
    })
  return {
    id: account,
    username: data.username,
    accountType: data.account_type ?? null,
    posts: data.media_count ?? null,
    followers: data.followers_count ?? null,
  }
}

/** Returns null for a post that is gone. */
async function readPost(call: HttpClient, token: string, id: string): Promise<SourcePost | null> {
  try {
    const { data } = await call({
      path: `/${encodeURIComponent(id)}`,
      query: { fields: mediaFields, access_token: token },
      schema: mediaResponse,
    })
    return toPost(data)
  } catch (error) {
    if (error instanceof ProviderError && error.details.issue?.startsWith('100')) return null
    throw error
  }
}

/**
 * The pause that the last response asked for, in milliseconds. The next page is refused once, with that time to wait.
 */
type Cooldown = { ms: number | null }

const createPosts = (
  call: HttpClient,
  cooldown: Cooldown,
  token: () => Promise<string>,
): PostSource => ({
  page: async (cursor) => {
    if (cooldown.ms !== null) {
      const retryAfterMs = cooldown.ms
      cooldown.ms = null
      throw new ProviderError('Instagram', 'is close to its rate limit', {
        retryable: true,
        kind: 'limit',
        retryAfterMs,
      })
    }
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
    cooldown.ms = usageCooldownMs(headers)
    // `next` only means that there is more. Following its URL would send the token to whatever host it names.
    const after = data.paging?.next ? data.paging.cursors?.after : null
    return { posts: data.data.map(toPost), next: after ?? null }
  },
  read: async (id) => readPost(call, await token(), id),
  count: async () => (await readProfile(call, await token())).posts ?? undefined,
})

/** A client of the Instagram API with Instagram Login, for professional accounts only. */
export function createInstagram({
  baseUrl = 'https://graph.instagram.com',
}: { /** Of the sandbox. */ baseUrl?: string } = {}): InstagramGateway {
  const call = createHttpClient({
    provider: 'Instagram',
    baseUrl: `${baseUrl}/${graphVersion}`,
    mapError: mapInstagramError,
  })
  const cooldown: Cooldown = { ms: null }
  return {
    profile: (token) => readProfile(call, token),
    posts: (token) => createPosts(call, cooldown, token),
    fetchPicture: createSafeFetch({
      provider: 'Instagram',
      hosts: ['cdninstagram.com', 'fbcdn.net'],
      origins: [new URL(baseUrl).origin],
    }),
  }
}
