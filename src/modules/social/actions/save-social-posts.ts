import { and, eq, isNull, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload, Where } from 'payload'

import {
  hiddenLinkMessage,
  readPostAttachments,
  toSocialDraft,
} from '@/modules/social/queries/post-preview'
import { selectSocialPosts, type SocialPostRecord } from '@/modules/social/queries/social-posts'
import { composePost } from '@/modules/social/rules/compose-post'
import {
  isPostEditable,
  type SocialPlatform,
  socialPlatformLabels,
} from '@/modules/social/rules/social-post'
import type { SocialInput } from '@/modules/social/schemas'
import { social_deliveries, social_posts } from '@/payload-generated-schema'
import type { SocialPost, User } from '@/payload-types'
import { audit, type AuditDetails, createdFrom, findCreatedFrom } from '@/platform/audit'
import { AppError, invalidFields, notFound } from '@/platform/errors'
import { type Tx, type TxRequest, withTransaction } from '@/platform/transaction'

import {
  queueDelivery,
  restartedDelivery,
  startDeliveries,
  updatedNow,
  updatePostStatus,
} from './deliveries'

/** A post as it will be saved. */
type PostDraft = Pick<
  SocialPostRecord,
  'postText' | 'platforms' | 'hashtags' | 'contentId' | 'productId' | 'mediaIds'
>

const lockPost = async (tx: Tx, id: number): Promise<SocialPostRecord> => {
  const [post] = await selectSocialPosts(tx)
    .where(eq(social_posts.id, id))
    .for('update', { of: social_posts })
  if (!post) throw notFound('This post')
  return post
}

const lockActivePost = async (tx: Tx, id: number): Promise<SocialPostRecord> => {
  const post = await lockPost(tx, id)
  if (post.deletedAt)
    throw new AppError('conflict', 'This post is in the trash. Please restore it first.')
  return post
}

async function assertAttachmentsExist(
  req: TxRequest,
  { contentId, productId, mediaIds = [] }: SocialInput,
): Promise<void> {
  const exist = async (
    collection: 'content' | 'products' | 'media',
    ids: readonly number[],
    condition: Where = {},
  ): Promise<boolean> => {
    if (ids.length === 0) return true
    const where = { and: [{ id: { in: ids } }, condition] }
    return (await req.payload.count({ collection, where, req })).totalDocs === ids.length
  }
  if (!(await exist('content', contentId ? [contentId] : [])))
    throw invalidFields({ contentId: 'This article doesn’t exist.' })
  if (!(await exist('products', productId ? [productId] : [])))
    throw invalidFields({ productId: 'This product doesn’t exist.' })
  if (!(await exist('media', mediaIds, { mimeType: { contains: 'image/' } })))
    throw invalidFields({ mediaIds: 'Only images from the media library can be attached.' })
}

/** Rejects a post that one of its networks would refuse, before anything is sent or scheduled. */
async function assertPublishable(
  payload: Payload,
  post: PostDraft,
  { isNow }: { isNow: boolean },
): Promise<void> {
  if (post.platforms.length === 0)
    throw invalidFields({ platforms: 'Please choose at least one network.' })
  const attachments = await readPostAttachments(payload, post)
  // A scheduled post may link to an item that is published later.
  const hiddenLink = isNow ? attachments.links.find(({ isPublic }) => !isPublic) : undefined
  if (hiddenLink) throw invalidFields({ [`${hiddenLink.kind}Id`]: hiddenLinkMessage(hiddenLink) })
  const draft = toSocialDraft(post, attachments)
  const problems = post.platforms.flatMap((platform) =>
    composePost(platform, draft).problems.map(
      (problem) => `${socialPlatformLabels[platform]}: ${problem}`,
    ),
  )
  if (problems.length > 0) throw invalidFields({ platforms: problems.join(' ') })
}

const toFields = ({ contentId, productId, mediaIds, ...fields }: Partial<PostDraft>) => ({
  ...fields,
  ...(contentId !== undefined && { content: contentId }),
  ...(productId !== undefined && { product: productId }),
  ...(mediaIds !== undefined && { media: mediaIds }),
})

