import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'

import type { Clock } from '../core/clock'
import { bearerOf } from '../core/oauth'
import type { SandboxEnv } from '../core/provider'
import { createLimiter } from '../core/rate-limiter'
import { fail, invalid, XError } from './errors'
import { type MediaRecord, type TweetRecord, USER, type XState } from './state'
import { fits, linksIn, shortenLinks, weightOf } from './text-weight'

export interface Settings {
  /** Posts per quarter of an hour. */
  postsPer15Minutes: number
  /** How long a video is processed. */
  processingMs: number
}
export const DEFAULT_SETTINGS: Settings = { postsPer15Minutes: 100, processingMs: 300 }

export interface ProviderContext {
  state: XState
  clock: Clock
  settings: Settings
  save: () => void
}

const createSchema = z.strictObject({
  text: z.string().optional(),
  media: z
    .strictObject({
      media_ids: z
        .array(z.string().regex(/^\d{1,19}$/))
        .min(1)
        .max(4),
      tagged_user_ids: z.array(z.string()).optional(),
    })
    .optional(),
  reply: z
    .strictObject({
      in_reply_to_tweet_id: z.string(),
      exclude_reply_user_ids: z.array(z.string()).optional(),
      auto_populate_reply_metadata: z.boolean().optional(),
    })
    .optional(),
  quote_tweet_id: z.string().optional(),
  poll: z
    .strictObject({
      options: z.array(z.string().max(25)).min(2).max(4),
      duration_minutes: z.int().min(5).max(10_080),
    })
    .optional(),
  reply_settings: z.enum(['following', 'mentionedUsers', 'subscribers', 'verified']).optional(),
  made_with_ai: z.boolean().optional(),
  paid_partnership: z.boolean().optional(),
  for_super_followers_only: z.boolean().optional(),
  nullcast: z.boolean().optional(),
  card_uri: z.string().optional(),
  community_id: z.string().optional(),
  geo: z.looseObject({}).optional(),
  direct_message_deep_link: z.string().optional(),
  edit_options: z.looseObject({}).optional(),
  share_with_followers: z.boolean().optional(),
})

const QUARTER = 15 * 60_000
const MONTH = 30 * 86_400_000
/** In tenths of a cent: a post, a post with a link, a read, a read of one's own. */
const PRICE = { post: 15, postWithLink: 200, read: 5, ownRead: 1 }

