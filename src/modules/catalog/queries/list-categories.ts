import { sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { wordsOf } from '@/modules/shop/rules/search-synonyms'
import { categories } from '@/payload-generated-schema'

export type CategoryView = { id: number; name: string; slug: string }
/** `description` may be empty. */
export type ShopCategoryView = CategoryView & { description: string }

export async function listCategories(payload: Payload): Promise<CategoryView[]> {
  return (await listShopCategories(payload)).map(({ id, name, slug }) => ({ id, name, slug }))
}

/** Returns the same categories with what their pages say about them. */
export async function listShopCategories(payload: Payload): Promise<ShopCategoryView[]> {
  const { docs } = await payload.find({
    collection: 'categories',
    sort: 'name',
    depth: 0,
    pagination: false,
    select: { name: true, slug: true, description: true },
  })
  return docs.map(({ id, name, slug, description }) => ({
    id,
    name,
    slug,
    description: description ?? '',
  }))
}

/** Returns a category; null if there is none. */
export async function getCategory(
  payload: Payload,
  id: number | null,
): Promise<CategoryView | null> {
  if (!id) return null
  const select = { name: true, slug: true } as const
  return payload.findByID({ collection: 'categories', id, depth: 0, select, disableErrors: true })
}

/** Returns categories with a word in their name that begins like the search. */
export async function suggestCategories(
  payload: Payload,
  search: string,
  limit: number,
): Promise<Pick<CategoryView, 'name' | 'slug'>[]> {
  const prefix = wordsOf(search).join(' ')
  if (!prefix) return []
  const text = sql`' ' || search_text(${categories.name})`
  return payload.db.drizzle
    .select({ name: categories.name, slug: categories.slug })
    .from(categories)
    .where(sql`strpos(${text}, ${` ${prefix}`}) > 0`)
    .orderBy(categories.name)
    .limit(limit)
}