type Schedule = Partial<Pick<SocialPost, 'status' | 'scheduledFor'>>

/** Validates the chosen status for saving. A post that is published now keeps its status until `publish`. */
async function toSchedule(
  payload: Payload,
  post: PostDraft,
  { status, scheduledFor }: Pick<SocialInput, 'status' | 'scheduledFor'>,
): Promise<Schedule> {
  if (status === 'published') return { scheduledFor: null }
  if (status !== 'scheduled') return { status: 'draft', scheduledFor: null }
  if (!scheduledFor) throw invalidFields({ scheduledFor: 'Please choose when to publish it.' })
  if (Date.parse(scheduledFor) <= Date.now())
    throw invalidFields({ scheduledFor: 'That time has passed. Please choose a future time.' })
  await assertPublishable(payload, post, { isNow: false })
  return { status, scheduledFor }
}

const auditPost = (
  tx: Tx,
  user: User,
  id: number,
  action: 'publish_requested' | 'retried' | 'marked_posted',
  details: AuditDetails,
): Promise<void> =>
  audit(tx, user, {
    action: `social.${action}`,
    subjectType: 'social-post',
    subjectId: id,
    details,
  })

/** Enqueues a saved post for all its networks. */
async function publish(
  payload: Payload,
  tx: Tx,
  user: User,
  id: number,
  post: PostDraft,
): Promise<void> {
  await assertPublishable(payload, post, { isNow: true })
  await tx.update(social_posts).set({ scheduledFor: null }).where(eq(social_posts.id, id))
  await startDeliveries(tx, id, post.platforms)
  await auditPost(tx, user, id, 'publish_requested', { networks: post.platforms })
}

/** Finds the post that this user created from the same input in the last two minutes, unless it is in the trash. */
async function findRecentDuplicate(tx: Tx, user: User, input: object): Promise<number | null> {
  const id = await findCreatedFrom(tx, user, 'social.created', input)
  if (id === null) return null
  const [twin] = await tx
    .select({ id: social_posts.id })
    .from(social_posts)
    .where(and(eq(social_posts.id, id), isNull(social_posts.deletedAt)))
  return twin?.id ?? null
}

async function create(
  req: TxRequest,
  tx: Tx,
  user: User,
  { status, scheduledFor, ...input }: SocialInput,
): Promise<number> {
  const { payload } = req
  const post: PostDraft = {
    postText: input.postText ?? '',
    platforms: input.platforms ?? [],
    hashtags: input.hashtags ?? [],
    contentId: input.contentId ?? null,
    productId: input.productId ?? null,
    mediaIds: input.mediaIds ?? [],
  }
  const whole = { ...post, status, scheduledFor }
  const twinId = await findRecentDuplicate(tx, user, whole)
  if (twinId !== null) return twinId
  await assertAttachmentsExist(req, post)
  const { id } = await payload.create({
    collection: 'social-posts',
    depth: 0,
    user,
    req,
    overrideAccess: false,
    context: createdFrom(whole),
    data: {
      ...toFields(post),
      postText: post.postText,
      platforms: post.platforms,
      status: 'draft',
      ...(await toSchedule(payload, post, { status, scheduledFor })),
    },
  })
  if (status === 'published') await publish(payload, tx, user, id, post)
  return id
}

/** @throws AppError invalid, with a sentence for each field */
export function createSocialPost(
  payload: Payload,
  user: User,
  input: SocialInput,
): Promise<number> {
  return withTransaction(payload, (req, tx) => create(req, tx, user, input))
}

