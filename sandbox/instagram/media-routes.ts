import { Hono } from 'hono'

import type { SandboxEnv } from '../core/provider'
import { hashToInt } from '../core/seeded-random'
import { badParameter, objectNotFound } from '../graph/errors'
import { graphTime, parseFields, pick } from '../graph/fields'
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

/** The profile, its media, and their insights (reference, sections 3, 4, and 6). */
export function mediaRoutes(context: ProviderContext) {
  const app = new Hono<SandboxEnv>().basePath('/:version')
  const { state, pictures, settings } = context
  const isMe = (id: string) => id === 'me' || id === USER_ID || id === APP_SCOPED_ID

  const signedUrl = (media: Pick<MediaRecord, 'linkLifeMs'>, file: string) =>
    pictures.signedUrl(file, media.linkLifeMs ?? settings.linkLifeMs)
  const brokenPictures = /^(elsewhere|endless|page|broken|gone)\.jpg$/
  const mediaUrl = (media: Pick<MediaRecord, 'linkLifeMs'>, file: string | null) =>
    file === null
      ? undefined
      : brokenPictures.test(file)
        ? pictures.url(file)
        : signedUrl(media, file)

  const mediaView = (media: MediaRecord) => ({
    id: media.id,
    caption: media.caption ?? undefined,
    media_type: media.type,
    media_product_type: media.productType,
    media_url: mediaUrl(media, media.file),
    permalink: `https://www.instagram.com${media.permalink}`,
    shortcode: media.permalink.split('/')[2],
    thumbnail_url: media.type === 'VIDEO' ? mediaUrl(media, media.thumbnail) : undefined,
    timestamp: graphTime(media.at),
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
              media_url: mediaUrl(media, child.file),
              thumbnail_url:
                child.type === 'VIDEO'
                  ? mediaUrl(media, child.file.replace('.mp4', '.jpg'))
                  : undefined,
              timestamp: graphTime(media.at),
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
        profile_picture_url: signedUrl({ linkLifeMs: null }, 'ig-profile.jpg'),
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
    if (!container) throw objectNotFound(id)
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
    if (!isMe(c.req.param('id'))) throw objectNotFound(c.req.param('id'))
    const fields = parseFields(c.req.query('fields'), 'id')
    return c.json(
      graphPage(c, state.media, {
        origin: context.origin(),
        shown: ({ hidden }) => !hidden,
        view: (media) => pick(mediaView(media), fields, 'IGMedia'),
      }),
    )
  })

  /** No story was posted in the last day. */
  app.get('/:id/stories', (c) => {
    liveToken(context, tokenOf(c), BASIC)
    if (!isMe(c.req.param('id'))) throw objectNotFound(c.req.param('id'))
    return c.json({ data: [] })
  })

  app.get('/:id/children', (c) => {
    liveToken(context, tokenOf(c), BASIC)
    const media = state.media.find(({ id }) => id === c.req.param('id'))
    if (!media) throw objectNotFound(c.req.param('id'))
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
      const position = state.media.findIndex((one) => one.id === id)
      if (position < 0) throw objectNotFound(id)
      // A metric that isn't available yet is left out rather than zero.
      return c.json({
        data: metrics
          .filter((name) => !(position === 2 && name === 'saved'))
          .map((name, index) =>
            entry(name, {
              period: 'lifetime',
              values: [{ value: madeUpMetric(id, index, 3_000) }],
            }),
          ),
      })
    }
    if (metric_type === 'total_value')
      return c.json({
        data: metrics.map((name, index) =>
          entry(name, { period: 'day', total_value: { value: madeUpMetric(name, index, 900) } }),
        ),
      })
    const midnight = Math.floor(context.clock.now() / 86_400_000) * 86_400_000
    return c.json({
      data: metrics.map((name, index) =>
        entry(name, {
          period: 'day',
          values: [2, 1].map((days) => ({
            value: madeUpMetric(name, index + days, 300),
            end_time: graphTime(midnight - days * 86_400_000),
          })),
        }),
      ),
    })
  })

  return app
}

const CONTAINER_LIFE_MS = 86_400_000

/**
 * Returns a container with its status: it is in progress for a while, and expires after a day unless it is published.
 */
export function containerView({ state, clock, settings }: ProviderContext, id: string) {
  const container = state.containers[id]
  const age = clock.now() - (container?.createdAt ?? 0)
  const code = container?.published
    ? 'PUBLISHED'
    : age >= CONTAINER_LIFE_MS
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

const madeUpMetric = (text: string, index: number, max: number): number =>
  hashToInt(text, max, 7 + index * 97)
