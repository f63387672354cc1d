import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

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

/** By name. A shop has dozens of them, not thousands, so there is one page. */
export async function listAdminCategories(payload: Payload): Promise<AdminCategory[]> {
  const { rows } = await payload.db.drizzle.execute(sql`
    select c.id, c.name, c.slug, c.description, to_char(c.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt",
      (select count(*)::integer from products p where p.category_id = c.id and p.deleted_at is null) as products,
      (select count(*)::integer from content t where t.category_id = c.id and t.deleted_at is null) as content
    from categories c order by lower(c.name), c.id`)
  return rows as unknown as AdminCategory[]
}
