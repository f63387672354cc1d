import { and, eq, inArray, isNull, like, or, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { htmlToLexical, imageUrlsInHtml } from '@/modules/content/rules/html-to-lexical'
import { pictureIdsIn, richTextToHtml } from '@/modules/content/rules/rich-text-elements'
import type { ContentInput, CreateContentInput } from '@/modules/content/schemas'
import { categories, content, media, products } from '@/payload-generated-schema'
import type { Content, User } from '@/payload-types'
import { audit } from '@/platform/audit'
import { cacheTags, revalidateTags } from '@/platform/cache-tags'
import { env } from '@/platform/env'
import { AppError, invalidFields, notFound } from '@/platform/errors'
import { type Tx, withTransaction } from '@/platform/transaction'

/**
 * Files of one kind that content may use.
 * @param usedIds the files it has already, which may be in the trash: once restored, they show again
 */
const isUsable = (kind: 'image' | 'audio', usedIds: readonly number[]) =>
  and(
    like(media.mimeType, `${kind}/%`),
    or(isNull(media.deletedAt), inArray(media.id, [...usedIds])),
  )

/** Returns the path of a URL of this shop; null for any other URL. */
const ownPath = (address: string): string | null => {
  const url = URL.canParse(address, env.SERVER_URL) ? new URL(address, env.SERVER_URL) : null
  return url?.origin === new URL(env.SERVER_URL).origin ? url.pathname : null
}
const baseNameIn = (path: RegExp, address: string): string | null =>
  path.exec(ownPath(address) ?? '')?.[1] ?? null

/** Returns the base name of a picture of the library by its URL; null for any other URL. */
const baseNameAt = (address: string): string | null =>
  baseNameIn(/^\/uploads\/([a-z0-9-]+?)(?:-\d+\.(?:webp|avif)|-(?:og|social)\.jpg)$/, address)

/** Finds a picture of the library by its id or its URL. */
const findPictureId = async (
  tx: Tx,
  picture: number | string,
  usedIds: readonly number[],
): Promise<number> => {
  const isWanted =
    typeof picture === 'number'
      ? eq(media.id, picture)
      : eq(media.baseName, baseNameAt(picture) ?? '')
  const [row] = await tx
    .select({ id: media.id })
    .from(media)
    .where(and(isWanted, isUsable('image', usedIds)))
  if (!row)
    throw invalidFields({
      featuredImage: 'This image isn’t in the media library. Please upload it first.',
    })
  return row.id
}

/** Finds a recording of the library by its id or its URL. */
const findAudioId = async (
  tx: Tx,
  audio: number | string,
  usedIds: readonly number[],
): Promise<number> => {
  const isWanted =
    typeof audio === 'number'
      ? eq(media.id, audio)
      : eq(media.baseName, baseNameIn(/^\/uploads\/([a-z0-9-]+)\.(?:mp3|m4a|ogg)$/, audio) ?? '')
  const [row] = await tx
    .select({ id: media.id })
    .from(media)
    .where(and(isWanted, isUsable('audio', usedIds)))
  if (!row)
    throw invalidFields({
      audio: 'This recording isn’t in the media library. Please upload it first.',
    })
  return row.id
}

const assertProductsExist = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, [...ids]))
  const missing = ids.find((id) => !rows.some((row) => row.id === id))
  if (missing !== undefined)
    throw invalidFields({ relatedProductIds: `Product ${missing} doesn’t exist.` })
}

/** Source of a picture while a document is converted through HTML. */
const mediaSource = (id: number): string => `media:${id}`

/** Converts HTML or an editor document to a document that holds only what the shop shows; pictures must be in the library. */
const readDocument = async (
  tx: Tx,
  body: NonNullable<ContentInput['body']>,
  usedIds: readonly number[],
) => {
  const isHtml = typeof body === 'string'
  const html = isHtml ? body : richTextToHtml(body, (id) => ({ src: mediaSource(id), alt: '' }))
  const ids = isHtml ? [] : pictureIdsIn(body)
  const names = isHtml ? imageUrlsInHtml(html).flatMap((src) => baseNameAt(src) ?? []) : []
  const pictures =
    ids.length + names.length === 0
      ? []
      : await tx
          .select({ id: media.id, baseName: media.baseName })
          .from(media)
          .where(
            and(
              isUsable('image', usedIds),
              or(inArray(media.id, ids), inArray(media.baseName, names)),
            ),
          )
  const idsBySource = new Map(
    pictures.flatMap(
      ({ id, baseName }) =>
        [
          [mediaSource(id), id],
          [baseName, id],
        ] as const,
    ),
  )
  return htmlToLexical(html, (src) => idsBySource.get(isHtml ? baseNameAt(src) : src) ?? null)
}

const toDocument = async (
  tx: Tx,
  body: NonNullable<ContentInput['body']>,
  usedIds: readonly number[],
): Promise<NonNullable<Content['body']>> => {
  try {
    return await readDocument(tx, body, usedIds)
  } catch (cause) {
    // Nested too deeply to convert.
    throw cause instanceof RangeError
      ? invalidFields({ body: 'We couldn’t read this text.' })
      : cause
  }
}

