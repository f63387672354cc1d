import { type Context, Hono } from 'hono'

import { type FetchedMedia, fetchMedia } from '../core/fetch-media'
import { readFields } from '../core/oauth'
import type { SandboxEnv } from '../core/provider'
import { badParameter, GraphError, objectNotFound } from '../graph/errors'
import { parseFields, pick } from '../graph/fields'
import { liveToken, type ProviderContext, tokenOf } from './context'
import { containerView } from './media-routes'
import { APP_SCOPED_ID, type ContainerRecord, DAY, USER_ID } from './state'

const PUBLISH = 'instagram_business_content_publish'
const MAX_CAPTION = 2_200
const MAX_IMAGE_BYTES = 8 * 1024 * 1024

/**
 * Publishing in two steps, container and publish, with the limit of a rolling day (publishing reference, section 2).
 */
export function publishingRoutes(context: ProviderContext) {
  const app = new Hono<SandboxEnv>().basePath('/:version')
  const { state, clock, settings, save } = context
  const fieldsOf = async (c: Context): Promise<Record<string, string>> => ({
    ...c.req.query(),
    ...(await readFields(c.req.raw)),
  })
  const requireAccount = (c: Context, fields: Record<string, string>) => {
    liveToken(context, fields.access_token ?? tokenOf(c), PUBLISH)
    const id = c.req.param('id') ?? ''
    if (!['me', USER_ID, APP_SCOPED_ID].includes(id)) throw objectNotFound(id)
  }
  const publishedToday = () => state.publishedAt.filter((at) => at > clock.now() - DAY).length
  const newId = () => String(17_900_000_000_000_000n + BigInt((state.lastId += 1)))

  app.post('/:id/media', async (c) => {
    const fields = await fieldsOf(c)
    requireAccount(c, fields)
    const {
      image_url,
      video_url,
      media_type,
      caption = '',
      children,
      is_carousel_item,
      alt_text,
    } = fields
    if ([...caption].length > MAX_CAPTION)
      throw refuse(
        2_207_010,
        'The caption is too long: at most 2,200 characters, 30 hashtags and 20 mentions.',
      )
    if (
      (caption.match(/#[\p{L}\p{N}_]+/gu)?.length ?? 0) > 30 ||
      (caption.match(/@[\w.]+/g)?.length ?? 0) > 20
    )
      throw refuse(2_207_010, 'The caption has too many hashtags or mentions.')
    const kind = kindOf(media_type, is_carousel_item === 'true')
    if (kind === 'CHILD' && caption) throw badParameter('A carousel item has no caption')
    let fault: string | null = null
    let parts: string[] = []
    if (kind === 'CAROUSEL') {
      parts = (children ?? '')
        .replace(/[[\]" ]/g, '')
        .split(',')
        .filter(Boolean)
      if (
        parts.length < 2 ||
        parts.length > 10 ||
        !parts.every((id) => state.containers[id]?.kind === 'CHILD')
      )
        throw refuse(2_207_028, 'A carousel needs 2 to 10 containers that are carousel items.')
    } else if (image_url && kind !== 'REELS') {
      checkPicture(await fetchMedia(image_url))
    } else if (video_url) {
      const video = await fetchMedia(video_url)
      if (!video.ok) fault = 'Media upload has failed with error code 2207052'
      else if (!['mp4', 'mov', 'quicktime'].includes(video.kind))
        fault = 'Media upload has failed with error code 2207026'
    } else
      throw badParameter(
        kind === 'REELS'
          ? 'The parameter video_url is required'
          : 'The parameter image_url is required',
        2_207_009,
      )
    if (settings.containerFate === 'error')
      fault = 'Media upload has failed with error code 2207050'
    if (settings.containerFate === 'stuck') fault = 'stuck'
    const container: ContainerRecord = {
      id: newId(),
      createdAt: clock.now(),
      kind,
      caption: caption || null,
      altText: alt_text ?? null,
      sourceUrl: image_url ?? video_url ?? null,
      children: parts,
      fault,
      published: false,
    }
    state.containers[container.id] = container
    save()
    return c.json({ id: container.id })
  })

  app.post('/:id/media_publish', async (c) => {
    const fields = await fieldsOf(c)
    requireAccount(c, fields)
    const container = state.containers[fields.creation_id ?? '']
    if (!container || container.kind === 'CHILD')
      throw badParameter('Invalid parameter: creation_id')
    if (publishedToday() >= settings.quota)
      throw new GraphError({
        code: 9,
        subcode: 2_207_042,
        message: 'Application request limit reached',
        title: 'Publishing limit reached',
        hint: 'You reached the maximum number of posts that may be published in 24 hours.',
      })
    const { status_code } = containerView(context, container.id)
    if (status_code === 'EXPIRED')
      throw refuse(
        2_207_020,
        'The media you are trying to access has expired. Please try to upload again.',
      )
    if (status_code !== 'FINISHED')
      throw new GraphError({
        code: 9_007,
        subcode: 2_207_027,
        message: 'Media ID is not available',
        title: 'The media is not ready to be published',
        hint: 'Please wait a moment and try again.',
      })
    container.published = true
    state.publishedAt.push(clock.now())
    const id = newId().replace(/^179/, '180')
    const isVideo = container.kind === 'REELS'
    state.media.unshift({
      id,
      caption: container.caption,
      type: isVideo ? 'VIDEO' : container.kind === 'CAROUSEL' ? 'CAROUSEL_ALBUM' : 'IMAGE',
      productType: isVideo ? 'REELS' : 'FEED',
      file: container.kind === 'CAROUSEL' ? null : `published-${id}.${isVideo ? 'mp4' : 'jpg'}`,
      thumbnail: isVideo ? `published-${id}.jpg` : null,
      children: container.children.map((child, index) => ({
        id: child,
        type: 'IMAGE',
        file: `published-${id}-${index}.jpg`,
      })),
      permalink: `/${isVideo ? 'reel' : 'p'}/D${id.slice(-9)}/`,
      at: clock.now(),
      likes: 0,
      comments: 0,
      altText: container.altText,
      hidden: container.kind === 'STORIES',
      linkLifeMs: null,
    })
    save()
    return c.json({ id })
  })

  app.get('/:id/content_publishing_limit', (c) => {
    requireAccount(c, c.req.query())
    const node = {
      id: USER_ID,
      quota_usage: publishedToday(),
      config: { quota_total: settings.quota, quota_duration: 86_400 },
    }
    const { id: _id, ...response } = pick(
      node,
      parseFields(c.req.query('fields'), 'quota_usage'),
      'ContentPublishingLimit',
    )
    return c.json({ data: [response] })
  })

  return app
}

function kindOf(mediaType: string | undefined, isChild: boolean): ContainerRecord['kind'] {
  if (isChild) return 'CHILD'
  if (mediaType === undefined || mediaType === 'IMAGE') return 'IMAGE'
  if (mediaType === 'REELS' || mediaType === 'STORIES' || mediaType === 'CAROUSEL') return mediaType
  throw badParameter(
    `Param media_type must be one of {REELS, STORIES, CAROUSEL}; feed videos are reels`,
  )
}

/** @throws GraphError unless the image is a JPEG of at most 8 MB, from 4:5 to 1.91:1 */
function checkPicture(picture: FetchedMedia): void {
  if (!picture.ok)
    throw new GraphError({
      code: 9_004,
      subcode: 2_207_052,
      message: 'Only photo or video can be accepted as media type.',
      title: 'Only photo or video can be accepted as media type.',
      hint: 'The media could not be fetched from this URI.',
    })
  if (picture.kind !== 'jpeg')
    throw refuse(2_207_005, 'The image format is not supported. Supported formats are: JPEG.')
  if (picture.bytes > MAX_IMAGE_BYTES)
    throw refuse(2_207_004, 'The image is too large to download. It should be less than 8 MiB.')
  const ratio = (picture.width ?? 1) / (picture.height ?? 1)
  if (ratio < 0.795 || ratio > 1.915)
    throw new GraphError({
      code: 36_003,
      subcode: 2_207_009,
      message: 'The submitted image has an aspect ratio that is not supported.',
      title: 'Aspect ratio not supported',
      hint: 'The aspect ratio must be between 4:5 and 1.91:1.',
    })
}

const refuse = (subcode: number, hint: string) =>
  new GraphError({ code: 100, subcode, message: `(#100) ${hint}`, hint })
