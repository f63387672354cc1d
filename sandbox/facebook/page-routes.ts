import { type Context, Hono } from 'hono'

import { fetchMedia } from '../core/fetch-media'
import type { SandboxEnv } from '../core/provider'
import { badParameter, gone, GraphError } from '../graph/errors'
import { parseFields, pick } from '../graph/fields'
import { graphPage } from '../graph/pagination'
import { fieldsOf, liveToken, newId, type ProviderContext } from './context'
import { PAGES, type PostRecord } from './state'

const MOST_TEXT = 63_206
const MOST_BYTES = 4 * 1024 * 1024
const MINUTE = 60
const DAY = 86_400
const POST_METRICS = ['post_total_media_view_unique', 'post_reactions_by_type_total', 'post_clicks']
const PAGE_METRICS = [
  'page_total_media_view_unique',
  'page_media_view',
  'page_post_engagements',
  'page_daily_follows',
]

/** Posts, photos, films, plans and numbers of a Page (publishing reference, sections 1 and 5). */
export function pageRoutes(context: ProviderContext) {
  const app = new Hono<SandboxEnv>().basePath('/:version')
  const { state, clock, settings, save } = context

  const mayPost = (c: Context, fields: Record<string, string>) => {
    const token = liveToken(context, c, fields, 'pages_manage_posts')
    const id = c.req.param('id') === 'me' ? (token.pageId ?? '') : (c.req.param('id') ?? '')
    if (!PAGES.some((page) => page.id === id)) throw gone(id)
    if (token.kind !== 'page' || token.pageId !== id)
      throw new GraphError({
        code: 200,
        status: 403,
        message:
          "(#200) The user hasn't authorized the application to perform this action: a Page access token is required",
      })
    return id
  }
  const isOut = ({ scheduledFor, deleted }: PostRecord) =>
    !deleted && (scheduledFor === null || scheduledFor * 1_000 <= clock.now())
  const post = (id: string) => state.posts.find((one) => one.id === id && !one.deleted)

  const addPost = (
    pageId: string,
    fields: Record<string, string>,
    photoIds: string[],
    message: string,
  ): PostRecord => {
    if ([...message].length > MOST_TEXT) throw badParameter('Param message is too long')
    const link = fields.link ?? null
    if (link !== null && !URL.canParse(link))
      throw badParameter('The url you supplied is invalid', 2_061_006)
    if (link !== null && /(^|\.)facebook\.com$/.test(new URL(link).hostname))
      throw badParameter('Links to facebook.com are not allowed', 1_609_008)
    if (!message && !link && photoIds.length === 0)
      throw badParameter('Empty post: message, link or media is required')
    if (photoIds.some((id) => state.posts.some((one) => !one.deleted && one.photoIds.includes(id))))
      throw badParameter('These photos were already posted', 1_366_051)
    const hourAgo = clock.now() - 3_600_000
    if (
      settings.refuseDoubles &&
      message &&
      state.posts.some(
        (one) =>
          !one.deleted &&
          one.pageId === pageId &&
          one.message === message &&
          one.link === link &&
          one.at > hourAgo,
      )
    ) {
      throw new GraphError({
        code: 506,
        message: '(#506) Duplicate status message',
        title: 'Duplicate Status Update',
        hint: 'This status update is identical to the last one you posted.',
      })
    }
    const record: PostRecord = {
      id: `${pageId}_${newId(context)}`,
      pageId,
      message,
      link,
      photoIds,
      at: clock.now(),
      scheduledFor: planOf(fields),
      deleted: false,
    }
    state.posts.push(record)
    save()
    return record
  }
  /** Ten minutes to thirty days ahead, as seconds or as a date; only for what is not published yet. */
  const planOf = ({
    scheduled_publish_time: text,
    published,
  }: Record<string, string>): number | null => {
    if (text === undefined) return null
    if (published !== 'false') throw badParameter('scheduled_publish_time needs published=false')
    const at = /^\d+$/.test(text) ? Number(text) : Math.floor(Date.parse(text) / 1_000)
    const now = clock.now() / 1_000
    if (!(at >= now + 10 * MINUTE - 5 && at <= now + 30 * DAY))
      throw badParameter('The specified scheduled publish time is invalid')
    return at
  }

  app.post('/:id/feed', async (c) => {
    const fields = await fieldsOf(c)
    const pageId = mayPost(c, fields)
    const photoIds = attachedOf(fields)
    if (!photoIds.every((id) => state.photos[id]?.pageId === pageId))
      throw badParameter('attached_media contains an unknown media_fbid')
    const fresh = addPost(pageId, fields, photoIds, fields.message ?? '')
    return c.json(
      fields.fields
        ? pick(postView(fresh), parseFields(fields.fields, 'id'), 'Post')
        : { id: fresh.id },
    )
  })

  app.post('/:id/photos', async (c) => {
    const fields = await fieldsOf(c)
    const pageId = mayPost(c, fields)
    if (!fields.url) throw badParameter('Missing or invalid image file: url is required', 2_061_006)
    const match = await fetchMedia(fields.url)
    if (!match.ok)
      throw new GraphError({
        code: 324,
        subcode: 2_069_019,
        message: '(#324) Missing or invalid image file',
      })
    if (!['jpeg', 'png'].includes(match.kind) || match.bytes > MOST_BYTES)
      throw badParameter(
        "Your photos couldn't be uploaded. Photos should be less than 4 MB and saved as JPG, PNG.",
        1_366_046,
      )
    const photo = {
      id: newId(context),
      pageId,
      url: fields.url,
      published: fields.published !== 'false',
    }
    const fresh = photo.published
      ? addPost(pageId, fields, [photo.id], fields.caption ?? fields.message ?? '')
      : undefined
    state.photos[photo.id] = photo
    save()
    return c.json({ id: photo.id, ...(fresh && { post_id: fresh.id }) })
  })

  app.post('/:id/videos', async (c) => {
    const fields = await fieldsOf(c)
    const pageId = mayPost(c, fields)
    if (!fields.file_url) throw badParameter('file_url is required')
    const match = await fetchMedia(fields.file_url)
    const id = newId(context)
    state.videos[id] = {
      id,
      pageId,
      description: fields.description ?? '',
      readyAt: clock.now() + settings.videoMs,
      fault: !match.ok,
    }
    save()
    return c.json({ id })
  })

  app.get('/:id/scheduled_posts', async (c) => {
    const pageId = mayPost(c, await fieldsOf(c))
    const rows = state.posts.filter((one) => one.pageId === pageId && !one.deleted && !isOut(one))
    return c.json(
      graphPage(c, rows, {
        origin: context.origin(),
        view: (one) =>
          pick(
            postView(one),
            parseFields(c.req.query('fields'), 'id,message,scheduled_publish_time'),
            'Post',
          ),
      }),
    )
  })
  app.get('/:id/feed', (c) => {
    const token = liveToken(context, c, c.req.query(), 'pages_read_engagement')
    const id = c.req.param('id') === 'me' ? token.pageId : c.req.param('id')
    const rows = state.posts.filter((one) => one.pageId === id && isOut(one)).reverse()
    return c.json(
      graphPage(c, rows, {
        origin: context.origin(),
        view: (one) =>
          pick(
            postView(one),
            parseFields(c.req.query('fields'), 'id,message,created_time'),
            'Post',
          ),
      }),
    )
  })

  app.get('/:id/insights', (c) => {
    liveToken(context, c, c.req.query(), 'read_insights')
    const id = c.req.param('id')
    const isPage = PAGES.some((page) => page.id === id)
    if (!isPage && !post(id)) throw gone(id)
    const metrics = (c.req.query('metric') ?? '').split(',').filter(Boolean)
    const allowed = isPage ? PAGE_METRICS : POST_METRICS
    const wrong = metrics.find((one) => !allowed.includes(one))
    if (metrics.length === 0 || wrong)
      throw badParameter(`The value must be a valid insights metric: ${wrong ?? ''}`)
    const days = isPage ? daysOf(c) : [undefined]
    return c.json({
      data: metrics.map((name) => ({
        name,
        period: isPage ? 'day' : 'lifetime',
        title: name,
        description: '',
        id: `${id}/insights/${name}/${isPage ? 'day' : 'lifetime'}`,
        values: days.map((day) => ({
          value: valueOf(name, `${id}${day ?? ''}`),
          ...(day && { end_time: day }),
        })),
      })),
    })
  })

  app.get('/:id', (c) => {
    const id = c.req.param('id')
    liveToken(context, c, c.req.query())
    const fields = parseFields(c.req.query('fields'), 'id')
    const page = PAGES.find((one) => one.id === id)
    const match = post(id)
    const video = state.videos[id]
    if (page)
      return c.json(
        pick(
          {
            ...page,
            link: `https://www.facebook.com/${page.id}`,
            fan_count: 1_904,
            followers_count: 2_011,
          },
          fields,
          'Page',
        ),
      )
    if (match) return c.json(pick(postView(match), fields, 'Post'))
    if (!video) throw gone(id)
    const status = clock.now() < video.readyAt ? 'processing' : video.fault ? 'error' : 'ready'
    return c.json(
      pick(
        {
          id,
          description: video.description,
          permalink_url: `/${video.pageId}/videos/${id}/`,
          status: {
            video_status: status,
            processing_phase: {
              status:
                status === 'processing' ? 'in_progress' : status === 'ready' ? 'complete' : 'error',
            },
          },
        },
        fields,
        'Video',
      ),
    )
  })

  app.delete('/:id', async (c) => {
    const token = liveToken(context, c, await fieldsOf(c), 'pages_manage_posts')
    const match = post(c.req.param('id'))
    if (!match || token.pageId !== match.pageId) throw gone(c.req.param('id'))
    match.deleted = true
    save()
    return c.json({ success: true })
  })

  const postView = (one: PostRecord): Record<string, unknown> => {
    const count = (name: string) => ({
      data: [],
      summary: { total_count: numberOf(`${one.id}${name}`, 60) },
    })
    return {
      id: one.id,
      message: one.message || undefined,
      created_time: stamp(one.at),
      permalink_url: `https://www.facebook.com/${one.pageId}/posts/${one.id.split('_')[1]}`,
      is_published: isOut(one),
      scheduled_publish_time: one.scheduledFor ?? undefined,
      attachments: undefined,
      shares: numberOf(one.id, 9) > 4 ? { count: numberOf(one.id, 9) } : undefined,
      likes: count('likes'),
      comments: count('comments'),
      reactions: count('reactions'),
    }
  }

  return app
}

