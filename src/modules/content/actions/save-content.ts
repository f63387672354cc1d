import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { htmlToLexical, imageUrlsInHtml } from '@/modules/content/rules/html-to-lexical'
import { pictureIdsIn, richTextToHtml } from '@/modules/content/rules/rich-text-elements'
import type { ContentInput } from '@/modules/content/schemas'
import type { Content, User } from '@/payload-types'
import { audit } from '@/platform/audit'
import { cacheTags, revalidateTags } from '@/platform/cache-tags'
import { env } from '@/platform/env'
import { AppError, notFound } from '@/platform/errors'
import { type Tx, type TxRequest, withTransaction } from '@/platform/transaction'

const wrong = (field: string, sentence: string): AppError =>
  new AppError('invalid', 'Some of what was sent cannot be used.', {
    fields: { [field]: sentence },
  })

const isPicture = sql`mime_type like 'image/%' and deleted_at is null`
/** The name of its files, where it is the address of a picture of ours. */
const baseNameAt = (address: string): string | null => {
  const url = URL.canParse(address, env.SERVER_URL) ? new URL(address, env.SERVER_URL) : null
  return url?.origin === new URL(env.SERVER_URL).origin
    ? (/^\/uploads\/([a-z0-9-]+?)(?:-\d+\.(?:webp|avif)|-(?:og|social)\.jpg)$/.exec(
        url.pathname,
      )?.[1] ?? null)
    : null
}

/** A picture of the library by its id or by its address here. */
const pictureId = async (tx: Tx, given: number | string): Promise<number> => {
  const which =
    typeof given === 'number' ? sql`id = ${given}` : sql`base_name = ${baseNameAt(given) ?? ''}`
  const {
    rows: [row],
  } = await tx.execute(sql`select id from media where ${which} and ${isPicture}`)
  if (!row)
    throw wrong('featuredImage', 'There is no such picture in the library. Please upload it first.')
  return Number(row.id)
}

/** How a document says which picture stands in it, on its way through HTML. */
const byId = (id: number): string => `media:${id}`

/** What a caller sent, HTML or the editor's own document, with nothing in it but what the shop shows: of pictures those of the library. */
const readDocument = async (tx: Tx, body: NonNullable<ContentInput['body']>) => {
  const html =
    typeof body === 'string' ? body : richTextToHtml(body, (id) => ({ src: byId(id), alt: '' }))
  const ids = typeof body === 'string' ? [] : pictureIdsIn(body)
  const names =
    typeof body === 'string' ? imageUrlsInHtml(html).flatMap((src) => baseNameAt(src) ?? []) : []
  const { rows } =
    ids.length + names.length === 0
      ? { rows: [] }
      : await tx.execute(sql`
    select id, base_name as "baseName" from media where ${isPicture}
      and (id in (select value::integer from json_array_elements_text(${JSON.stringify(ids)}::json)) or base_name in (select json_array_elements_text(${JSON.stringify(names)}::json)))`)
  const found = new Map(
    rows.flatMap(
      ({ id, baseName }) =>
        [
          [byId(Number(id)), Number(id)],
          [String(baseName), Number(id)],
        ] as const,
    ),
  )
  return htmlToLexical(
    html,
    (src) => found.get(typeof body === 'string' ? (baseNameAt(src) ?? '') : src) ?? null,
  )
}

const documentOf = async (
  tx: Tx,
  body: NonNullable<ContentInput['body']>,
): Promise<NonNullable<Content['body']>> => {
  try {
    return await readDocument(tx, body)
  } catch (cause) {
    // Nested deeper than anybody writes.
    throw cause instanceof RangeError ? wrong('body', 'This text cannot be read.') : cause
  }
}

const dataOf = async (tx: Tx, { categoryId, featuredImage, body, ...plain }: ContentInput) => {
  if (categoryId) {
    const { rows } = await tx.execute(sql`select id from categories where id = ${categoryId}`)
    if (rows.length === 0) throw wrong('categoryId', 'There is no such category.')
  }
  return {
    ...plain,
    ...(categoryId === undefined ? {} : { category: categoryId }),
    ...(featuredImage === undefined
      ? {}
      : {
          featuredImage:
            featuredImage === null || featuredImage === ''
              ? null
              : await pictureId(tx, featuredImage),
        }),
    ...(body === undefined ? {} : { body: await documentOf(tx, body) }),
  }
}

