import { type Context, Hono } from 'hono'

import { fetchMedia } from '../core/fetch-media'
import type { SandboxEnv } from '../core/provider'
import { hashToInt } from '../core/seeded-random'
import { badParameter, GraphError, objectNotFound } from '../graph/errors'
import { graphTime, parseFields, pick } from '../graph/fields'
import { graphPage } from '../graph/pagination'
import { fieldsOf, findPost, liveToken, newId, type ProviderContext } from './context'
import { PAGES, type PostRecord } from './state'

const MAX_TEXT = 63_206
const MAX_BYTES = 4 * 1024 * 1024
const MINUTE_S = 60
const DAY_S = 86_400

/** Posts, photos, videos, and scheduled posts of a Page (publishing reference, section 1). */
export function pageRoutes(context: ProviderContext) {
  const app = new Hono<SandboxEnv>().basePath('/:version')
  const { state, clock, settings, save } = context

  /** Returns the id of the Page in the path. @throws GraphError unless the token is that Page's and may post */
  const requirePage = (c: Context, fields: Record<string, string>) => {
    const token = liveToken(context, c, fields, 'pages_manage_posts')
    const id = c.req.param('id') === 'me' ? (token.pageId ?? '') : (c.req.param('id') ?? '')
    if (!PAGES.some((page) => page.id === id)) throw objectNotFound(id)
    if (token.kind !== 'page' || token.pageId !== id)
      throw new GraphError({
        code: 200,
        status: 403,
        message:
          "(#200) The user hasn't authorized the application to perform this action: a Page access token is required",
      })
    return id
  }
  const isPublished = ({ scheduledFor, deleted }: PostRecord) =>
    !deleted && (scheduledFor === null || scheduledFor * 1_000 <= clock.now())

  const addPost = (
    pageId: string,
    fields: Record<string, string>,
    photoIds: string[],
    message: string,
  ): PostRecord => {
    if ([...message].length > MAX_TEXT) throw badParameter('Param message is too long')
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
      scheduledFor: readScheduledTime(fields),
      deleted: false,
    }
    state.posts.push(record)
    save()
    return record
  }
  /**
   * Reads when a post is scheduled, in epoch seconds: ten minutes to thirty days ahead, sent as seconds or as a date.
   */
  const readScheduledTime = ({
    scheduled_publish_time: text,
    published,
  }: Record<string, string>): number | null => {
    if (text === undefined) return null
    if (published !== 'false') throw badParameter('scheduled_publish_time needs published=false')
    const at = /^\d+$/.test(text) ? Number(text) : Math.floor(Date.parse(text) / 1_000)
    const now = clock.now() / 1_000
    if (!(at >= now + 10 * MINUTE_S - 5 && at <= now + 30 * DAY_S))
      throw badParameter('The specified scheduled publish time is invalid')
    return at
  }

  app.post('/:id/feed', async (c) => {
    const fields = await fieldsOf(c)
    const pageId = requirePage(c, fields)
    const photoIds = readAttachedMedia(fields)
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
    const pageId = requirePage(c, fields)
    if (!fields.url) throw badParameter('Missing or invalid image file: url is required', 2_061_006)
    const match = await fetchMedia(fields.url)
    if (!match.ok)
      throw new GraphError({
        code: 324,
        subcode: 2_069_019,
        message: '(#324) Missing or invalid image file',
      })
    if (!['jpeg', 'png'].includes(match.kind) || match.bytes > MAX_BYTES)
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
    const pageId = requirePage(c, fields)
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
    const pageId = requirePage(c, await fieldsOf(c))
    const rows = state.posts.filter(
      (one) => one.pageId === pageId && !one.deleted && !isPublished(one),
    )
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
    const rows = state.posts.filter((one) => one.pageId === id && isPublished(one)).reverse()
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

  app.get('/:id', (c) => {
    const id = c.req.param('id')
    liveToken(context, c, c.req.query())
    const fields = parseFields(c.req.query('fields'), 'id')
    const page = PAGES.find((one) => one.id === id)
    const match = findPost(state, id)
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
    if (!video) throw objectNotFound(id)
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
    const match = findPost(state, c.req.param('id'))
    if (!match || token.pageId !== match.pageId) throw objectNotFound(c.req.param('id'))
    match.deleted = true
    save()
    return c.json({ success: true })
  })

  const postView = (one: PostRecord): Record<string, unknown> => {
    const count = (name: string) => ({
      data: [],
      summary: { total_count: hashToInt(`${one.id}${name}`, 60) },
    })
    return {
      id: one.id,
      message: one.message || undefined,
      created_time: graphTime(one.at),
      permalink_url: `https://www.facebook.com/${one.pageId}/posts/${one.id.split('_')[1]}`,
      is_published: isPublished(one),
      scheduled_publish_time: one.scheduledFor ?? undefined,
      attachments: undefined,
      shares: hashToInt(one.id, 9) > 4 ? { count: hashToInt(one.id, 9) } : undefined,
      likes: count('likes'),
      comments: count('comments'),
      reactions: count('reactions'),
    }
  }

  return app
}

/** Returns the photo ids in `attached_media=[{"media_fbid":"1"}]`, or `attached_media[0]={"media_fbid":"1"}`. */
function readAttachedMedia(fields: Record<string, string>): string[] {
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
