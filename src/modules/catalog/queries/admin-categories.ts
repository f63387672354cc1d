import { and, asc, desc, eq, isNull, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'
import type { z } from 'zod'

import type { adminCategoryResponse } from '@/modules/catalog/schemas/admin-categories'
import { categories, content, products } from '@/payload-generated-schema'

/** A category with what is in it, without the trash. `updatedAt` is its version. */
export type AdminCategory = z.infer<typeof adminCategoryResponse>

export const categorySorts = [
  'name',
  'name-z',
  'products-high',
  'products-low',
  'content-high',
  'content-low',
] as const
export type CategorySort = (typeof categorySorts)[number]

/** A shop has dozens of categories, not thousands, so there is one page. */
export async function listAdminCategories(
  { db }: Payload,
  { sort }: { sort: CategorySort } = { sort: 'name' },
): Promise<AdminCategory[]> {
  const members = (table: typeof products | typeof content) =>
    db.drizzle.$count(table, and(eq(table.category, categories.id), isNull(table.deletedAt)))
  const counts = {
    products: members(products).as('products'),
    content: members(content).as('content'),
  }
  const name = sql`lower(${categories.name})`
  const orders = {
    name: asc(name),
    'name-z': desc(name),
    'products-high': desc(counts.products),
    'products-low': asc(counts.products),
    'content-high': desc(counts.content),
    'content-low': asc(counts.content),
  } satisfies Record<CategorySort, SQL>
  const rows = await db.drizzle
    .select({
      id: categories.id,
      name: categories.name,
      slug: categories.slug,
      description: categories.description,
      ...counts,
      updatedAt: categories.updatedAt,
    })
    .from(categories)
    .orderBy(orders[sort], asc(name), asc(categories.id))
  return rows.map((row) => ({ ...row, updatedAt: new Date(row.updatedAt).toISOString() }))
}
