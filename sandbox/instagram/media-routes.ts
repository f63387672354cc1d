import { Hono } from 'hono'

import type { SandboxEnv } from '../core/provider'
import { badParameter, gone } from '../graph/errors'
import { parseFields, pick } from '../graph/fields'
import { graphPage } from '../graph/pagination'
import { liveToken, type ProviderContext, tokenOf } from './context'
import type { MediaRecord } from './fixtures'
import { APP_SCOPED_ID, USER_ID, USERNAME } from './state'

const BASIC = 'instagram_business_basic'
const INSIGHTS = 'instagram_business_manage_insights'
const MEDIA_METRICS = [
  'views',
  'reach',
  'saved',
  'likes',
  'comments',
  'shares',
  'total_interactions',
]
const DAY_METRICS = ['follower_count', 'reach']
const TOTAL_METRICS = [
  'likes',
  'views',
  'comments',
  'shares',
  'saves',
  'replies',
  'reach',
  'total_interactions',
]

/** Profile, media, one post and the numbers (reference, sections 3, 4 and 6). */
export function readingRoutes(context: ProviderContext) {
  const app = new Hono<SandboxEnv>().basePath('/:version')
  const { state, pictures, settings } = context
  const isMe = (id: string) => id === 'me' || id === USER_ID || id === APP_SCOPED_ID

  const link = (media: Pick<MediaRecord, 'linkLifeMs'>, file: string) =>
    pictures.signedUrl(file, media.linkLifeMs ?? settings.linkLifeMs)
  const brokenPictures = /^(elsewhere|endless|page|broken|gone)\.jpg$/
  const address = (media: Pick<MediaRecord, 'linkLifeMs'>, file: string | null) =>
    file === null ? undefined : brokenPictures.test(file) ? pictures.url(file) : link(media, file)

  const mediaView = (media: MediaRecord) => ({
    id: media.id,
    caption: media.caption ?? undefined,
    media_type: media.type,
    media_product_type: media.productType,
    media_url: address(media, media.file),
    permalink: `https://www.instagram.com${media.permalink}`,
    shortcode: media.permalink.split('/')[2],
    thumbnail_url: media.type === 'VIDEO' ? address(media, media.thumbnail) : undefined,
    timestamp: stamp(media.at),
    username: USERNAME,
    owner: { id: USER_ID },
    like_count: media.likes ?? undefined,
    comments_count: media.comments,
    is_comment_enabled: true,
    is_shared_to_feed: media.productType === 'REELS' ? true : undefined,
    alt_text: media.altText ?? undefined,
    children:
      media.children.length === 0
        ? undefined
        : {
            data: media.children.map((child) => ({
              id: child.id,
              media_type: child.type,
              media_url: address(media, child.file),
              thumbnail_url:
                child.type === 'VIDEO'
                  ? address(media, child.file.replace('.mp4', '.jpg'))
                  : undefined,
              timestamp: stamp(media.at),
              username: USERNAME,
              shortcode: undefined,
            })),
          },
  })

  app.get('/:id', (c) => {
    const id = c.req.param('id')
    liveToken(context, tokenOf(c), BASIC)
    if (isMe(id)) {
      const profile = {
        id: APP_SCOPED_ID,
        user_id: USER_ID,
        username: USERNAME,
        name: 'Dayfern',
        account_type: 'BUSINESS',
        profile_picture_url: link({ linkLifeMs: null }, 'ig-profile.jpg'),
        biography: 'Quiet clothes for people in recovery.',
        website: 'https://dayfern.example',
        followers_count: 4_812,
        follows_count: 211,
        media_count: state.media.filter(({ hidden }) => !hidden).length,
      }
      const response = pick(profile, parseFields(c.req.query('fields'), 'id'), 'IGUser')
      return c.json(settings.wrapped ? { data: [response] } : response)
    }
    const media = state.media.find((one) => one.id === id)
    if (media)
      return c.json(pick(mediaView(media), parseFields(c.req.query('fields'), 'id'), 'IGMedia'))
    const child = state.media
      .flatMap((one) => mediaView(one).children?.data ?? [])
      .find((one) => one.id === id)
    if (child) return c.json(pick(child, parseFields(c.req.query('fields'), 'id'), 'IGMedia'))
    const container = state.containers[id]
    if (!container) throw gone(id)
    return c.json(
      pick(
        containerView(context, container.id),
        parseFields(c.req.query('fields'), 'id'),
        'IGContainer',
      ),
    )
  })

  app.get('/:id/media', (c) => {
    liveToken(context, tokenOf(c), BASIC)
    if (!isMe(c.req.param('id'))) throw gone(c.req.param('id'))
    const fields = parseFields(c.req.query('fields'), 'id')
    return c.json(
      graphPage(c, state.media, {
        origin: context.origin(),
        shown: ({ hidden }) => !hidden,
        view: (media) => pick(mediaView(media), fields, 'IGMedia'),
      }),
    )
  })

  /** Nothing was posted in the last day. */
  app.get('/:id/stories', (c) => {
    liveToken(context, tokenOf(c), BASIC)
    if (!isMe(c.req.param('id'))) throw gone(c.req.param('id'))
    return c.json({ data: [] })
  })

  app.get('/:id/children', (c) => {
    liveToken(context, tokenOf(c), BASIC)
    const media = state.media.find(({ id }) => id === c.req.param('id'))
    if (!media) throw gone(c.req.param('id'))
    const fields = parseFields(c.req.query('fields'), 'id')
    return c.json({
      data: (mediaView(media).children?.data ?? []).map((child) => pick(child, fields, 'IGMedia')),
    })
  })

  app.get('/:id/insights', (c) => {
    const id = c.req.param('id')
    liveToken(context, tokenOf(c), INSIGHTS)
    const { metric = '', metric_type, period } = c.req.query()
    const allowed = !isMe(id)
      ? MEDIA_METRICS
      : metric_type === 'total_value'
        ? TOTAL_METRICS
        : DAY_METRICS
    const metrics = metric.split(',').filter(Boolean)
    const wrong = metrics.find((one) => !allowed.includes(one))
    if (metrics.length === 0 || wrong)
      throw badParameter(
        `metric[${metrics.indexOf(wrong ?? '')}] must be one of the following values: ${allowed.join(', ')}`,
      )
    const entry = (name: string, more: object) => ({
      name,
      title: name.replace('_', ' '),
      description: '',
      id: `${id}/insights/${name}/${period ?? 'lifetime'}`,
      ...more,
    })
    if (!isMe(id)) {
      const place = state.media.findIndex((one) => one.id === id)
      if (place < 0) throw gone(id)
      // A metric that is not there yet is left out; it is not zero.
      return c.json({
        data: metrics
          .filter((name) => !(place === 2 && name === 'saved'))
          .map((name, index) =>
            entry(name, { period: 'lifetime', values: [{ value: number(id, index, 3_000) }] }),
          ),
      })
    }
    if (metric_type === 'total_value')
      return c.json({
        data: metrics.map((name, index) =>
          entry(name, { period: 'day', total_value: { value: number(name, index, 900) } }),
        ),
      })
    const midnight = Math.floor(context.clock.now() / 86_400_000) * 86_400_000
    return c.json({
      data: metrics.map((name, index) =>
        entry(name, {
          period: 'day',
          values: [2, 1].map((days) => ({
            value: number(name, index + days, 300),
            end_time: stamp(midnight - days * 86_400_000),
          })),
        }),
      ),
    })
  })

  return app
}

const CONTAINER_LIFE = 86_400_000

/** Where a container stands: in progress for a while, and dead a day later if nobody published it. */
export function containerView({ state, clock, settings }: ProviderContext, id: string) {
  const container = state.containers[id]
  const age = clock.now() - (container?.createdAt ?? 0)
  const code = container?.published
    ? 'PUBLISHED'
    : age >= CONTAINER_LIFE
      ? 'EXPIRED'
      : container?.fault === 'stuck' || age < settings.containerMs
        ? 'IN_PROGRESS'
        : container?.fault
          ? 'ERROR'
          : 'FINISHED'
  const statusTexts: Record<string, string> = {
    PUBLISHED: 'Published: Media has already been published.',
    EXPIRED: 'Expired: Media was not published within 24 hours.',
    IN_PROGRESS: 'In Progress: Media is still being processed.',
    ERROR: `Error: ${container?.fault}`,
    FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
  }
  return { id, status_code: code, status: statusTexts[code] }
}

/** ISO 8601 with a `+0000` that has no colon. */
const stamp = (at: number): string => new Date(at).toISOString().replace(/\.\d{3}Z$/, '+0000')

const number = (of: string, index: number, most: number): number =>
  ([...of].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7 + index * 97) >>> 0) % most
