import { type Context, Hono } from 'hono'

import type { Clock } from '../core/clock'
import type { Pictures } from '../core/fixture-pictures'
import { bearerOf } from '../core/oauth'
import type { SandboxEnv } from '../core/provider'
import { createLimiter } from '../core/rate-limiter'
import { invalid, ok, TikTokError } from './errors'
import type { OAuthSettings } from './oauth'
import {
  type Grant,
  OPEN_ID,
  type TikTokState,
  UNION_ID,
  USERNAME,
  type VideoRecord,
} from './state'

export interface Settings extends OAuthSettings {
  /** How long a link to a cover is valid. */
  coverLifeMs: number
  callsPerMinute: number
}
export const DEFAULT_SETTINGS: Settings = {
  accessSeconds: 7_200,
  errorsAs200: false,
  coverLifeMs: 6 * 3_600_000,
  callsPerMinute: 600,
}

export interface ProviderContext {
  state: TikTokState
  clock: Clock
  pictures: Pictures
  settings: Settings
  save: () => void
}

const MOST = 20
const USER_FIELDS: Record<string, string> = {
  open_id: 'user.info.basic',
  union_id: 'user.info.basic',
  avatar_url: 'user.info.basic',
  avatar_url_100: 'user.info.basic',
  avatar_large_url: 'user.info.basic',
  display_name: 'user.info.basic',
  username: 'user.info.profile',
  bio_description: 'user.info.profile',
  profile_deep_link: 'user.info.profile',
  is_verified: 'user.info.profile',
  follower_count: 'user.info.stats',
  following_count: 'user.info.stats',
  likes_count: 'user.info.stats',
  video_count: 'user.info.stats',
}