type Found = { updatedAt: string; isGone: boolean; slug: string }
const lock = async (tx: Tx, id: number): Promise<Found> => {
  const {
    rows: [row],
  } = await tx.execute(
    sql`select updated_at as "updatedAt", deleted_at is not null as "isGone", slug from content where id = ${id} for update`,
  )
  if (!row) throw notFound('This piece')
  return row as unknown as Found
}

/** @throws AppError invalid, with a sentence for each field */
export function createContent(payload: Payload, user: User, input: ContentInput): Promise<number> {
  return withTransaction(payload, async (req, tx) => {
    const { id } = await payload.create({
      collection: 'content',
      depth: 0,
      overrideAccess: false,
      user,
      req,
      data: (await dataOf(tx, input)) as never,
    })
    return id
  })
}

/**
 * Changes what is given. `check` is told when the piece was changed last, and refuses what was written without having
 * seen that.
 * @throws AppError not_found, conflict (in the trash), invalid, and what `check` throws
 */
export function updateContent(
  payload: Payload,
  user: User,
  id: number,
  input: ContentInput,
  check: (updatedAt: string) => void,
): Promise<void> {
  return withTransaction(payload, async (req, tx) => {
    const { updatedAt, isGone } = await lock(tx, id)
    if (isGone)
      throw new AppError('conflict', 'This piece is in the trash. Please restore it first.')
    check(new Date(updatedAt).toISOString())
    await payload.update({
      collection: 'content',
      id,
      depth: 0,
      overrideAccess: false,
      user,
      req,
      data: await dataOf(tx, input),
    })
  })
}

const move = (
  payload: Payload,
  user: User,
  id: number,
  action: 'content.trashed' | 'content.restored',
): Promise<void> =>
  withTransaction(payload, async (req: TxRequest, tx) => {
    const { isGone, slug } = await lock(tx, id)
    const toTrash = action === 'content.trashed'
    if (isGone === toTrash) return
    // The database keeps its status aside and gives it back (migration panel_rules).
    if (toTrash)
      await tx.execute(
        sql`update content set deleted_at = now(), updated_at = now() where id = ${id}`,
      )
    else
      await tx.execute(
        sql`update content set deleted_at = null, updated_at = now() where id = ${id}`,
      )
    await revalidateTags(req, [cacheTags.content(slug), cacheTags.contents])
    await audit(tx, user, { action, subjectType: 'content', subjectId: id })
  })

/** To the trash: gone from the shop at once. Again changes nothing. @throws AppError not_found */
export function trashContent(payload: Payload, user: User, id: number): Promise<void> {
  return move(payload, user, id, 'content.trashed')
}
/** Back as it was, published when it was published. @throws AppError not_found */
export function restoreContent(payload: Payload, user: User, id: number): Promise<void> {
  return move(payload, user, id, 'content.restored')
}

/**
 * Brings back the words and pictures of an earlier version, as a new one. Its address, its status, its dates and its
 * readers stay as they are: going back in the text does not take a piece from the shop or put it there.
 * @throws AppError not_found
 */
export function restoreVersion(
  payload: Payload,
  user: User,
  id: number,
  versionId: number,
): Promise<void> {
  return withTransaction(payload, async (req, tx) => {
    const { isGone } = await lock(tx, id)
    if (isGone)
      throw new AppError('conflict', 'This piece is in the trash. Please restore it first.')
    const {
      docs: [found],
    } = await payload.findVersions({
      collection: 'content',
      where: { and: [{ id: { equals: versionId } }, { parent: { equals: id } }] },
      limit: 1,
      depth: 0,
      overrideAccess: false,
      user,
      req,
    })
    if (!found) throw notFound('This version')
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
    } = found.version
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
