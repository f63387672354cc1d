import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'
import { noColor, noSize } from '../domain/cart'
import type { Cents } from '../domain/money'

export type AskedLine = { productId: number; size: string; color: string; quantity: number }
export type PricedCartLine = AskedLine & {
  /** ok: may be bought. unavailable: this size or color is not to be had now, or has no price yet. gone: the product is not sold any more. */
  status: 'ok' | 'unavailable' | 'gone'
  name: string
  unitCents: Cents | null
  sku: string | null
  /** Base name of the picture of this color; the files are `/uploads/<base>-<width>.webp`. */
  image: string | null
}

type Row = { place: number; name: string | null; active: boolean | null; unit_cents: number | null; sku: string | null; available: boolean | null; image: string | null }

/**
 * What the database says of each line: name, price, whether it may be bought. The browser's own figures play no
 * part. One statement for all lines, in their order. 'One Size' and 'Default' mean a product without sizes or colors.
 */
export const priceLines = async (payload: Pick<Payload, 'db'>, lines: readonly AskedLine[]): Promise<PricedCartLine[]> => {
  if (lines.length === 0) return []
  const asked = JSON.stringify(lines.map(({ productId, size, color }, place) => ({
    place, product_id: productId, size: size === noSize ? null : size, color: color === noColor ? null : color,
  })))
  const { rows } = await payload.db.drizzle.execute(sql`
    select a.place, p.name, p.is_active as active, v.sku, v.available,
      coalesce(round(v.price_override * 100)::integer, case when coalesce(p.sale_price, p.base_price) is not null then p.effective_price_cents end) as unit_cents,
      (select m.base_name from (
        select r.media_id, 0 as rank, r."order" as place from products_color_images c
          join products_rels r on r.parent_id = p.id and r.path = 'colorImages.' || (c._order - 1) || '.images'
         where c._parent_id = p.id and c.color = a.color
        union all
        select r.media_id, 1, r."order" from products_rels r where r.parent_id = p.id and r.path = 'images') pictures
        join media m on m.id = pictures.media_id and m.deleted_at is null order by rank, place limit 1) as image
    from json_to_recordset(${asked}::json) as a(place integer, product_id integer, size text, color text)
    left join products p on p.id = a.product_id
    left join lateral (
      select sku, available, price_override from products_variants v
       where v._parent_id = p.id and v.size is not distinct from a.size and v.color is not distinct from a.color limit 1) v on true
    order by a.place`)
  const found = rows as unknown as Row[]
  return lines.map((line, index) => {
    const row = found[index]
    const sold = row?.active === true
    return {
      ...line,
      name: row?.name ?? '',
      status: !sold ? 'gone' : row.available === true && row.unit_cents !== null ? 'ok' : 'unavailable',
      unitCents: sold ? row.unit_cents : null,
      sku: row?.sku ?? null,
      image: row?.image ? `/uploads/${row.image}` : null,
    }
  })
}
