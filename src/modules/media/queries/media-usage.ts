import { eq, or, sql, type SQLWrapper } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import {
  content,
  media,
  pages,
  pages_questions,
  products,
  products_rels,
  social_posts,
  social_posts_rels,
} from '@/payload-generated-schema'

/** Something that uses a file. Only content and pages have a slug. */
type MediaUse = {
  kind: 'product' | 'content' | 'page' | 'social'
  id: number
  title: string
  slug: string | null
}

/** Whether content names a file of the library by its path. `uploads_in` is from the migration uploads_in_content. */
export const isPathUsedInContent = sql`uploads_in(${content.body}) @> array[${media.baseName}]::text[]`
/** Whether content uses a file: as its picture or recording, as a node in its text, or by its path there. */
export const isUsedInContent = sql`(${content.featuredImage} = ${media.id} or ${content.audio} = ${media.id}
  or uploads_in(${content.body}) && array['#' || ${media.id}, ${media.baseName}]::text[])`
const hasPath = (text: SQLWrapper) =>
  sql`${text}::text like '%/uploads/' || ${media.baseName} || '%'`
/** Whether a page names a file by its path, in its text or in an answer. */
export const isUsedInPage = sql`(${hasPath(pages.body)} or exists (
  select from ${pages_questions} where ${pages_questions._parentID} = ${pages.id} and ${hasPath(pages_questions.answer)}))`

const kind = (name: MediaUse['kind']) =>
  sql<MediaUse['kind']>`${sql.raw(`'${name}'::text`)}`.as('kind')
const noSlug = sql<string | null>`null::text`.as('slug')

/** Returns everything that uses a file, with one statement. */
export function listMediaUses(
  { drizzle }: Pick<Payload['db'], 'drizzle'>,
  id: number,
): Promise<MediaUse[]> {
  const isFile = eq(media.id, id)
  const productUses = drizzle
    .select({ kind: kind('product'), id: products.id, title: products.name, slug: noSlug })
    .from(media)
    .innerJoin(
      products,
      or(
        eq(products.artwork, media.id),
        sql`exists (select from ${products_rels} where ${products_rels.parent} = ${products.id} and ${products_rels.mediaID} = ${media.id})`,
      ),
    )
    .where(isFile)
  const contentUses = drizzle
    .select({
      kind: kind('content'),
      id: content.id,
      title: content.title,
      slug: sql<string | null>`${content.slug}`.as('slug'),
    })
    .from(media)
    .innerJoin(content, isUsedInContent)
    .where(isFile)
  const pageUses = drizzle
    .select({
      kind: kind('page'),
      id: pages.id,
      title: pages.title,
      slug: sql<string | null>`${pages.slug}::text`.as('slug'),
    })
    .from(media)
    .innerJoin(pages, isUsedInPage)
    .where(isFile)
  const socialPostUses = drizzle
    .select({
      kind: kind('social'),
      id: social_posts.id,
      title: sql<string>`left(${social_posts.postText}, 60)`.as('title'),
      slug: noSlug,
    })
    .from(media)
    .innerJoin(
      social_posts,
      sql`exists (select from ${social_posts_rels} where ${social_posts_rels.parent} = ${social_posts.id} and ${social_posts_rels.mediaID} = ${media.id})`,
    )
    .where(isFile)
  return productUses
    .unionAll(contentUses)
    .unionAll(pageUses)
    .unionAll(socialPostUses)
    .orderBy(sql`1, 3, 2`)
}
