import {
  and,
  count,
  desc,
  eq,
  inArray,
  isNull,
  like,
  or,
  type SQL,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import { alias } from '@payloadcms/db-postgres/drizzle/pg-core'
import type { Payload } from 'payload'

import { listCardsById, type ProductCardView } from '@/modules/catalog/queries/product-cards'
import { type ContentStatus, type ContentType, previewKey } from '@/modules/content/rules/content'
import { readingMinutes, richTextToPlainText } from '@/modules/content/rules/rich-text'
import { blocksIn, pictureIdsIn } from '@/modules/content/rules/rich-text-elements'
import { type UnsavedContent, unsavedContent } from '@/modules/content/schemas'
import { getPictures, type PictureView } from '@/modules/media/queries/pictures'
import { categories, content, content_texts, media } from '@/payload-generated-schema'
import type { User } from '@/payload-types'
import { passthroughFileName } from '@/platform/storage/passthrough-files'

import { contentCardsFrom, type ContentCardView, isoSeconds } from './content-cards'

/** `seconds` is null if the file doesn't say how long it is. */
export type AudioView = {
  src: string
  mimeType: string
  seconds: number | null
  transcript: string
}

export type ContentView = ContentCardView & {
  /** The editor's document. */
  body: unknown
  /** The pictures in the body by id. */
  bodyPictures: Record<string, PictureView>
  /** What the blocks in the body show, by id. */
  bodyProducts: Record<string, ProductCardView>
  bodyAudio: Record<string, { src: string; mimeType: string }>
  viewCount: number
  seoTitle: string
  seoDescription: string
  seoKeywords: string
  /** ISO 8601, UTC. */
  updatedAt: string
  recording: AudioView | null
  related: ContentCardView[]
  /** The product category that staff chose for it. */
  category: { name: string; slug: string } | null
}

const maxRelated = 3

/** Returns where content is now that had this slug before; null if none had. */
export async function findMovedContent(
  { db }: Payload,
  slug: string,
): Promise<{ slug: string; contentType: ContentType } | null> {
  const [moved] = await db.drizzle
    .select({ slug: content.slug, contentType: content.contentType })
    .from(content_texts)
    .innerJoin(content, eq(content.id, content_texts.parent))
    .where(
      and(
        eq(content_texts.path, 'formerSlugs'),
        eq(content_texts.text, slug),
        eq(content.status, 'published'),
      ),
    )
    .orderBy(desc(content.updatedAt))
    .limit(1)
  return moved ?? null
}

/**
 * Selects content and what is related to it: what shares the most tags, newest first. Related to a
 * reflection, all other reflections come first; elsewhere only among those with as many shared tags.
 */
const selectWithRelated = ({ db }: Payload, id: number, contentType: ContentType): SQL => {
  const ownTags = alias(content_texts, 'own_tags')
  const sharedTags = db.drizzle
    .select({ count: count() })
    .from(ownTags)
    .innerJoin(
      content_texts,
      and(eq(content_texts.text, ownTags.text), eq(content_texts.path, 'tags')),
    )
    .where(
      and(eq(ownTags.path, 'tags'), eq(ownTags.parent, id), eq(content_texts.parent, content.id)),
    )
  const reflectionsFirst = sql`${content.contentType} = 'reflection' desc`
  const bySharedTags = sql`${sharedTags} desc`
  const order = [
    sql`(${content.id} = ${id}) desc`,
    ...(contentType === 'reflection'
      ? [reflectionsFirst, bySharedTags]
      : [bySharedTags, reflectionsFirst]),
    sql`${content.publishedAt} desc nulls last, ${content.id} desc`,
  ]
  return db.drizzle
    .select({
      id: content.id,
      place: sql`row_number() over (order by ${sql.join(order, sql`, `)})`.as('place'),
    })
    .from(content)
    .where(or(eq(content.status, 'published'), eq(content.id, id)))
    .orderBy(sql`place`)
    .limit(maxRelated + 1)
    .getSQL()
}

const getAudioFiles = async (
  payload: Payload,
  ids: readonly number[],
): Promise<ContentView['bodyAudio']> => {
  if (ids.length === 0) return {}
  const rows = await payload.db.drizzle
    .select({ id: media.id, baseName: media.baseName, mimeType: media.mimeType })
    .from(media)
    .where(
      and(inArray(media.id, [...ids]), isNull(media.deletedAt), like(media.mimeType, 'audio/%')),
    )
  return Object.fromEntries(
    rows.flatMap(({ id, baseName, mimeType }) =>
      baseName && mimeType
        ? [[id, { src: `/uploads/${passthroughFileName(baseName, mimeType)}`, mimeType }]]
        : [],
    ),
  )
}

/** Loads the images, products, and audio of a text; without any, nothing is queried. */
const getBodyResources = async (payload: Payload, body: unknown) => {
  const blocks = blocksIn(body)
  const [pictures, products, audio] = await Promise.all([
    getPictures(payload, pictureIdsIn(body)),
    listCardsById(
      payload,
      blocks.flatMap((block) => (block.blockType === 'product' ? block.product : [])),
    ),
    getAudioFiles(
      payload,
      blocks.flatMap((block) => (block.blockType === 'audio' ? block.audio : [])),
    ),
  ])
  return {
    bodyPictures: Object.fromEntries(pictures),
    bodyProducts: Object.fromEntries(products.map((product) => [product.id, product])),
    bodyAudio: audio,
  }
}

const findContent = async (
  payload: Payload,
  where: SQL | undefined,
  changes?: UnsavedContent,
): Promise<{ article: ContentView; status: ContentStatus } | null> => {
  const { category = content.category, audio: recording = content.audio } = changes ?? {}
  const [row] = await payload.db.drizzle
    .select({
      id: content.id,
      status: content.status,
      contentType: content.contentType,
      body: content.body,
      viewCount: content.viewCount,
      seoTitle: content.seoTitle,
      seoDescription: content.seoDescription,
      seoKeywords: content.seoKeywords,
      updatedAt: isoSeconds(sql`${content.updatedAt}`),
      transcript: content.transcript,
      audio: { baseName: media.baseName, mimeType: media.mimeType, seconds: media.durationSeconds },
      category: { name: categories.name, slug: categories.slug },
    })
    .from(content)
    .leftJoin(categories, eq(categories.id, category))
    .leftJoin(
      media,
      and(eq(media.id, recording), isNull(media.deletedAt), like(media.mimeType, 'audio/%')),
    )
    .where(where)
  if (!row) return null
  const { id, status, audio } = row
  const { contentType, body, transcript } = changes ?? row
  const [card, ...related] = await contentCardsFrom(
    payload,
    selectWithRelated(payload, id, contentType),
  )
  if (card?.id !== id) return null
  const article = {
    ...card,
    ...changes,
    body,
    ...(await getBodyResources(payload, body)),
    viewCount: row.viewCount ?? 0,
    seoTitle: row.seoTitle || card.title,
    seoDescription: row.seoDescription || card.excerpt,
    seoKeywords: row.seoKeywords ?? '',
    updatedAt: row.updatedAt,
    recording:
      audio?.baseName && audio.mimeType
        ? {
            src: `/uploads/${passthroughFileName(audio.baseName, audio.mimeType)}`,
            mimeType: audio.mimeType,
            seconds: audio.seconds,
            transcript: transcript ?? '',
          }
        : null,
    related,
    category: row.category,
  }
  return { article, status }
}

/** Returns published content and up to three related articles; null if there is none. */
export async function getContent(payload: Payload, slug: string): Promise<ContentView | null> {
  const where = and(eq(content.slug, slug), eq(content.status, 'published'))
  return (await findContent(payload, where))?.article ?? null
}

type EditorForm = { user: User; form: unknown }

/** Returns a user's unsaved input in a form of the editor (admin/content/preview-links); null if there is none. */
async function readUnsaved(
  payload: Payload,
  { user, form }: EditorForm,
): Promise<UnsavedContent | null> {
  const { docs } = await payload.find({
    collection: 'payload-preferences',
    where: { key: { equals: previewKey }, 'user.value': { equals: user.id } },
    limit: 1,
    pagination: false,
    depth: 0,
  })
  const { data } = unsavedContent.safeParse(docs[0]?.value)
  return data && data.form === form ? data : null
}

/**
 * Returns any content that is not in the trash, for staff: with their own unsaved changes in `editor`, if these belong to
 * the saved version.
 */
export async function getContentPreview(
  payload: Payload,
  id: number,
  editor?: EditorForm,
): Promise<{ article: ContentView; status: ContentStatus; hasChanges?: boolean } | null> {
  const where = and(eq(content.id, id), isNull(content.deletedAt))
  const changes = editor && (await readUnsaved(payload, editor))
  const changed =
    changes &&
    (await findContent(payload, and(where, eq(content.updatedAt, changes.updatedAt)), changes))
  if (!changes || !changed) return findContent(payload, where)
  const { featuredImage, body } = changes
  const article = {
    ...changed.article,
    picture: (await getPictures(payload, [featuredImage])).get(featuredImage) ?? null,
    readingMinutes: readingMinutes(richTextToPlainText(body)),
  }
  return { ...changed, article, hasChanges: true }
}
