import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'
import { type ContentCardView, contentCardsFrom } from './content-cards'
import { cardsFrom, type ProductCardView } from './product-cards'

export type KeptCards = { products: ProductCardView[]; content: ContentCardView[] }

const listed = (ids: readonly number[]) => sql`json_array_elements_text(${JSON.stringify(ids)}::json) with ordinality as asked(id, place)`

/** Cards of what a device keeps, in the order asked; what left the shop is left out. */
export const getKeptCards = async (payload: Payload, { products, content }: { products: readonly number[]; content: readonly number[] }): Promise<KeptCards> => {
  const [productCards, contentCards] = await Promise.all([
    products.length === 0 ? [] : cardsFrom(payload, sql`select p.id, asked.place from ${listed(products)} join products p on p.id = asked.id::integer where p.is_active and p.effective_price_cents > 0`),
    content.length === 0 ? [] : contentCardsFrom(payload, sql`select c.id, asked.place from ${listed(content)} join content c on c.id = asked.id::integer where c.status = 'published'`),
  ])
  return { products: productCards, content: contentCards }
}
