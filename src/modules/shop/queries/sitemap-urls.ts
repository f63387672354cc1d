import { and, asc, desc, eq, gt, sql } from '@payloadcms/db-postgres/drizzle'
import type { PgColumn } from '@payloadcms/db-postgres/drizzle/pg-core'
import type { Payload } from 'payload'

import { effectivePriceCents } from '@/modules/catalog/queries/product-columns'
import { categories, content, products } from '@/payload-generated-schema'

/** A sitemap file takes 50,000 URLs; the newest come first. */
const limits = { products: 30_000, content: 15_000, categories: 500 }

const day = (column: PgColumn) => sql<string>`to_char(${column}, 'YYYY-MM-DD')`

/** Returns everything public that has a URL. `changed` is an ISO 8601 day. */
export async function listSitemapUrls({ db: { drizzle } }: Payload) {
  const [productUrls, categoryUrls, articles] = await Promise.all([
    drizzle
      .select({ id: products.id, changed: day(products.updatedAt) })
      .from(products)
      .where(and(products.isActive, gt(effectivePriceCents, 0)))
      .orderBy(desc(products.createdAt))
      .limit(limits.products),
    drizzle
      .select({ slug: categories.slug })
      .from(categories)
      .orderBy(asc(categories.name))
      .limit(limits.categories),
    drizzle
      .select({
        slug: content.slug,
        contentType: content.contentType,
        changed: day(content.updatedAt),
      })
      .from(content)
      .where(eq(content.status, 'published'))
      .orderBy(sql`${content.publishedAt} desc nulls last`)
      .limit(limits.content),
  ])
  return { products: productUrls, categories: categoryUrls, articles }
}
