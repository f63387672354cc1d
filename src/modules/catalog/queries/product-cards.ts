import { sql } from '@payloadcms/db-postgres'
import type { SQL } from 'drizzle-orm'
import type { Payload } from 'payload'

import { newProductInterval } from '@/modules/catalog/rules/product'
import { type PictureView, toPictureView } from '@/modules/media/queries/pictures'
import type { Cents } from '@/platform/money'

export type ProductCardView = {
  id: number
  name: string
  priceCents: Cents
  /** The price before the sale; null when there is none. */
  wasCents: Cents | null
  picture: PictureView | null
  sizes: string[]
  colors: string[]
  /** Added within the last three weeks. */
  isNew: boolean
  /** None of its sizes and colors can be had now. */
  isSoldOut: boolean
}

type CardRow = {
  id: number
  name: string
  price_cents: number
  was_cents: number | null
  is_new: boolean
  is_sold_out: boolean
  sizes: string[] | null
  colors: string[] | null
  picture: {
    baseName: string
    widths: number[]
    width: number
    height: number
    color: string
    alt: string
  } | null
}

const toCard = (row: CardRow): ProductCardView => ({
  id: row.id,
  name: row.name,
  priceCents: row.price_cents,
  wasCents: row.was_cents,
  picture: row.picture ? toPictureView(row.picture) : null,
  sizes: row.sizes ?? [],
  colors: row.colors ?? [],
  isNew: row.is_new,
  isSoldOut: row.is_sold_out,
})

const texts = (path: string): SQL =>
  sql`(select json_agg(t.text order by t."order") from products_texts t where t.parent_id = p.id and t.path = ${path})`

/**
 * Cards of the products that `from` yields, in its order: one statement, with picture, sizes and colors joined in.
 * @param from a query of `id` and `place` (its position)
 */
export async function productCardsFrom(payload: Payload, from: SQL): Promise<ProductCardView[]> {
  const { rows } = await payload.db.drizzle.execute(sql`
    with chosen as materialized (${from})
    select p.id, p.name, p.effective_price_cents as price_cents,
      case when p.sale_price_cents is not null then p.base_price_cents::integer end as was_cents,
      p.created_at > now() - ${newProductInterval}::interval as is_new,
      p.is_sold_out,
      ${texts('sizesAvailable')} as sizes, ${texts('colorsAvailable')} as colors,
      (select json_build_object('baseName', m.base_name, 'widths', m.widths, 'width', m.width, 'height', m.height, 'color', m.color, 'alt', m.alt)
         from products_rels r join media m on m.id = r.media_id and m.deleted_at is null
        where r.parent_id = p.id and r.path = 'images' order by r."order" limit 1) as picture
    from chosen join products p on p.id = chosen.id
    order by chosen.place`)
  return (rows as unknown as CardRow[]).map(toCard)
}

/** Marked as featured: what can be bought first, newest first. */
export function listFeaturedCards(payload: Payload, limit: number): Promise<ProductCardView[]> {
  return productCardsFrom(
    payload,
    sql`
    select id, row_number() over (order by is_sold_out, created_at desc, id desc) as place
    from products where is_active and effective_price_cents > 0 and is_featured order by is_sold_out, created_at desc, id desc limit ${limit}`,
  )
}

const tribeTags = ['recovery', 'sober', 'bohemian', 'spiritual', 'meditation', 'nature'] as const

/** For the Tribe: marked as featured, or carrying one of its tags (storefront specification 2); what can be bought first, then featured, then the newest. */
export function listTribeCards(payload: Payload, limit: number): Promise<ProductCardView[]> {
  return productCardsFrom(
    payload,
    sql`
    select id, row_number() over (order by is_sold_out, is_featured desc, created_at desc, id desc) as place from products found
    where is_active and effective_price_cents > 0 and (is_featured or exists (
      select 1 from products_texts t where t.parent_id = found.id and t.path = 'tags' and lower(trim(t.text)) in (${sql.join(
        tribeTags.map((tag) => sql`${tag}`),
        sql`, `,
      )})))
    order by is_sold_out, is_featured desc, created_at desc, id desc limit ${limit}`,
  )
}

/** Others worth a look: what can be bought first, of it the same category, then the newest of the rest. */
export function listRelatedCards(
  payload: Payload,
  productId: number,
  categoryId: number | null,
  limit: number,
): Promise<ProductCardView[]> {
  return productCardsFrom(
    payload,
    sql`
    select id, row_number() over (order by is_sold_out, related desc, created_at desc, id desc) as place from (
      (select id, is_sold_out, created_at, 1 as related from products
        where is_active and effective_price_cents > 0 and category_id = ${categoryId} and id <> ${productId} order by is_sold_out, created_at desc, id desc limit ${limit})
      union all
      (select id, is_sold_out, created_at, 0 as related from products
        where is_active and effective_price_cents > 0 and category_id is distinct from ${categoryId} and id <> ${productId} order by is_sold_out, created_at desc, id desc limit ${limit})
    ) found order by is_sold_out, related desc, created_at desc, id desc limit ${limit}`,
  )
}