const toData = async (
  tx: Tx,
  { categoryId, featuredImage, audio, relatedProductIds, body, ...fields }: ContentInput,
  usedIds: readonly number[] = [],
) => {
  if (relatedProductIds?.length) await assertProductsExist(tx, relatedProductIds)
  if (categoryId) {
    const [category] = await tx
      .select({ id: categories.id })
      .from(categories)
      .where(eq(categories.id, categoryId))
    if (!category) throw invalidFields({ categoryId: 'This category doesn’t exist.' })
  }
  return {
    ...fields,
    ...(categoryId === undefined ? {} : { category: categoryId }),
    ...(featuredImage === undefined
      ? {}
      : { featuredImage: featuredImage ? await findPictureId(tx, featuredImage, usedIds) : null }),
    ...(audio === undefined ? {} : { audio: audio ? await findAudioId(tx, audio, usedIds) : null }),
    ...(relatedProductIds === undefined ? {} : { relatedProducts: relatedProductIds }),
    ...(body === undefined ? {} : { body: await toDocument(tx, body, usedIds) }),
  }
}

/** Locks content until the transaction ends. @throws AppError not_found */
const lockContent = async (tx: Tx, id: number) => {
  const [row] = await tx
    .select({
      updatedAt: content.updatedAt,
      deletedAt: content.deletedAt,
      slug: content.slug,
      body: content.body,
      featuredImage: content.featuredImage,
      audio: content.audio,
    })
    .from(content)
    .where(eq(content.id, id))
    .for('update')
  if (!row) throw notFound('This article')
  return { ...row, isTrashed: row.deletedAt !== null }
}

/** Locks content that can be edited. @throws AppError not_found, conflict (in the trash) */
export async function lockEditable(tx: Tx, id: number) {
  const row = await lockContent(tx, id)
  if (row.isTrashed)
    throw new AppError('conflict', 'This article is in the trash. Please restore it first.')
  return row
}

/**
 * Creates content and returns its id. Without a slug, the title gives one.
 * @throws AppError invalid, with a message per field
 */
export function createContent(
  payload: Payload,
  user: User,
  { title, contentType, status, ...input }: CreateContentInput,
): Promise<number> {
  return withTransaction(payload, async (req, tx) => {
    const { slug = '', ...data } = await toData(tx, input)
    const { id } = await payload.create({
      collection: 'content',
      depth: 0,
      overrideAccess: false,
      user,
      req,
      data: { ...data, slug, title, contentType, status },
    })
    return id
  })
}

/**
 * Changes the given fields of content.
 * @param assertUnchanged gets the ISO time of the last change; throws if the caller hasn't seen it
 * @throws AppError not_found, conflict (in the trash), invalid, and what `assertUnchanged` throws
 */
export function updateContent(
  payload: Payload,
  user: User,
  id: number,
  input: ContentInput,
  assertUnchanged: (updatedAt: string) => void,
): Promise<void> {
  return withTransaction(payload, async (req, tx) => {
    const { updatedAt, body, featuredImage, audio } = await lockEditable(tx, id)
    const usedIds = [...pictureIdsIn(body), featuredImage, audio].filter((file) => file !== null)
    assertUnchanged(new Date(updatedAt).toISOString())
    await payload.update({
      collection: 'content',
      id,
      depth: 0,
      overrideAccess: false,
      user,
      req,
      data: await toData(tx, input, usedIds),
    })
  })
}

/**
 * Moves content to the trash or back. A trigger saves its status and restores it (migration
 * restored_schedules). Written without the Local API, which would add a version. Repeating changes nothing.
 */
const setTrashed = (payload: Payload, user: User, id: number, toTrash: boolean): Promise<boolean> =>
  withTransaction(payload, async (req, tx) => {
    const { isTrashed, slug } = await lockContent(tx, id)
    if (isTrashed === toTrash) return false
    await tx
      .update(content)
      .set({ deletedAt: toTrash ? sql`now()` : null, updatedAt: sql`now()` })
      .where(eq(content.id, id))
    await revalidateTags(req, [cacheTags.content(slug), cacheTags.contents])
    await audit(tx, user, {
      action: toTrash ? 'content.trashed' : 'content.restored',
      subjectType: 'content',
      subjectId: id,
    })
    return true
  })

/** Moves content to the trash; it leaves the shop at once. Resolves with false if it was there. @throws AppError not_found */
export function trashContent(payload: Payload, user: User, id: number): Promise<boolean> {
  return setTrashed(payload, user, id, true)
}
/**
 * Restores content from the trash with the status it had; what was scheduled becomes a draft once its time has passed.
 * Resolves with false if it wasn't there.
 * @throws AppError not_found
 */
export function restoreContent(payload: Payload, user: User, id: number): Promise<boolean> {
  return setTrashed(payload, user, id, false)
}

/**
 * Restores the text and pictures of an earlier version, as a new version. The status, dates, and view count don't
 * change: an old text neither publishes nor unpublishes content. The slug changes only as with any other edit
 * (setSlug).
 * @throws AppError not_found, conflict (in the trash)
 */
export function restoreVersion(
  payload: Payload,
  user: User,
  id: number,
  versionId: number,
): Promise<void> {
  return withTransaction(payload, async (req, tx) => {
    await lockEditable(tx, id)
    const {
      docs: [restored],
    } = await payload.findVersions({
      collection: 'content',
      where: { and: [{ id: { equals: versionId } }, { parent: { equals: id } }] },
      limit: 1,
      depth: 0,
      overrideAccess: false,
      user,
      req,
    })
    if (!restored) throw notFound('This version')
    const {
      title,
      excerpt,
      body,
      featuredImage,
      audio,
      transcript,
      seoTitle,
      seoDescription,
      seoKeywords,
      tags,
    } = restored.version
    await payload.update({
      collection: 'content',
      id,
      depth: 0,
      overrideAccess: false,
      user,
      req,
      data: {
        title,
        excerpt,
        body,
        featuredImage,
        audio,
        transcript,
        seoTitle,
        seoDescription,
        seoKeywords,
        tags,
      },
    })
  })
}
