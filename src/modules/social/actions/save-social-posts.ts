import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { readPostAttachments, toSocialDraft } from '@/modules/social/queries/post-preview'
import { composePost } from '@/modules/social/rules/compose-post'
import {
  type DeliveryStatus,
  isPostEditable,
  type SocialPlatform,
  socialPlatformLabels,
  type SocialPostStatus,
} from '@/modules/social/rules/social-post'
import type { SocialInput } from '@/modules/social/schemas'
import type { User } from '@/payload-types'
import { audit } from '@/platform/audit'
import { AppError, notFound } from '@/platform/errors'
import { type Tx, type TxRequest, withTransaction } from '@/platform/transaction'

import { queueDelivery, startDeliveries, updatePostStatus } from './deliveries'

const wrong = (fields: Record<string, string>): AppError =>
  new AppError('invalid', 'Some of what was sent cannot be used.', { fields })

type Words = {
  postText: string
  platforms: SocialPlatform[]
  hashtags: string[]
  contentId: number | null
  productId: number | null
  mediaIds: number[]
}
type Found = Words & {
  status: SocialPostStatus
  updatedAt: string
  isGone: boolean
  scheduledFor: string | null
  deliveries: { status: DeliveryStatus }[]
}

const lock = async (tx: Tx, id: number): Promise<Found> => {
  const {
    rows: [row],
  } = await tx.execute(sql`
    select p.status, p.updated_at as "updatedAt", p.deleted_at is not null as "isGone", p.post_text as "postText", p.content_id as "contentId", p.product_id as "productId", p.scheduled_for as "scheduledFor",
      array(select s.value::text from social_posts_platforms s where s.parent_id = p.id order by s."order") as platforms,
      array(select t.text from social_posts_texts t where t.parent_id = p.id and t.path = 'hashtags' order by t."order") as hashtags,
      array(select r.media_id from social_posts_rels r where r.parent_id = p.id and r.path = 'media' order by r."order") as "mediaIds",
      coalesce((select json_agg(json_build_object('status', d.status)) from social_deliveries d where d.post_id = p.id), '[]') as deliveries
    from social_posts p where p.id = ${id} for update of p`)
  if (!row) throw notFound('This post')
  const found = row as unknown as Found
  return { ...found, updatedAt: new Date(found.updatedAt).toISOString() }
}

const there = async (tx: Tx, { contentId, productId, mediaIds }: SocialInput): Promise<void> => {
  const {
    rows: [row],
  } = await tx.execute(sql`select
    ${contentId ?? null}::integer is null or exists (select from content where id = ${contentId ?? null} and deleted_at is null) as content,
    ${productId ?? null}::integer is null or exists (select from products where id = ${productId ?? null} and deleted_at is null) as product,
    (select count(*) from media where deleted_at is null and mime_type like 'image/%' and id in (select value::integer from json_array_elements_text(${JSON.stringify(mediaIds ?? [])}::json)))::integer as pictures`)
  const { content, product, pictures } = row as unknown as {
    content: boolean
    product: boolean
    pictures: number
  }
  if (!content) throw wrong({ contentId: 'This piece does not exist.' })
  if (!product) throw wrong({ productId: 'This product does not exist.' })
  if (pictures < (mediaIds?.length ?? 0))
    throw wrong({ mediaIds: 'Only pictures of the library can go along.' })
}

/** What each chosen network would refuse is refused here, before anything is sent or planned. */
const refuseUnfit = async (payload: Payload, words: Words, isNow: boolean): Promise<void> => {
  if (words.platforms.length === 0)
    throw wrong({ platforms: 'Please choose at least one network.' })
  const parts = await readPostAttachments(payload, words)
  // What is planned may well wait for its piece.
  const hidden = isNow ? parts.things.find(({ isPublic }) => !isPublic) : undefined
  if (hidden)
    throw wrong({
      [`${hidden.kind}Id`]: `“${hidden.title}” is not ${hidden.kind === 'content' ? 'published' : 'for sale'} now, so the link would lead nowhere.`,
    })
  const draft = toSocialDraft(words, parts)
  const problems = words.platforms.flatMap((platform) =>
    composePost(platform, draft).problems.map(
      (problem) => `${socialPlatformLabels[platform]}: ${problem}`,
    ),
  )
  if (problems.length > 0) throw wrong({ platforms: problems.join(' ') })
}
const refusePast = (scheduledFor: string | null | undefined, now = Date.now()): string => {
  if (!scheduledFor) throw wrong({ scheduledFor: 'Please choose when it goes out.' })
  if (Date.parse(scheduledFor) <= now)
    throw wrong({
      scheduledFor: 'This moment has passed. Please choose one that is still to come.',
    })
  return scheduledFor
}

