import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

/** A place that shows a file. `slug` of pieces only. */
export type MediaUse = {
  kind: 'product' | 'content' | 'page' | 'social'
  id: number
  title: string
  slug: string | null
}

/** Whether a file `m` stands in a piece `c`: as its picture or recording, in its text, or by its address there. */
export const isUsedInContent = sql`(c.featured_image_id = m.id or c.audio_id = m.id or c.body::text like '%/uploads/' || m.base_name || '%'
  or jsonb_path_exists(c.body, '$.** ? (@.type == "upload" && (@.value == $id || @.value.id == $id))', jsonb_build_object('id', m.id)))`

/** Every place where one of these files stands: as a picture or recording, or by its address in a text. One statement. */
export async function listMediaUses(
  { drizzle }: Pick<Payload['db'], 'drizzle'>,
  id: number,
): Promise<MediaUse[]> {
  const { rows } = await drizzle.execute(sql`
    with m as (select id, base_name, '%/uploads/' || base_name || '%' as address from media where id = ${id})
    select 'product' as kind, p.id, p.name as title, null as slug from m join products p
      on p.artwork_id = m.id or exists (select from products_rels r where r.parent_id = p.id and r.media_id = m.id)
    union all
    select 'content', c.id, c.title, c.slug from m join content c on ${isUsedInContent}
    union all
    select 'page', p.id, p.title, p.slug::text from m join pages p on p.body::text like m.address
    union all
    select 'social', s.id, left(s.post_text, 60), null from m join social_posts s on exists (select from social_posts_rels r where r.parent_id = s.id and r.media_id = m.id)
    order by 1, 3, 2`)
  return rows as unknown as MediaUse[]
}
