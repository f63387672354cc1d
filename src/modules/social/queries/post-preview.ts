import {
  and,
  asc,
  eq,
  inArray,
  isNotNull,
  isNull,
  like,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'
import type { z } from 'zod'

import { contentHref } from '@/modules/content/rules/content'
import { composePost, type SocialDraft } from '@/modules/social/rules/compose-post'
import { socialPlatforms } from '@/modules/social/rules/social-post'
import type { previewResponse } from '@/modules/social/schemas'
import { content, media, products, products_rels } from '@/payload-generated-schema'
import { env } from '@/platform/env'

type Picture = { id: number; baseName: string; widths: number[]; color: string | null; alt: string }
type LinkedItem = {
  kind: 'content' | 'product'
  url: string
  title: string
  description: string
  picture: Picture | null
  isPublic: boolean
}
/** The current data of the items that a post links to, and of its pictures. */
export type PostAttachments = { links: LinkedItem[]; pictures: Picture[] }
type AttachmentIds = {
  contentId?: number | null
  productId?: number | null
  mediaIds?: readonly number[]
}

const pictureColumns = {
  id: media.id,
  baseName: media.baseName,
  widths: sql<number[] | null>`${media.widths}`,
  color: media.color,
  alt: media.alt,
}
const isPicture = and(
  isNull(media.deletedAt),
  isNotNull(media.baseName),
  like(media.mimeType, 'image/%'),
)
type PictureRow = { [Name in keyof Picture]: Picture[Name] | null } | null

const toPicture = (row: PictureRow): Picture | null =>
  row?.id && row.baseName
    ? {
        id: row.id,
        baseName: row.baseName,
        widths: row.widths ?? [],
        color: row.color,
        alt: row.alt ?? '',
      }
    : null

async function readContentLink({ db }: Payload, id: number): Promise<LinkedItem | null> {
  const [row] = await db.drizzle
    .select({
      slug: content.slug,
      contentType: content.contentType,
      title: content.title,
      description: sql<string>`coalesce(nullif(${content.seoDescription}, ''), ${content.excerpt}, '')`,
      isPublic: sql<boolean>`${content.status} = 'published' and ${content.deletedAt} is null`,
      picture: pictureColumns,
    })
    .from(content)
    .leftJoin(media, and(eq(media.id, content.featuredImage), isPicture))
    .where(eq(content.id, id))
  if (!row) return null
  const { slug, contentType, picture, ...link } = row
  return {
    ...link,
    kind: 'content',
    url: env.SERVER_URL + contentHref({ slug, contentType }),
    picture: toPicture(picture),
  }
}

async function readProductLink({ db }: Payload, id: number): Promise<LinkedItem | null> {
  const [row] = await db.drizzle
    .select({
      title: products.name,
      description: sql<string>`left(coalesce(nullif(${products.seoDescription}, ''), ${products.description}, ''), 300)`,
      isPublic: sql<boolean>`coalesce(${products.isActive}, false) and ${products.deletedAt} is null`,
      picture: pictureColumns,
    })
    .from(products)
    .leftJoin(
      products_rels,
      and(eq(products_rels.parent, products.id), eq(products_rels.path, 'images')),
    )
    .leftJoin(media, and(eq(media.id, products_rels.mediaID), isPicture))
    .where(eq(products.id, id))
    .orderBy(asc(products_rels.order))
    .limit(1)
  if (!row) return null
  return {
    ...row,
    kind: 'product',
    url: `${env.SERVER_URL}/products/${id}`,
    picture: toPicture(row.picture),
  }
}

async function readPictures({ db }: Payload, ids: readonly number[]): Promise<Picture[]> {
  const rows = await db.drizzle
    .select(pictureColumns)
    .from(media)
    .where(and(inArray(media.id, [...ids]), isPicture))
  return ids.flatMap((id) => toPicture(rows.find((row) => row.id === id) ?? null) ?? [])
}

export async function readPostAttachments(
  payload: Payload,
  { contentId, productId, mediaIds = [] }: AttachmentIds,
): Promise<PostAttachments> {
  const [contentLink, productLink, pictures] = await Promise.all([
    contentId ? readContentLink(payload, contentId) : null,
    productId ? readProductLink(payload, productId) : null,
    mediaIds.length > 0 ? readPictures(payload, mediaIds) : [],
  ])
  return { links: [contentLink, productLink].filter((link) => link !== null), pictures }
}

/** The message about a link to an item that visitors cannot see. */
export function hiddenLinkMessage({ kind, title }: LinkedItem): string {
  return `“${title}” isn’t ${kind === 'content' ? 'published' : 'for sale'}, so the link wouldn’t work.`
}

export function toSocialDraft(
  { postText, hashtags }: { postText: string; hashtags: readonly string[] },
  { links, pictures }: PostAttachments,
): SocialDraft {
  return { text: postText, hashtags, links: links.map(({ url }) => url), pictures: pictures.length }
}

export type SocialPreview = z.infer<typeof previewResponse>[number]

/** Returns the text that each network gets, and what prevents publishing there. */
export async function previewSocialPost(
  payload: Payload,
  { postText, hashtags, ...ids }: AttachmentIds & { postText: string; hashtags: readonly string[] },
): Promise<SocialPreview[]> {
  const attachments = await readPostAttachments(payload, ids)
  const draft = toSocialDraft({ postText, hashtags }, attachments)
  return socialPlatforms.map((platform) => {
    const composed = composePost(platform, draft)
    const link = attachments.links.find(({ url }) => url === composed.card)
    return {
      ...composed,
      platform,
      card: link
        ? {
            url: link.url,
            host: new URL(link.url).host,
            title: link.title,
            description: link.description,
            baseName: link.picture?.baseName ?? null,
          }
        : null,
    }
  })
}