/** Creates one post per network about one content item, all or none. @throws AppError invalid */
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
    posts: readonly (Pick<PostDraft, 'postText' | 'hashtags' | 'productId' | 'mediaIds'> & {
      platform: SocialPlatform
    })[]
    status: SocialInput['status']
    scheduledFor: string | null
  },
): Promise<number[]> {
  return withTransaction(payload, async (req, tx) => {
    const ids: number[] = []
    for (const [index, { platform, ...post }] of posts.entries()) {
      const input = { ...post, contentId, platforms: [platform], status, scheduledFor }
      try {
        ids.push(await create(req, tx, user, input))
      } catch (error) {
        // Each network has its own form on that screen.
        if (
          error instanceof AppError &&
          error.fields &&
          !error.fields.scheduledFor &&
          !error.fields.contentId
        )
          throw invalidFields(
            Object.fromEntries(
              Object.values(error.fields).map((message) => [`posts.${index}`, message]),
            ),
          )
        throw error
      }
    }
    return ids
  })
}

/**
 * Changes the given fields. `check` gets the time of the last change, and throws if the user has
 * not seen that version.
 * @throws AppError not_found, conflict (in the trash, being sent, or out), invalid, and what `check` throws
 */
export function updateSocialPost(
  payload: Payload,
  user: User,
  id: number,
  { status, scheduledFor, ...input }: SocialInput,
  check: (updatedAt: string) => void,
): Promise<void> {
  return withTransaction(payload, async (req, tx) => {
    const current = await lockActivePost(tx, id)
    check(current.updatedAt)
    if (current.status === 'sending') throw new AppError('conflict', 'This post is being sent.')
    if (!isPostEditable(current.status, current.deliveries))
      throw new AppError(
        'conflict',
        'Part of this post is already published, so its text can’t change. Duplicate the post to say something else.',
      )
    await assertAttachmentsExist(req, input)
    const changes = Object.fromEntries(
      Object.entries(input).filter(([, value]) => value !== undefined),
    )
    const post: PostDraft = { ...current, ...changes }
    const newStatus = status ?? (current.status === 'scheduled' ? 'scheduled' : 'draft')
    const schedule = await toSchedule(payload, post, {
      status: newStatus,
      scheduledFor: scheduledFor === undefined ? current.scheduledFor : scheduledFor,
    })
    await saveDocument(req, user, id, { ...toFields(changes), ...schedule })
    if (newStatus === 'published') await publish(payload, tx, user, id, post)
    else
      await tx
        .delete(social_deliveries)
        .where(and(eq(social_deliveries.post, id), eq(social_deliveries.status, 'failed')))
  })
}

/** Moves a post that is not out yet to another date; a draft becomes scheduled. @throws AppError as updateSocialPost */
export function schedulePost(
  payload: Payload,
  user: User,
  id: number,
  scheduledFor: string,
  check: (updatedAt: string) => void,
): Promise<void> {
  return updateSocialPost(payload, user, id, { status: 'scheduled', scheduledFor }, check)
}

/** Publishes a post now. Repeating it sends the post once. @throws AppError not_found, conflict, invalid */
export function publishNow(payload: Payload, user: User, id: number): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    const post = await lockActivePost(tx, id)
    if (post.status === 'sending' || post.status === 'published') return
    if (post.deliveries.some(({ status }) => status === 'unknown'))
      throw new AppError(
        'conflict',
        'Part of this post may already be published. Please check the network first.',
      )
    await publish(payload, tx, user, id, post)
  })
}

const lockDelivery = async (tx: Tx, postId: number, platform: SocialPlatform) => {
  const [delivery] = await tx
    .select({
      id: social_deliveries.id,
      status: social_deliveries.status,
      needsUser: sql<boolean>`coalesce((${social_deliveries.progress}->>'over')::boolean, false)`,
    })
    .from(social_deliveries)
    .where(and(eq(social_deliveries.post, postId), eq(social_deliveries.platform, platform)))
    .for('update')
  if (!delivery) throw notFound('This delivery')
  return delivery
}

