import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { productCardsFrom, type ProductCardView } from '@/modules/catalog/queries/product-cards'
import { contentCardsFrom, type ContentCardView } from '@/modules/content/queries/content-cards'

/** Ids of what somebody keeps, the newest first; only what can be seen in the shop today. */
export type SavedIds = { products: number[]; content: number[] }

/** One statement. */
export async function getSavedIds(payload: Pick<Payload, 'db'>, userId: number): Promise<SavedIds> {
  const { rows } = await payload.db.drizzle.execute(sql`
    select
      (select coalesce(json_agg(s.product_id order by s.created_at desc, s.id desc), '[]') from saved_items s join products p on p.id = s.product_id
        where s.user_id = ${userId} and p.is_active) as products,
      (select coalesce(json_agg(s.content_id order by s.created_at desc, s.id desc), '[]') from saved_items s join content c on c.id = s.content_id
        where s.user_id = ${userId} and c.status = 'published') as content`)
  return rows[0] as unknown as SavedIds
}

/** The wishlist as cards, the newest first. */
export function listSavedProducts(
  payload: Payload,
  userId: number,
  limit: number,
): Promise<ProductCardView[]> {
  return productCardsFrom(
    payload,
    sql`
    select p.id, row_number() over (order by s.created_at desc, s.id desc) as place
    from saved_items s join products p on p.id = s.product_id
    where s.user_id = ${userId} and p.is_active and p.effective_price_cents > 0 order by place limit ${limit}`,
  )
}

/** The kept pieces as cards, the newest first. */
export function listSavedContent(
  payload: Payload,
  userId: number,
  limit: number,
): Promise<ContentCardView[]> {
  return contentCardsFrom(
    payload,
    sql`
    select c.id, row_number() over (order by s.created_at desc, s.id desc) as place
    from saved_items s join content c on c.id = s.content_id
    where s.user_id = ${userId} and c.status = 'published' order by place limit ${limit}`,
  )
}

export type SavedCards = { products: ProductCardView[]; content: ContentCardView[] }

const listed = (ids: readonly number[]) =>
  sql`json_array_elements_text(${JSON.stringify(ids)}::json) with ordinality as asked(id, place)`

/** Cards of what a device keeps, in the order asked; what left the shop is left out. */
export async function getSavedCards(
  payload: Payload,
  { products, content }: { products: readonly number[]; content: readonly number[] },
): Promise<SavedCards> {
  const [productCards, contentCards] = await Promise.all([
    products.length === 0
      ? []
      : productCardsFrom(
          payload,
          sql`select p.id, asked.place from ${listed(products)} join products p on p.id = asked.id::integer where p.is_active and p.effective_price_cents > 0`,
        ),
    content.length === 0
      ? []
      : contentCardsFrom(
          payload,
          sql`select c.id, asked.place from ${listed(content)} join content c on c.id = asked.id::integer where c.status = 'published'`,
        ),
  ])
  return { products: productCards, content: contentCards }
}
