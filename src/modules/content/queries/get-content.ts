import { and, eq, ne, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload, Where } from 'payload'

import { getCategory } from '@/modules/catalog/queries/list-categories'
import { listCardsById, type ProductCardView } from '@/modules/catalog/queries/product-cards'
import {
  type ContentStatus,
  type ContentType,
  unsavedContentKey,
} from '@/modules/content/rules/content'
import { readingMinutes, richTextToPlainText } from '@/modules/content/rules/rich-text'
import { blocksIn, pictureIdsIn } from '@/modules/content/rules/rich-text-elements'
import { type UnsavedContent, unsavedContent } from '@/modules/content/schemas'
import { type AudioFileView, getMediaFiles } from '@/modules/media/queries/media-files'
import type { PictureView } from '@/modules/media/queries/pictures'
import { content } from '@/payload-generated-schema'
import type { Content, ContentSelect, User } from '@/payload-types'
import { relatedId } from '@/platform/database/related-id'

import { contentCardsFrom, type ContentCardView } from './content-cards'
import { countSharedTags } from './content-tags'

export type AudioView = AudioFileView & { transcript: string }

export type ContentView = ContentCardView & {
  /** The editor's document. */
  body: unknown
  /** The pictures in the body by id. */
  bodyPictures: Record<string, PictureView>
  /** What the blocks in the body show, by id. */
  bodyProducts: Record<string, ProductCardView>
  bodyAudio: Record<string, AudioFileView>
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
  payload: Payload,
  slug: string,
): Promise<Pick<Content, 'slug' | 'contentType'> | null> {
  const {
    docs: [moved],
  } = await payload.find({
    collection: 'content',
    where: { formerSlugs: { equals: slug }, status: { equals: 'published' } },
    select: { slug: true, contentType: true },
    sort: '-updatedAt',
    depth: 0,
    limit: 1,
    pagination: false,
  })
  return moved ? { slug: moved.slug, contentType: moved.contentType } : null
}

/**
 * Selects published content that is related to other content: what shares the most tags, newest first. Below a
 * reflection, all other reflections come first; elsewhere only among those with as many shared tags.
 */
const selectRelated = (payload: Payload, id: number, contentType: ContentType): SQL => {
  const reflectionsFirst = sql`${content.contentType} = 'reflection' desc`
  const bySharedTags = sql`${countSharedTags(payload, id)} desc`
  const order = [
    ...(contentType === 'reflection'
      ? [reflectionsFirst, bySharedTags]
      : [bySharedTags, reflectionsFirst]),
    sql`${content.publishedAt} desc nulls last, ${content.id} desc`,
  ]
  return payload.db.drizzle
    .select({
      id: content.id,
      place: sql`row_number() over (order by ${sql.join(order, sql`, `)})`.as('place'),
    })
    .from(content)
    .where(and(eq(content.status, 'published'), ne(content.id, id)))
    .orderBy(sql`place`)
    .limit(maxRelated)
    .getSQL()
}

const articleFields = {
  status: true,
  title: true,
  slug: true,
  excerpt: true,
  contentType: true,
  body: true,
  featuredImage: true,
  audio: true,
  transcript: true,
  category: true,
  tags: true,
  viewCount: true,
  seoTitle: true,
  seoDescription: true,
  seoKeywords: true,
  publishedAt: true,
  createdAt: true,
  updatedAt: true,
} as const satisfies ContentSelect

type StoredArticle = Pick<Content, 'id' | keyof typeof articleFields>

const findArticle = async (payload: Payload, where: Where): Promise<StoredArticle | undefined> => {
  const { docs } = await payload.find({
    collection: 'content',
    where,
    select: articleFields,
    depth: 0,
    limit: 1,
    pagination: false,
  })
  return docs[0]
}

/** As the cards have it, in whole seconds. */
const inSeconds = (date: string): string => `${date.slice(0, 19)}Z`

const filesOf = <File>(files: ReadonlyMap<number, File>, ids: readonly number[]) =>
  Object.fromEntries([...files].filter(([id]) => ids.includes(id)))