const dataOf = ({
  postText,
  platforms,
  hashtags,
  contentId,
  productId,
  mediaIds,
}: SocialInput) => ({
  ...(postText === undefined ? {} : { postText }),
  ...(platforms === undefined ? {} : { platforms }),
  ...(hashtags === undefined ? {} : { hashtags }),
  ...(contentId === undefined ? {} : { content: contentId }),
  ...(productId === undefined ? {} : { product: productId }),
  ...(mediaIds === undefined ? {} : { media: mediaIds }),
})

/** The chosen state as it is saved with the words. What goes out now keeps its state until `sendNow`. */
const planOf = async (
  payload: Payload,
  words: Words,
  { status, scheduledFor }: Pick<SocialInput, 'status' | 'scheduledFor'>,
) => {
  if (status === 'published') return { scheduledFor: null }
  if (status !== 'scheduled') return { status: 'draft', scheduledFor: null }
  const day = refusePast(scheduledFor)
  await refuseUnfit(payload, words, false)
  return { status, scheduledFor: day }
}

/** Hands a saved post to the worker. */
const sendNow = async (
  payload: Payload,
  tx: Tx,
  user: User,
  id: number,
  words: Words,
): Promise<void> => {
  await refuseUnfit(payload, words, true)
  await tx.execute(sql`update social_posts set scheduled_for = null where id = ${id}`)
  await startDeliveries(tx, id, words.platforms)
  await audit(tx, user, {
    action: 'social.publish_requested',
    subjectType: 'social-post',
    subjectId: id,
    details: { networks: words.platforms },
  })
}