/**
 * Delivers a post to one network again. If it may be out already, `isNotThere` must confirm that
 * someone checked. Repeating it sends the post once.
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
    await lockActivePost(tx, id)
    const delivery = await lockDelivery(tx, id, platform)
    const { status, needsUser } = delivery
    if (status === 'waiting' || status === 'sending') return
    if (status === 'published' || status === 'by-hand')
      throw new AppError('conflict', `Already posted on ${socialPlatformLabels[platform]}.`)
    if (status === 'unknown' && !needsUser)
      throw new AppError('conflict', 'We’re checking for the post. Please wait a few minutes.')
    if (status === 'unknown' && !isNotThere)
      throw new AppError(
        'conflict',
        `It may already be on ${socialPlatformLabels[platform]}. Please check there first so it isn’t posted twice.`,
      )
    await tx
      .update(social_deliveries)
      .set(restartedDelivery)
      .where(eq(social_deliveries.id, delivery.id))
    await queueDelivery(tx, delivery.id)
    await updatePostStatus(tx, id)
    await auditPost(tx, user, id, 'retried', { network: platform, lookedThere: isNotThere })
  })
}

/** Records that a user published the post by hand, or found it on the network. @throws AppError not_found, conflict while it is being sent */
export function markPosted(
  payload: Payload,
  user: User,
  id: number,
  platform: SocialPlatform,
  url: string,
): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    const post = await lockActivePost(tx, id)
    if (!post.platforms.includes(platform)) throw notFound('This delivery')
    await tx
      .insert(social_deliveries)
      .values({ post: id, platform, status: 'failed' })
      .onConflictDoNothing({ target: [social_deliveries.post, social_deliveries.platform] })
    const delivery = await lockDelivery(tx, id, platform)
    const { status, needsUser } = delivery
    if (status === 'sending' || (status === 'unknown' && !needsUser))
      throw new AppError('conflict', 'This post is being sent. Please wait a moment.')
    if (status === 'published')
      throw new AppError('conflict', `Already posted on ${socialPlatformLabels[platform]}.`)
    await tx
      .update(social_deliveries)
      .set({
        status: 'by-hand',
        url,
        reason: null,
        progress: null,
        publishedAt: sql`coalesce(${social_deliveries.publishedAt}, now())`,
        ...updatedNow,
      })
      .where(eq(social_deliveries.id, delivery.id))
    // A draft or scheduled post keeps its status while other networks have not been started.
    const isStarted = post.status !== 'draft' && post.status !== 'scheduled'
    const delivered = new Set([platform, ...post.deliveries.map((one) => one.platform)])
    if (isStarted || post.platforms.every((one) => delivered.has(one)))
      await updatePostStatus(tx, id)
    await auditPost(tx, user, id, 'marked_posted', { network: platform })
  })
}

/** Saves fields of a locked post as a user; its hooks audit the change. */
const saveDocument = (
  req: TxRequest,
  user: User,
  id: number,
  data: Partial<Omit<SocialPost, 'id'>>,
) =>
  req.payload.update({
    collection: 'social-posts',
    id,
    data,
    trash: true,
    depth: 0,
    user,
    req,
    overrideAccess: false,
  })

/**
 * Moves a post to the trash, so that it is not sent. What is published stays there. Repeating it
 * changes nothing.
 * @throws AppError not_found, conflict while it is being sent
 */
export function trashSocialPost(payload: Payload, user: User, id: number): Promise<void> {
  return withTransaction(payload, async (req, tx) => {
    const { deletedAt, status } = await lockPost(tx, id)
    if (deletedAt) return
    if (status === 'sending')
      throw new AppError('conflict', 'This post is being sent. Please wait a moment.')
    await saveDocument(req, user, id, { deletedAt: new Date().toISOString() })
  })
}

/** Restores a post from the trash; one whose scheduled time has passed becomes a draft. @throws AppError not_found */
export function restoreSocialPost(payload: Payload, user: User, id: number): Promise<void> {
  return withTransaction(payload, async (req, tx) => {
    const { deletedAt, status, scheduledFor } = await lockPost(tx, id)
    if (!deletedAt) return
    const isPast = scheduledFor !== null && Date.parse(scheduledFor) <= Date.now()
    await saveDocument(req, user, id, {
      deletedAt: null,
      ...(status === 'scheduled' && isPast && { status: 'draft' }),
    })
  })
}
