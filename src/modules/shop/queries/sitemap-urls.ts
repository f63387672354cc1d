import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import type { ContentType } from '@/modules/content/rules/content'

/** ISO 8601 days of the last change. */
export type SitemapUrls = {
  products: { id: number; changed: string }[]
  categories: { slug: string }[]
  pieces: { slug: string; contentType: ContentType; changed: string }[]
}

/** One file of a site map takes 50,000 addresses; the newest come first. */
const most = { products: 30_000, pieces: 15_000, categories: 500 }

/** Everything the shop has an address for and shows to everybody, in one statement. */
export async function listSitemapUrls(payload: Payload): Promise<SitemapUrls> {
  const { rows } = await payload.db.drizzle.execute(sql`
    select
      (select coalesce(json_agg(json_build_object('id', id, 'changed', to_char(updated_at, 'YYYY-MM-DD')) order by created_at desc), '[]')
         from (select * from products where is_active and effective_price_cents > 0 order by created_at desc limit ${most.products}) p) as products,
      (select coalesce(json_agg(json_build_object('slug', slug) order by name), '[]') from (select * from categories limit ${most.categories}) c) as categories,
      (select coalesce(json_agg(json_build_object('slug', slug, 'contentType', content_type, 'changed', to_char(updated_at, 'YYYY-MM-DD')) order by published_at desc nulls last), '[]')
         from (select * from content where status = 'published' order by published_at desc nulls last limit ${most.pieces}) t) as pieces`)
  return rows[0] as unknown as SitemapUrls
}
