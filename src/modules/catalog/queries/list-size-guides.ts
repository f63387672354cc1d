import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { type PictureView, toPictureView } from '@/modules/media/queries/pictures'

type SizeRow = { size: string; chest: string; length: string }

/** A table of measurements and the products it is for. */
export type SizeGuide = {
  rows: SizeRow[]
  products: { id: number; name: string }[]
  picture: PictureView | null
}

type Row = {
  id: number
  name: string
  rows: SizeRow[]
  picture: Parameters<typeof toPictureView>[0] | null
}

/** The measurements that products carry themselves, each table once. Products without their own use the shop's. */
export async function listSizeGuides(payload: Payload): Promise<SizeGuide[]> {
  const { rows } = await payload.db.drizzle.execute(sql`
    select p.id, p.name,
      (select json_agg(json_build_object('size', g.size, 'chest', g.chest, 'length', g.length) order by g._order) from products_size_guide g where g._parent_id = p.id) as rows,
      (select json_build_object('baseName', m.base_name, 'widths', m.widths, 'width', m.width, 'height', m.height, 'color', m.color, 'alt', m.alt)
         from products_rels r join media m on m.id = r.media_id and m.deleted_at is null where r.parent_id = p.id and r.path = 'images' order by r."order" limit 1) as picture
    from products p
    where p.is_active and p.effective_price_cents > 0 and exists (select 1 from products_size_guide g where g._parent_id = p.id)
    order by p.name, p.id`)
  const tables = new Map<string, SizeGuide>()
  for (const { id, name, rows: sizes, picture } of rows as unknown as Row[]) {
    const key = JSON.stringify(sizes)
    const table = tables.get(key) ?? {
      rows: sizes,
      products: [],
      picture: picture ? toPictureView(picture) : null,
    }
    tables.set(key, { ...table, products: [...table.products, { id, name }] })
  }
  return [...tables.values()]
}
