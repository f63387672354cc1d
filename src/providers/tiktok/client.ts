import {
  createHttpClient,
  errorKindFromStatus,
  type ErrorMapping,
  type HttpClient,
  parseRetryAfter,
  type ProviderResponse,
} from '@/platform/http/client'
import {
  expiredAccessTokenIssue,
  type ProviderErrorKind,
  statusMessage,
} from '@/platform/http/provider-error'
import { createSafeFetch } from '@/platform/http/safe-fetch'
import type { PostSource, SourcePost } from '@/providers/interfaces'

import { type TikTokVideo, userResponse, videoPageResponse, videosResponse } from './schema'

const pageSize = 20
const videoFields = 'id,title,video_description,create_time,cover_image_url,share_url'
/** A field whose scope was not granted fails the whole call. */
const userFields: [scope: string, fields: string][] = [
  ['user.info.basic', 'open_id,display_name'],
  ['user.info.profile', 'username,bio_description'],
  ['user.info.stats', 'follower_count,likes_count,video_count'],
]

type TikTokAccount = { accessToken: string; scopes: readonly string[] }
/** Fields are null if their scope was not granted. */
type TikTokProfile = {
  id: string
  displayName: string
  username: string | null
  bio: string | null
  followers: number | null
  likes: number | null
  videos: number | null
}
export type TikTokGateway = {
  profile: (account: TikTokAccount) => Promise<TikTokProfile>
  posts: (account: () => Promise<TikTokAccount>) => PostSource
  fetchPicture: (url: string) => Promise<Buffer>
}

const errorKinds: Record<string, ProviderErrorKind> = {
  access_token_invalid: 'sign-in',
  scope_not_authorized: 'permission',
  scope_permission_missed: 'permission',
  rate_limit_exceeded: 'limit',
  invalid_grant: 'sign-in',
  invalid_client: 'sign-in',
  unauthorized_client: 'sign-in',
  access_denied: 'sign-in',
}

/** A success has an `error` with the code 'ok'; OAuth's errors are flat and may have status 200 (reference, sections 3 and 6). */
export function mapTikTokError({ status, headers, body }: ProviderResponse): ErrorMapping {
  const {
    error,
    error_description: flat,
    log_id: flatLog,
  } = (typeof body === 'object' && body !== null ? body : {}) as {
    error?: unknown
    error_description?: unknown
    log_id?: unknown
  }
  const nested =
    typeof error === 'object' && error !== null
      ? (error as { code?: unknown; message?: unknown; log_id?: unknown })
      : null
  const code = nested ? nested.code : error
  const isOk = code === undefined || code === null || code === 'ok' || code === 0 || code === ''
  const byStatus = errorKindFromStatus(status)
  if (isOk && !byStatus) return null
  const word = typeof code === 'string' && !isOk ? code : ''
  const kind = errorKinds[word] ?? byStatus ?? (word === 'internal_error' ? 'down' : 'refused')
  const description = nested ? nested.message : flat
  const log = nested?.log_id ?? flatLog
  return {
    message:
      [word, typeof description === 'string' ? description : '']
        .filter(Boolean)
        .join(': ')
        .slice(0, 200) || statusMessage(status),
    kind,
    issue: word === 'access_token_invalid' ? expiredAccessTokenIssue : word || undefined,
    debugId: typeof log === 'string' ? log : undefined,
    retryAfterMs: parseRetryAfter(headers) ?? (kind === 'limit' ? 60_000 : undefined),
  }
}

/** Removes tracking parameters. */
const toPlainUrl = (address: string | null | undefined): string | null => {
  if (!address || !URL.canParse(address)) return null
  const url = new URL(address)
  return url.protocol === 'https:' ? `${url.origin}${url.pathname}` : null
}

/** Joins title and description, unless the title only repeats or shortens the description. */
const toText = ({ title, video_description: description }: TikTokVideo): string => {
  const [head, text] = [title?.trim() ?? '', description?.trim() ?? '']
  const isSame = text.split('\n', 1)[0] === head || (head.length > 60 && text.startsWith(head))
  return isSame ? text : [head, text].filter(Boolean).join('\n\n')
}

const toPost = (video: TikTokVideo): SourcePost => ({
  id: video.id,
  text: toText(video),
  url: toPlainUrl(video.share_url),
  // Seconds, though the cursor is milliseconds.
  postedAt: new Date(video.create_time * 1000).toISOString(),
  pictures: [{ id: video.id, url: video.cover_image_url || null, alt: null }],
  isVideo: true,
  unfit: null,
})

const authorize = ({ accessToken }: TikTokAccount) => ({ Authorization: `Bearer ${accessToken}` })

async function readProfile(call: HttpClient, account: TikTokAccount): Promise<TikTokProfile> {
  const fields = userFields
    .filter(([scope]) => scope === 'user.info.basic' || account.scopes.includes(scope))
    .map(([, names]) => names)
    .join(',')
  const { data } = await call({
    path: '/v2/user/info/',
    query: { fields },
    headers: authorize(account),
    schema: userResponse,
  })
  const { user } = data.data
  return {
    id: user.open_id,
    displayName: user.display_name ?? '',
    username: user.username ?? null,
    bio: user.bio_description ?? null,
    followers: user.follower_count ?? null,
    likes: user.likes_count ?? null,
    videos: user.video_count ?? null,
  }
}

const createPosts = (call: HttpClient, account: () => Promise<TikTokAccount>): PostSource => ({
  page: async (cursor) => {
    const {
      data: { data },
    } = await call({
      method: 'POST',
      path: '/v2/video/list/',
      query: { fields: videoFields },
      json: { max_count: pageSize, ...(typeof cursor === 'number' ? { cursor } : {}) },
      headers: authorize(await account()),
      schema: videoPageResponse,
      repeatable: true,
    })
    return {
      posts: data.videos.map(toPost),
      next: data.has_more && data.cursor ? data.cursor : null,
    }
  },
  read: async (id) => {
    const { data } = await call({
      method: 'POST',
      path: '/v2/video/query/',
      query: { fields: videoFields },
      json: { filters: { video_ids: [id] } },
      headers: authorize(await account()),
      schema: videosResponse,
      repeatable: true,
    })
    const video = data.data.videos.find((candidate) => candidate.id === id)
    return video ? toPost(video) : null
  },
  count: async () => (await readProfile(call, await account())).videos ?? undefined,
})

/** A client of TikTok's Display API for the shop's own account. */
export function createTikTok({
  baseUrl = 'https://open.tiktokapis.com',
}: { /** Of the sandbox. */ baseUrl?: string } = {}): TikTokGateway {
  const call = createHttpClient({ provider: 'TikTok', baseUrl, mapError: mapTikTokError })
  return {
    profile: (account) => readProfile(call, account),
    posts: (account) => createPosts(call, account),
    fetchPicture: createSafeFetch({
      provider: 'TikTok',
      hosts: [
        'tiktokcdn.com',
        'tiktokcdn-us.com',
        'tiktokcdn-eu.com',
        'ibyteimg.com',
        'byteimg.com',
      ],
      origins: [new URL(baseUrl).origin],
    }),
  }
}
