import { and, eq, isNull, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { categories, content, products } from '@/payload-generated-schema'

/** A category with what is in it, without the trash. `updatedAt` is its version. */
export type AdminCategory = {
  id: number
  name: string
  slug: string
  description: string | null
  products: number
  content: number
  updatedAt: string
}

/** By name. A shop has dozens of categories, not thousands, so there is one page. */
export async function listAdminCategories({ db }: Payload): Promise<AdminCategory[]> {
  const members = (table: typeof products | typeof content) =>
    db.drizzle.$count(table, and(eq(table.category, categories.id), isNull(table.deletedAt)))
  const rows = await db.drizzle
    .select({
      id: categories.id,
      name: categories.name,
      slug: categories.slug,
      description: categories.description,
      products: members(products),
      content: members(content),
      updatedAt: categories.updatedAt,
    })
    .from(categories)
    .orderBy(sql`lower(${categories.name})`, categories.id)
  return rows.map((row) => ({ ...row, updatedAt: new Date(row.updatedAt).toISOString() }))
}