/** `attached_media=[{"media_fbid":"1"}]`, or `attached_media[0]={"media_fbid":"1"}`. */
function attachedOf(fields: Record<string, string>): string[] {
  const texts = Object.entries(fields)
    .filter(([name]) => /^attached_media(\[\d+\])?$/.test(name))
    .map(([, value]) => value)
  try {
    return texts
      .flatMap((text) => JSON.parse(text) as { media_fbid: string } | { media_fbid: string }[])
      .map(({ media_fbid }) => String(media_fbid))
  } catch {
    throw badParameter('attached_media must be a JSON array of objects with media_fbid')
  }
}

function daysOf(c: Context): string[] {
  const { since, until } = c.req.query()
  const end = until ? Number(until) * 1_000 : Date.now()
  const start = since ? Number(since) * 1_000 : end - 2 * DAY * 1_000
  if (!(start < end) || end - start > 93 * DAY * 1_000)
    throw badParameter('There cannot be more than 93 days between since and until')
  const days: string[] = []
  for (let at = Math.ceil(start / (DAY * 1_000)) * DAY * 1_000; at <= end; at += DAY * 1_000)
    days.push(stamp(at))
  return days
}

/** Some metrics are objects, to be summed. */
function valueOf(name: string, of: string): unknown {
  if (name === 'post_reactions_by_type_total')
    return { like: numberOf(of, 40), love: numberOf(`${of}l`, 20) }
  if (name === 'page_media_view') return { total: numberOf(of, 400), ads: numberOf(`${of}a`, 30) }
  return numberOf(of + name, 500)
}

const numberOf = (text: string, most: number): number =>
  ([...text].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) >>> 0) % most
const stamp = (at: number): string => new Date(at).toISOString().replace(/\.\d{3}Z$/, '+0000')