const create = async (
  payload: Payload,
  req: TxRequest,
  tx: Tx,
  user: User,
  input: SocialInput,
): Promise<number> => {
  const words: Words = {
    postText: input.postText ?? '',
    platforms: input.platforms ?? [],
    hashtags: input.hashtags ?? [],
    contentId: input.contentId ?? null,
    productId: input.productId ?? null,
    mediaIds: input.mediaIds ?? [],
  }
  // The same post again within two minutes is a second click, or a retry after a lost answer.
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`social ${user.id} ${words.postText}`}, 7))`,
  )
  const {
    rows: [twin],
  } = await tx.execute(sql`
    select p.id from social_posts p where p.post_text = ${words.postText} and p.deleted_at is null and p.created_at > now() - interval '2 minutes'
      and p.content_id is not distinct from ${words.contentId}::integer and p.product_id is not distinct from ${words.productId}::integer and (p.status = 'draft') = ${(input.status ?? 'draft') === 'draft'}
      and array(select s.value::text from social_posts_platforms s where s.parent_id = p.id order by s."order") = array(select json_array_elements_text(${JSON.stringify(words.platforms)}::json)) limit 1`)
  if (twin) return Number(twin.id)
  await there(tx, words)
  const { id } = await payload.create({
    collection: 'social-posts',
    depth: 0,
    user,
    req,
    data: { ...dataOf(words), ...(await planOf(payload, words, input)) } as never,
  })
  if (input.status === 'published') await sendNow(payload, tx, user, id, words)
  return id
}

/** @throws AppError invalid, with a sentence for each field */
export function createSocialPost(
  payload: Payload,
  user: User,
  input: SocialInput,
): Promise<number> {
  return withTransaction(payload, (req, tx) => create(payload, req, tx, user, input))
}

/** One post for each network about one piece, all or none. @throws AppError invalid */
export function sharePosts(
  payload: Payload,
  user: User,
  {
    contentId,
    posts,
    status,
    scheduledFor,
  }: {
    contentId: number
    posts: readonly {
      platform: SocialPlatform
      postText: string
      hashtags: string[]
      productId: number | null
      mediaIds: number[]
    }[]
    status: SocialInput['status']
    scheduledFor: string | null
  },
): Promise<number[]> {
  return withTransaction(payload, async (req, tx) => {
    const ids: number[] = []
    for (const [index, { platform, ...post }] of posts.entries()) {
      try {
        ids.push(
          await create(payload, req, tx, user, {
            ...post,
            contentId,
            platforms: [platform],
            status,
            scheduledFor,
          }),
        )
      } catch (error) {
        // Each network has its own form there.
        if (
          error instanceof AppError &&
          error.fields &&
          !error.fields.scheduledFor &&
          !error.fields.contentId
        )
          throw wrong(
            Object.fromEntries(
              Object.values(error.fields).map((sentence) => [`posts.${index}`, sentence]),
            ),
          )
        throw error
      }
    }
    return ids
  })
}

const refuseGone = ({ isGone }: Found): void => {
  if (isGone) throw new AppError('conflict', 'This post is in the trash. Please restore it first.')
}
const refuseFixed = ({ status, deliveries }: Found): void => {
  if (status === 'sending') throw new AppError('conflict', 'This post is being sent right now.')
  if (!isPostEditable(status, deliveries))
    throw new AppError(
      'conflict',
      'Some of this post is out already, so its words stay as they are. Make a copy to say something else.',
    )
}

/**
 * Changes what is given. `check` is told when the post was changed last, and refuses what was written without having
 * seen that.
 * @throws AppError not_found, conflict (in the trash, being sent, or out), invalid, and what `check` throws
 */
export function updateSocialPost(
  payload: Payload,
  user: User,
  id: number,
  input: SocialInput,
  check: (updatedAt: string) => void,
): Promise<void> {
  return withTransaction(payload, async (req, tx) => {
    const before = await lock(tx, id)
    refuseGone(before)
    check(before.updatedAt)
    refuseFixed(before)
    await there(tx, input)
    const { status, scheduledFor, ...given } = input
    const words: Words = {
      ...before,
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    }
    const wanted = status ?? (before.status === 'scheduled' ? 'scheduled' : 'draft')
    const plan = await planOf(payload, words, {
      status: wanted,
      scheduledFor:
        scheduledFor === undefined
          ? before.scheduledFor && new Date(before.scheduledFor).toISOString()
          : scheduledFor,
    })
    await payload.update({
      collection: 'social-posts',
      id,
      depth: 0,
      user,
      req,
      data: { ...dataOf(given), ...plan } as never,
    })
    if (wanted === 'published') await sendNow(payload, tx, user, id, words)
    else
      await tx.execute(
        sql`delete from social_deliveries where post_id = ${id} and status = 'failed'`,
      )
  })
}

/** Another day for a post that is not out: for the calendar. A draft is scheduled by it. @throws AppError as updateSocialPost */
export function schedulePost(
  payload: Payload,
  user: User,
  id: number,
  scheduledFor: string,
  check: (updatedAt: string) => void,
): Promise<void> {
  return updateSocialPost(payload, user, id, { status: 'scheduled', scheduledFor }, check)
}

/** Now. Asking twice sends once. @throws AppError not_found, conflict, invalid */
export function publishNow(payload: Payload, user: User, id: number): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    const before = await lock(tx, id)
    refuseGone(before)
    if (before.status === 'sending' || before.status === 'published') return
    if (before.deliveries.some(({ status }) => status === 'unknown'))
      throw new AppError(
        'conflict',
        'Whether some of it is out is not known. Please look at the network first.',
      )
    await sendNow(payload, tx, user, id, before)
  })
}

const delivery = async (
  tx: Tx,
  id: number,
  platform: SocialPlatform,
): Promise<{ id: number; status: DeliveryStatus; isOver: boolean }> => {
  refuseGone(await lock(tx, id))
  const {
    rows: [row],
  } = await tx.execute(
    sql`select id, status, coalesce((progress->>'over')::boolean, false) as "isOver" from social_deliveries where post_id = ${id} and platform = ${platform} for update`,
  )
  if (!row) throw notFound('This delivery')
  return row as unknown as { id: number; status: DeliveryStatus; isOver: boolean }
}

/**
 * Once more, on one network. What may be out already only after somebody has looked there. Asking twice sends once.
 * @throws AppError not_found, conflict
 */
export function retryDelivery(
  payload: Payload,
  user: User,
  id: number,
  platform: SocialPlatform,
  isNotThere: boolean,
): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    const { id: deliveryId, status, isOver } = await delivery(tx, id, platform)
    if (status === 'waiting' || status === 'sending') return
    if (status === 'published' || status === 'by-hand')
      throw new AppError('conflict', `It is on ${socialPlatformLabels[platform]} already.`)
    if (status === 'unknown' && !isOver)
      throw new AppError('conflict', 'It is being looked for right now. Please wait a few minutes.')
    if (status === 'unknown' && !isNotThere)
      throw new AppError(
        'conflict',
        `It may be on ${socialPlatformLabels[platform]} already. Please look there first, so that it is not posted twice.`,
      )
    await tx.execute(
      sql`update social_deliveries set status = 'waiting', reason = null, progress = null, updated_at = now() where id = ${deliveryId}`,
    )
    await queueDelivery(tx, deliveryId)
    await updatePostStatus(tx, id)
    await audit(tx, user, {
      action: 'social.retried',
      subjectType: 'social-post',
      subjectId: id,
      details: { network: platform, lookedThere: isNotThere },
    })
  })
}

/** Somebody posted it there by hand, or found it there. @throws AppError not_found, conflict while it is being sent */
export function markPosted(
  payload: Payload,
  user: User,
  id: number,
  platform: SocialPlatform,
  url: string,
): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    const found = await lock(tx, id)
    refuseGone(found)
    if (!found.platforms.includes(platform)) throw notFound('This delivery')
    await tx.execute(
      sql`insert into social_deliveries (post_id, platform, status) values (${id}, ${platform}, 'failed') on conflict (post_id, platform) do nothing`,
    )
    const { id: deliveryId, status, isOver } = await delivery(tx, id, platform)
    if (status === 'sending' || (status === 'unknown' && !isOver))
      throw new AppError('conflict', 'It is being sent right now. Please wait a moment.')
    if (status === 'published')
      throw new AppError('conflict', `It is on ${socialPlatformLabels[platform]} already.`)
    await tx.execute(
      sql`update social_deliveries set status = 'by-hand', url = ${url}, reason = null, progress = null, published_at = coalesce(published_at, now()), updated_at = now() where id = ${deliveryId}`,
    )
    // The networks that nobody has handed it to yet wait for their day.
    if (found.status === 'draft' || found.status === 'scheduled') {
      const {
        rows: [left],
      } = await tx.execute(
        sql`select count(*)::integer as count from social_posts_platforms s where s.parent_id = ${id} and not exists (select from social_deliveries d where d.post_id = ${id} and d.platform::text = s.value::text)`,
      )
      if (Number(left?.count) === 0) await updatePostStatus(tx, id)
    } else await updatePostStatus(tx, id)
    await audit(tx, user, {
      action: 'social.marked_posted',
      subjectType: 'social-post',
      subjectId: id,
      details: { network: platform },
    })
  })
}

/** To the trash; it no longer goes out. What is out stays there. Again changes nothing. @throws AppError not_found, conflict while it is being sent */
export function trashSocialPost(payload: Payload, user: User, id: number): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    const { isGone, status } = await lock(tx, id)
    if (isGone) return
    if (status === 'sending')
      throw new AppError('conflict', 'This post is being sent right now. Please wait a moment.')
    await tx.execute(
      sql`update social_posts set deleted_at = now(), updated_at = now() where id = ${id}`,
    )
    await audit(tx, user, { action: 'social.trashed', subjectType: 'social-post', subjectId: id })
  })
}

/** Back as it was; only a plan whose time has passed meanwhile comes back as a draft. @throws AppError not_found */
export function restoreSocialPost(payload: Payload, user: User, id: number): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    const { isGone } = await lock(tx, id)
    if (!isGone) return
    await tx.execute(sql`
      update social_posts set deleted_at = null, updated_at = now(), status = case when status = 'scheduled' and scheduled_for <= now() then 'draft'::enum_social_posts_status else status end where id = ${id}`)
    await audit(tx, user, { action: 'social.restored', subjectType: 'social-post', subjectId: id })
  })
}