/** User info, the list of videos and single ones (TikTok reference, sections 4 and 5). */
export function displayRoutes(context: ProviderContext) {
  const app = new Hono<SandboxEnv>({ strict: false })
  const { state, clock, pictures, settings } = context
  let limiter = createLimiter(clock, { calls: settings.callsPerMinute, windowMs: 60_000 })
  const reset = () => {
    limiter = createLimiter(clock, { calls: settings.callsPerMinute, windowMs: 60_000 })
  }

  const granted = (c: Context, scope: string): Grant => {
    const grant = state.access[bearerOf(c.req.header('authorization')) ?? '']
    if (!grant || grant.expiresAt <= clock.now())
      throw new TikTokError(
        401,
        'access_token_invalid',
        'The access token is invalid or not found in the request.',
      )
    if (!limiter.take(new URL(c.req.url).pathname).allowed)
      throw new TikTokError(
        429,
        'rate_limit_exceeded',
        'The API rate limit was exceeded. Please try again later.',
      )
    if (!grant.scopes.includes(scope))
      throw new TikTokError(
        401,
        'scope_not_authorized',
        'The user did not authorize the scope required for completing this request.',
      )
    return grant
  }
  /** `fields` is required, and each must exist. */
  const fieldsOf = (c: Context, isKnown: (field: string) => boolean) => {
    const fields = (c.req.query('fields') ?? '').split(',').filter(Boolean)
    if (fields.length === 0) throw invalid('fields is required in the query')
    const wrong = fields.find((field) => !isKnown(field))
    if (wrong) throw invalid(`Invalid field: ${wrong}`)
    return fields
  }
  const cover = ({ cover: file }: VideoRecord) =>
    file === null
      ? ''
      : /^(elsewhere|endless|gone)\.jpg$/.test(file)
        ? pictures.url(file)
        : pictures.signedUrl(file, settings.coverLifeMs)
  const videoView = (video: VideoRecord): Record<string, unknown> => ({
    id: video.id,
    title: video.title.slice(0, 150),
    video_description: video.description.slice(0, 150),
    create_time: Math.floor(video.at / 1_000),
    cover_image_url: cover(video),
    share_url: `https://www.tiktok.com/@${USERNAME}/video/${video.id}?utm_campaign=tt4d_open_api&utm_source=sandbox`,
    embed_link: `https://www.tiktok.com/player/v1/${video.id}?utm_campaign=tt4d_open_api&utm_source=sandbox`,
    embed_html: `<blockquote class="tiktok-embed" cite="https://www.tiktok.com/@${USERNAME}/video/${video.id}" data-video-id="${video.id}"><section></section></blockquote> <script async src="https://www.tiktok.com/embed.js"></script>`,
    duration: video.duration,
    height: video.height,
    width: video.width,
    like_count: video.likes,
    comment_count: video.comments,
    share_count: video.shares,
    view_count: video.views,
    is_aigc: video.isAi,
  })
  const shape = videoView({
    id: '',
    title: '',
    description: '',
    at: 0,
    duration: 0,
    cover: null,
    width: 0,
    height: 0,
    likes: 0,
    comments: 0,
    shares: 0,
    views: 0,
    isAi: false,
  })
  const isVideoField = (field: string) => Object.hasOwn(shape, field)
  const pick = (view: Record<string, unknown>, fields: string[]) =>
    Object.fromEntries(fields.map((field) => [field, view[field]]))
  const json = async (c: Context): Promise<Record<string, unknown>> => {
    if (!c.req.header('content-type')?.includes('application/json'))
      throw invalid('Content-Type must be application/json')
    return (await c.req.json().catch(() => {
      throw invalid('The body is not valid JSON')
    })) as Record<string, unknown>
  }

  app.get('/v2/user/info', (c) => {
    const { scopes } = granted(c, 'user.info.basic')
    const fields = fieldsOf(c, (field) => Object.hasOwn(USER_FIELDS, field))
    // A field without its scope fails the whole call.
    if (fields.some((field) => !scopes.includes(USER_FIELDS[field] ?? '')))
      throw new TikTokError(
        401,
        'scope_permission_missed',
        'The access token does not have the scope for one of the fields.',
      )
    const avatar = pictures.signedUrl('tiktok-avatar.jpg', settings.coverLifeMs)
    const user: Record<string, unknown> = {
      open_id: OPEN_ID,
      union_id: UNION_ID,
      avatar_url: avatar,
      avatar_url_100: avatar,
      avatar_large_url: avatar,
      display_name: 'Dayfern',
      username: USERNAME,
      bio_description: 'Quiet clothes for people in recovery 🌿',
      profile_deep_link: `https://vm.tiktok.com/${USERNAME}`,
      is_verified: false,
      follower_count: 12_480,
      following_count: 96,
      likes_count: 250_114,
      video_count: state.videos.length,
    }
    return c.json(ok({ user: pick(user, fields) }))
  })

  /** Fields in the query, paging in the body; the cursor is the time of the oldest shown, in milliseconds. */
  app.post('/v2/video/list', async (c) => {
    granted(c, 'video.list')
    const fields = fieldsOf(c, isVideoField)
    const { max_count = 10, cursor } = await json(c)
    if (!Number.isInteger(max_count) || Number(max_count) < 1 || Number(max_count) > MOST)
      throw invalid(`max_count must be between 1 and ${MOST}`)
    if (cursor !== undefined && !Number.isInteger(cursor))
      throw invalid('cursor must be a UTC timestamp in milliseconds')
    const rest = state.videos.filter(
      ({ at }) => cursor === undefined || cursor === 0 || at < Number(cursor),
    )
    const rows = rest.slice(0, Number(max_count))
    return c.json(
      ok({
        videos: rows.map((video) => pick(videoView(video), fields)),
        cursor: rows.at(-1)?.at ?? Number(cursor ?? clock.now()),
        has_more: rest.length > rows.length,
      }),
    )
  })

  app.post('/v2/video/query', async (c) => {
    granted(c, 'video.list')
    const fields = fieldsOf(c, isVideoField)
    const { filters } = await json(c)
    const ids = (filters as { video_ids?: unknown } | undefined)?.video_ids
    if (!Array.isArray(ids) || ids.length === 0 || ids.length > MOST)
      throw invalid(`filters.video_ids must be 1 to ${MOST} ids`)
    return c.json(
      ok({
        videos: state.videos
          .filter(({ id }) => ids.includes(id))
          .map((video) => pick(videoView(video), fields)),
      }),
    )
  })

  return { app, reset }
}
