import { sql } from '@payloadcms/db-postgres'
import type { SQL } from 'drizzle-orm'
import type { Payload } from 'payload'

import { largestPictureUrl } from '@/modules/media/queries/picture-url'
import type { Cents } from '@/platform/money'

/** A product as the public API tells of it (storefront specification 3). Pictures are whole addresses, dates ISO 8601. */
export type ProductRecord = {
  id: number
  name: string
  description: string
  basePriceCents: Cents | null
  salePriceCents: Cents | null
  categoryId: number | null
  tags: string[]
  sizesAvailable: string[]
  colorsAvailable: string[]
  images: string[]
  colorImages: Record<string, string[]>
  isActive: boolean
  isFeatured: boolean
  designInspiration: string | null
  canvaDesignUrl: string | null
  seoTitle: string | null
  seoDescription: string | null
  createdAt: string
  printfulProductId: string | null
  /** What can be bought now: one for each size and color. */
  variants: { size: string | null; color: string | null; sku: string | null; priceCents: Cents }[]
}

type StoredPicture = Parameters<typeof largestPictureUrl>[0]
type Row = {
  record: Omit<ProductRecord, 'images' | 'colorImages'> & {
    images: StoredPicture[]
    colorImages: { color: string; images: StoredPicture[] }[]
  }
}

const texts = (path: string): SQL =>
  sql`coalesce((select json_agg(t.text order by t."order") from products_texts t where t.parent_id = p.id and t.path = ${path}), '[]')`
const pictures = (path: SQL): SQL => sql`coalesce((
  select json_agg(json_build_object('baseName', m.base_name, 'widths', m.widths) order by r."order")
  from products_rels r join media m on m.id = r.media_id and m.deleted_at is null where r.parent_id = p.id and r.path = ${path}), '[]')`

/** One JSON object a product, in one statement, in the order of `from` (a query of `id` and `place`). */
export async function productRecordsFrom(payload: Payload, from: SQL): Promise<ProductRecord[]> {
  const { rows } = await payload.db.drizzle.execute(sql`
    with chosen as materialized (${from})
    select json_build_object(
      'id', p.id, 'name', p.name, 'description', coalesce(p.description, ''),
      'basePriceCents', p.base_price_cents, 'salePriceCents', p.sale_price_cents, 'categoryId', p.category_id,
      'tags', ${texts('tags')}, 'sizesAvailable', ${texts('sizesAvailable')}, 'colorsAvailable', ${texts('colorsAvailable')},
      'images', ${pictures(sql`'images'`)},
      'colorImages', coalesce((select json_agg(json_build_object('color', c.color, 'images', ${pictures(sql`'colorImages.' || (c._order - 1) || '.images'`)}) order by c._order)
        from products_color_images c where c._parent_id = p.id), '[]'),
      'isActive', coalesce(p.is_active, false), 'isFeatured', coalesce(p.is_featured, false),
      'designInspiration', nullif(p.design_inspiration, ''), 'canvaDesignUrl', nullif(p.canva_design_url, ''),
      'seoTitle', nullif(p.seo_title, ''), 'seoDescription', nullif(p.seo_description, ''),
      'createdAt', p.created_at, 'printfulProductId', p.printful_product_id,
      'variants', coalesce((select json_agg(json_build_object('size', v.size, 'color', v.color, 'sku', v.sku,
          'priceCents', coalesce(v.price_override_cents, p.sale_price_cents, p.base_price_cents)) order by v._order)
        from products_variants v where v._parent_id = p.id and v.available and coalesce(v.price_override_cents, p.sale_price_cents, p.base_price_cents) is not null), '[]')) as record
    from chosen join products p on p.id = chosen.id
    order by chosen.place`)
  return (rows as unknown as Row[]).map(({ record }) => ({
    ...record,
    images: record.images.flatMap((picture) => largestPictureUrl(picture) ?? []),
    colorImages: Object.fromEntries(
      record.colorImages.map(({ color, images }) => [
        color,
        images.flatMap((picture) => largestPictureUrl(picture) ?? []),
      ]),
    ),
    createdAt: new Date(record.createdAt).toISOString(),
  }))
}

/** An active product; null when there is none. */
export async function getProductRecord(
  payload: Payload,
  id: number,
): Promise<ProductRecord | null> {
  const [record] = await productRecordsFrom(
    payload,
    sql`select id, 1 as place from products where id = ${id} and is_active`,
  )
  return record ?? null
}