/** Adds what an article shows of other documents; what it doesn't show isn't queried. */
async function toContentView(
  payload: Payload,
  article: Omit<StoredArticle, 'body'> & { body?: unknown },
): Promise<ContentView> {
  const { id, title, slug, contentType, body } = article
  const excerpt = article.excerpt ?? ''
  const blocks = blocksIn(body)
  const bodyPictureIds = pictureIdsIn(body)
  const bodyAudioIds = blocks.flatMap((block) => (block.blockType === 'audio' ? block.audio : []))
  const pictureId = relatedId(article.featuredImage)
  const recordingId = relatedId(article.audio)
  const [{ pictures, audio }, products, category, related] = await Promise.all([
    getMediaFiles(payload, [pictureId, recordingId, ...bodyPictureIds, ...bodyAudioIds]),
    listCardsById(
      payload,
      blocks.flatMap((block) => (block.blockType === 'product' ? block.product : [])),
    ),
    getCategory(payload, relatedId(article.category)),
    contentCardsFrom(payload, selectRelated(payload, id, contentType)),
  ])
  const recording = audio.get(recordingId ?? 0)
  return {
    id,
    title,
    slug,
    excerpt,
    contentType,
    picture: pictures.get(pictureId ?? 0) ?? null,
    tags: article.tags ?? [],
    readingMinutes: readingMinutes(richTextToPlainText(body)),
    publishedAt: inSeconds(article.publishedAt ?? article.createdAt),
    body,
    bodyPictures: filesOf(pictures, bodyPictureIds),
    bodyProducts: Object.fromEntries(products.map((product) => [product.id, product])),
    bodyAudio: filesOf(audio, bodyAudioIds),
    viewCount: article.viewCount ?? 0,
    seoTitle: article.seoTitle || title,
    seoDescription: article.seoDescription || excerpt,
    seoKeywords: article.seoKeywords ?? '',
    updatedAt: inSeconds(article.updatedAt),
    recording: recording ? { ...recording, transcript: article.transcript ?? '' } : null,
    related,
    category: category && { name: category.name, slug: category.slug },
  }
}

/** Returns published content and up to three related articles; null if there is none. */
export async function getContent(payload: Payload, slug: string): Promise<ContentView | null> {
  const article = await findArticle(payload, {
    slug: { equals: slug },
    status: { equals: 'published' },
  })
  return article ? toContentView(payload, article) : null
}

type EditorForm = { user: User; form: unknown }

/**
 * Returns a user's unsaved input of an article in a form of the editor (admin/content/preview-links);
 * null if there is none.
 */
async function readUnsaved(
  payload: Payload,
  id: number,
  { user, form }: EditorForm,
): Promise<UnsavedContent | null> {
  const { docs } = await payload.find({
    collection: 'payload-preferences',
    where: { key: { equals: unsavedContentKey(id) }, 'user.value': { equals: user.id } },
    limit: 1,
    pagination: false,
    depth: 0,
  })
  const { data } = unsavedContent.safeParse(docs[0]?.value)
  return data && data.form === form ? data : null
}

/**
 * Returns content as an earlier version has it, for staff, and when that was saved. What versions don't restore is the
 * current one.
 */
export async function getContentVersion(
  payload: Payload,
  id: number,
  versionId: number,
): Promise<{ article: ContentView; status: ContentStatus; savedAt: string } | null> {
  const [saved, found] = await Promise.all([
    findArticle(payload, { id: { equals: id } }),
    payload.findVersions({
      collection: 'content',
      where: { and: [{ id: { equals: versionId } }, { parent: { equals: id } }] },
      limit: 1,
      pagination: false,
      depth: 0,
    }),
  ])
  const [version] = found.docs
  if (!saved || !version) return null
  const { title, excerpt, body, featuredImage, audio, transcript, tags } = version.version
  const shown = { title, excerpt, body, featuredImage, audio, transcript, tags }
  const article = await toContentView(payload, { ...saved, ...shown })
  return { article, status: saved.status, savedAt: version.createdAt }
}

/**
 * Returns any content that is not in the trash, for staff: with their own unsaved changes in `editor`, if these belong to
 * the saved version.
 */
export async function getContentPreview(
  payload: Payload,
  id: number,
  editor?: EditorForm,
): Promise<{ article: ContentView; status: ContentStatus; hasChanges: boolean } | null> {
  const [saved, changes] = await Promise.all([
    findArticle(payload, { id: { equals: id } }),
    editor && readUnsaved(payload, id, editor),
  ])
  if (!saved) return null
  const hasChanges = changes?.updatedAt === saved.updatedAt
  const article = await toContentView(payload, hasChanges ? { ...saved, ...changes } : saved)
  return { article, status: saved.status, hasChanges }
}