/** Posts, media and public numbers (publishing reference, sections 3 and 5). */
export function postRoutes(context: ProviderContext) {
  const app = new Hono<SandboxEnv>().basePath('/2')
  const { state, clock, save } = context
  let limiter = createLimiter(clock, {
    calls: context.settings.postsPer15Minutes,
    windowMs: QUARTER,
  })
  const reset = () => {
    limiter = createLimiter(clock, { calls: context.settings.postsPer15Minutes, windowMs: QUARTER })
  }
  const scope =
    (...needed: string[]): MiddlewareHandler<SandboxEnv> =>
    async (c, next) => {
      const grant = state.access[bearerOf(c.req.header('authorization')) ?? '']
      if (!grant || grant.expiresAt <= clock.now()) throw fail(401)
      if (!needed.every((one) => grant.scopes.includes(one))) throw fail(403)
      await next()
    }
  const spend = (what: keyof typeof PRICE) => {
    if (state.credits < PRICE[what])
      throw new XError(
        403,
        'usage-capped',
        'Usage capped',
        'Your account has no credits left. Please top up to continue.',
      )
    state.credits -= PRICE[what]
    state.spent.push({ what, amount: PRICE[what], at: clock.now() })
    save()
  }
  const newId = () => String(1_990_000_000_000_000_000n + BigInt((state.lastId += 1)) * 4_194_304n)
  const fieldsOf = (c: Context): string[] =>
    (c.req.query('tweet.fields') ?? c.req.query('post.fields') ?? '').split(',').filter(Boolean)
  const missing = (id: string, parameter: string) => ({
    value: id,
    detail: `Could not find tweet with ${parameter}: [${id}].`,
    title: 'Not Found Error',
    resource_type: 'tweet',
    parameter,
    resource_id: id,
    type: 'https://api.x.com/2/problems/resource-not-found',
  })
  const live = (id: string) => state.tweets.find((one) => one.id === id && !one.deleted)

  app.get('/users/me', scope('tweet.read', 'users.read'), (c) => {
    spend('ownRead')
    return c.json({ data: USER })
  })

  app.post('/tweets', scope('tweet.read', 'tweet.write', 'users.read'), async (c) => {
    const request = await body(c)
    const { allowed, remaining, waitMs } = limiter.take('user')
    // With every response, including errors.
    c.header('x-rate-limit-limit', String(context.settings.postsPer15Minutes))
    c.header('x-rate-limit-remaining', String(remaining))
    c.header('x-rate-limit-reset', String(Math.ceil((clock.now() + waitMs) / 1_000)))
    if (!allowed)
      throw new XError(429, 'rate-limit-exceeded', 'Too Many Requests', 'Too Many Requests')
    const text = request.text ?? ''
    if (!text.trim() && !request.media) throw invalid('text or media is required', { text: [text] })
    if (!fits(text))
      throw invalid(`Your Tweet text is too long (${weightOf(text)} of 280).`, { text: [text] })
    if ((text.match(/(?<!\w)\$[A-Za-z]{1,6}\b/g)?.length ?? 0) > 1)
      throw fail(403, 'You are not permitted to use more than one cashtag in a post.')
    const media = (request.media?.media_ids ?? []).map((id) => {
      const upload = state.media[id]
      if (!upload || !upload.finalized || upload.expiresAt <= clock.now())
        throw invalid('Your media IDs are invalid.', { 'media.media_ids': [id] })
      if (upload.readyAt > clock.now())
        throw invalid('Your media is still being processed.', { 'media.media_ids': [id] })
      return upload
    })
    if (media.length > 1 && media.some(({ category }) => category !== 'tweet_image'))
      throw invalid('Up to 4 images, or 1 GIF, or 1 video.')
    if (request.reply && !live(request.reply.in_reply_to_tweet_id))
      throw fail(
        403,
        'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.',
      )
    if (
      state.tweets.some(
        (one) => !one.deleted && one.text === text && clock.now() - one.at < 86_400_000,
      )
    )
      throw fail(403, 'You are not allowed to create a Tweet with duplicate content.')
    spend(linksIn(text).length > 0 ? 'postWithLink' : 'post')
    const tweet: TweetRecord = {
      id: newId(),
      text,
      mediaIds: media.map(({ id }) => id),
      at: clock.now(),
      deleted: false,
      replyTo: request.reply?.in_reply_to_tweet_id ?? null,
      quoted: request.quote_tweet_id ?? null,
    }
    state.tweets.push(tweet)
    save()
    return c.json({ data: { id: tweet.id, text, edit_history_tweet_ids: [tweet.id] } }, 201)
  })

  app.delete('/tweets/:id', scope('tweet.read', 'tweet.write', 'users.read'), (c) => {
    const tweet = live(c.req.param('id'))
    if (tweet) tweet.deleted = true
    save()
    return c.json({ data: { deleted: Boolean(tweet) } })
  })

  /** Missing posts are listed beside the data, with 200. */
  app.get('/tweets', scope('tweet.read', 'users.read'), (c) => {
    const ids = (c.req.query('ids') ?? '').split(',').filter(Boolean)
    if (ids.length === 0 || ids.length > 100 || !ids.every((id) => /^\d{1,19}$/.test(id)))
      throw invalid('The `ids` query parameter must be 1 to 100 ids', { ids })
    for (const _ of ids) spend('read')
    const tweets = ids.flatMap((id) => live(id) ?? [])
    const errors = ids.filter((id) => !live(id)).map((id) => missing(id, 'ids'))
    return c.json({
      ...(tweets.length > 0 && { data: tweets.map((tweet) => tweetView(tweet, fieldsOf(c))) }),
      ...(errors.length > 0 && { errors }),
    })
  })
  app.get('/tweets/:id', scope('tweet.read', 'users.read'), (c) => {
    const id = c.req.param('id')
    if (!/^\d{1,19}$/.test(id))
      throw invalid(`The \`id\` query parameter value [${id}] is not valid`, { id: [id] })
    spend('read')
    const tweet = live(id)
    return c.json(tweet ? { data: tweetView(tweet, fieldsOf(c)) } : { errors: [missing(id, 'id')] })
  })

  app.get('/users/:id/tweets', scope('tweet.read', 'users.read'), (c) => {
    spend('ownRead')
    const mine =
      c.req.param('id') === USER.id ? state.tweets.filter(({ deleted }) => !deleted).reverse() : []
    const most = Number(c.req.query('max_results') ?? 10)
    if (!Number.isInteger(most) || most < 5 || most > 100)
      throw invalid(
        `The \`max_results\` query parameter value [${c.req.query('max_results')}] is not between 5 and 100`,
        { max_results: [c.req.query('max_results')] },
      )
    const from = Number(c.req.query('pagination_token')?.replace('t', '') ?? 0) || 0
    const rows = mine.slice(from, from + most)
    const first = rows[0]
    const last = rows.at(-1)
    return c.json({
      ...(first && last && { data: rows.map((tweet) => tweetView(tweet, fieldsOf(c))) }),
      meta: {
        result_count: rows.length,
        ...(first && last && { newest_id: first.id, oldest_id: last.id }),
        ...(from + most < mine.length && { next_token: `t${from + most}` }),
      },
    })
  })

  const tweetView = (tweet: TweetRecord, fields: string[]) => {
    const age = Math.floor((clock.now() - tweet.at) / 60_000) + 1
    const numbers = {
      // X renamed it in August 2026.
      retweet_count: age % 7,
      repost_count: age % 7,
      reply_count: age % 3,
      like_count: age % 40,
      quote_count: age % 2,
      bookmark_count: age % 5,
      impression_count: age * 12,
    }
    const own = {
      impression_count: age * 12,
      url_link_clicks: age % 9,
      user_profile_clicks: age % 4,
    }
    const all: Record<string, unknown> = {
      public_metrics: numbers,
      created_at: clock.iso(tweet.at).replace('Z', '.000Z'),
      author_id: USER.id,
      attachments:
        tweet.mediaIds.length > 0
          ? { media_keys: tweet.mediaIds.map((id) => `3_${id}`) }
          : undefined,
      // Only for posts of the last thirty days.
      non_public_metrics: clock.now() - tweet.at < MONTH ? own : undefined,
      organic_metrics:
        clock.now() - tweet.at < MONTH ? { ...own, like_count: age % 40 } : undefined,
    }
    const wrong = fields.find((field) => !(field in all) && !['id', 'text'].includes(field))
    if (wrong)
      throw invalid(
        `The \`tweet.fields\` query parameter value [${wrong}] is not one of [${Object.keys(all).join(',')}]`,
        { 'tweet.fields': [wrong] },
      )
    return {
      id: tweet.id,
      text: shortenLinks(tweet.text),
      edit_history_tweet_ids: [tweet.id],
      ...Object.fromEntries(
        fields.filter((field) => all[field] !== undefined).map((field) => [field, all[field]]),
      ),
    }
  }

  const MAX_BYTES = { tweet_image: 5, tweet_gif: 15, tweet_video: 512 }
  const add = (
    category: MediaRecord['category'],
    bytes: number,
    finalized: boolean,
  ): MediaRecord => {
    if (!(category in MAX_BYTES))
      throw invalid('media_category must be tweet_image, tweet_gif or tweet_video', {
        media_category: [category],
      })
    if (bytes > MAX_BYTES[category] * 1024 * 1024)
      throw new XError(
        413,
        'invalid-request',
        'Invalid Request',
        `The media is too large: at most ${MAX_BYTES[category]} MB.`,
      )
    const id = newId()
    const record = {
      id,
      category,
      bytes,
      readyAt: clock.now() + (category === 'tweet_image' ? 0 : context.settings.processingMs),
      expiresAt: clock.now() + 86_400_000,
      finalized,
    }
    state.media[id] = record
    save()
    return record
  }
  const mediaView = (media: MediaRecord) => ({
    data: {
      id: media.id,
      media_key: `${media.category === 'tweet_video' ? 13 : 3}_${media.id}`,
      size: media.bytes,
      expires_after_secs: Math.max(0, Math.floor((media.expiresAt - clock.now()) / 1_000)),
      ...(media.category !== 'tweet_image' &&
        media.finalized && {
          processing_info:
            media.readyAt > clock.now()
              ? { state: 'in_progress', check_after_secs: 1, progress_percent: 40 }
              : { state: 'succeeded', progress_percent: 100 },
        }),
    },
  })
  const findMedia = (id: string | undefined) => {
    const media = state.media[id ?? '']
    if (!media) throw fail(404, `Could not find media with id: [${id}].`)
    return media
  }
  const write = scope('media.write')

  app.post('/media/upload', write, async (c) => {
    const { bytes, category } = await upload(c)
    if (bytes === 0) throw invalid('media is required')
    return c.json(mediaView(add(category, bytes, true)))
  })
  app.post('/media/metadata', write, async (c) => {
    const { id, metadata } = (await c.req.json().catch(() => ({}))) as {
      id?: string
      metadata?: { alt_text?: { text?: string } }
    }
    const media = findMedia(id)
    media.altText = metadata?.alt_text?.text ?? null
    save()
    return c.json({ data: { id: media.id, associated_metadata: metadata } })
  })
  app.get('/media/upload', write, (c) => c.json(mediaView(findMedia(c.req.query('media_id')))))
  app.post('/media/upload/initialize', write, async (c) => {
    const { media_category, total_bytes, media_type } = (await c.req.json().catch(() => ({}))) as {
      media_category?: string
      total_bytes?: number
      media_type?: string
    }
    if (!Number.isInteger(total_bytes) || !media_type)
      throw invalid('media_type and total_bytes are required')
    return c.json(
      mediaView(add(media_category as MediaRecord['category'], total_bytes ?? 0, false)),
    )
  })
  app.post('/media/upload/:id/append', write, async (c) => {
    findMedia(c.req.param('id'))
    const { bytes, segment } = await upload(c)
    if (bytes === 0 || !/^\d+$/.test(segment ?? ''))
      throw invalid('media and segment_index are required')
    return c.json({ data: { expires_at: Math.floor(clock.now() / 1_000) + 86_400 } })
  })
  app.post('/media/upload/:id/finalize', write, (c) => {
    const media = findMedia(c.req.param('id'))
    media.finalized = true
    media.readyAt =
      clock.now() + (media.category === 'tweet_image' ? 0 : context.settings.processingMs)
    save()
    return c.json(mediaView(media))
  })

  return { app, reset }
}

