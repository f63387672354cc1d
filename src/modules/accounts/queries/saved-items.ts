import { and, desc, eq, gt, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { productCardsFrom, type ProductCardView } from '@/modules/catalog/queries/product-cards'
import { contentCardsFrom, type ContentCardView } from '@/modules/content/queries/content-cards'
import { content, products, saved_items } from '@/payload-generated-schema'

export const isVisibleProduct = eq(products.isActive, true)
export const isVisibleContent = eq(content.status, 'published')

/** Returns the ids of saved items that visitors can see, the newest first. */
export async function getSavedIds(
  payload: Payload,
  userId: number,
): Promise<{ products: number[]; content: number[] }> {
  const rows = await payload.db.drizzle
    .select({ product: products.id, content: content.id })
    .from(saved_items)
    .leftJoin(products, and(eq(products.id, saved_items.product), isVisibleProduct))
    .leftJoin(content, and(eq(content.id, saved_items.content), isVisibleContent))
    .where(eq(saved_items.user, userId))
    .orderBy(desc(saved_items.createdAt), desc(saved_items.id))
  return {
    products: rows.flatMap((row) => row.product ?? []),
    content: rows.flatMap((row) => row.content ?? []),
  }
}

const newestFirst = sql`order by ${saved_items.createdAt} desc, ${saved_items.id} desc`
/** `effective_price_cents` is a generated column that Payload does not know. */
const isProductForSale = and(isVisibleProduct, gt(sql`${products}.effective_price_cents`, 0))

/** Returns the wishlist as cards, the newest first. */
export function listSavedProducts(
  payload: Payload,
  userId: number,
  limit: number,
): Promise<ProductCardView[]> {
  return productCardsFrom(
    payload,
    sql`select ${products.id}, row_number() over (${newestFirst}) as place
      from ${saved_items} join ${products} on ${eq(products.id, saved_items.product)}
      where ${and(eq(saved_items.user, userId), isProductForSale)} order by place limit ${limit}`,
  )
}

/** Returns the saved content as cards, the newest first. */
export function listSavedContent(
  payload: Payload,
  userId: number,
  limit: number,
): Promise<ContentCardView[]> {
  return contentCardsFrom(
    payload,
    sql`select ${content.id}, row_number() over (${newestFirst}) as place
      from ${saved_items} join ${content} on ${eq(content.id, saved_items.content)}
      where ${and(eq(saved_items.user, userId), isVisibleContent)} order by place limit ${limit}`,
  )
}

export type SavedCards = { products: ProductCardView[]; content: ContentCardView[] }

/** The ids as rows with their position. */
const listed = (ids: readonly number[]): SQL =>
  sql`json_array_elements_text(${JSON.stringify(ids)}::json) with ordinality as listed(id, place)`

/** Returns cards of these items in the same order, without those that visitors cannot see. */
export async function getSavedCards(
  payload: Payload,
  ids: { products: readonly number[]; content: readonly number[] },
): Promise<SavedCards> {
  const [productCards, contentCards] = await Promise.all([
    ids.products.length === 0
      ? []
      : productCardsFrom(
          payload,
          sql`select ${products.id}, listed.place from ${listed(ids.products)}
            join ${products} on ${products.id} = listed.id::integer where ${isProductForSale}`,
        ),
    ids.content.length === 0
      ? []
      : contentCardsFrom(
          payload,
          sql`select ${content.id}, listed.place from ${listed(ids.content)}
            join ${content} on ${content.id} = listed.id::integer where ${isVisibleContent}`,
        ),
  ])
  return { products: productCards, content: contentCards }
}