/** Unknown properties are refused. */
async function body(c: Context): Promise<z.output<typeof createSchema>> {
  const json: unknown = await c.req.json().catch(() => undefined)
  const parsed = createSchema.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const name = issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : issue?.path.join('.')
  throw invalid(`$.${name ?? ''}: ${issue?.message ?? 'is invalid'}`)
}

/** Multipart with the raw bytes, or JSON with base64. */
async function upload(
  c: Context,
): Promise<{ bytes: number; category: MediaRecord['category']; segment: string | undefined }> {
  if (c.req.header('content-type')?.includes('json')) {
    const json = (await c.req.json().catch(() => ({}))) as {
      media?: string
      media_category?: string
      segment_index?: number | string
    }
    return {
      bytes: Buffer.from(json.media ?? '', 'base64').length,
      category: json.media_category as MediaRecord['category'],
      segment: json.segment_index === undefined ? undefined : String(json.segment_index),
    }
  }
  const form = await c.req.formData().catch(() => new FormData())
  const media = form.get('media')
  const text = (name: string): string | undefined => {
    const value = form.get(name)
    return typeof value === 'string' ? value : undefined
  }
  return {
    bytes: media instanceof Blob ? media.size : (media ?? '').length,
    category: (text('media_category') ?? '') as MediaRecord['category'],
    segment: text('segment_index'),
  }
}
