import { and, eq, inArray, isNotNull } from '@payloadcms/db-postgres/drizzle'

import { isVisibleContent, isVisibleProduct } from '@/modules/accounts/queries/saved-items'
import { maxSavedItems } from '@/modules/accounts/schemas/profile'
import { content, products, saved_items } from '@/payload-generated-schema'
import type { Tx } from '@/platform/transaction'

export const savedItemKinds = ['products', 'content'] as const
type SavedItemKind = (typeof savedItemKinds)[number]

type Database = Pick<Tx, 'select' | 'insert' | 'delete'>

const columns = { products: saved_items.product, content: saved_items.content }

async function listVisibleIds(
  db: Database,
  kind: SavedItemKind,
  ids: number[],
): Promise<Set<number>> {
  const rows = await (kind === 'products'
    ? db
        .select({ id: products.id })
        .from(products)
        .where(and(inArray(products.id, ids), isVisibleProduct))
    : db
        .select({ id: content.id })
        .from(content)
        .where(and(inArray(content.id, ids), isVisibleContent)))
  return new Set(rows.map(({ id }) => id))
}

/**
 * Saves items for a user, the last one first, up to the limit. Skips items that visitors can't see, and items that are
 * already saved. Safe to repeat.
 * @returns how many of `ids` are visible, and how many of those did not fit
 */
export async function saveItems(
  db: Database,
  userId: number,
  kind: SavedItemKind,
  ids: readonly number[],
): Promise<{ visible: number; leftOut: number }> {
  const newestFirst = [...new Set(ids.toReversed())]
  const visibleIds = await listVisibleIds(db, kind, newestFirst)
  if (visibleIds.size === 0) return { visible: 0, leftOut: 0 }
  const rows = await db
    .select({ id: columns[kind] })
    .from(saved_items)
    .where(and(eq(saved_items.user, userId), isNotNull(columns[kind])))
  const savedIds = new Set(rows.map(({ id }) => id))
  const missing = newestFirst.filter((id) => visibleIds.has(id) && !savedIds.has(id))
  const added = missing.slice(0, Math.max(0, maxSavedItems - savedIds.size))
  if (added.length > 0)
    await db
      .insert(saved_items)
      .values(
        added.map((id) => ({
          user: userId,
          ...(kind === 'products' ? { product: id } : { content: id }),
        })),
      )
      .onConflictDoNothing()
  return { visible: visibleIds.size, leftOut: missing.length - added.length }
}

/** Removes a saved item of a user, if there is one. */
export async function removeSavedItem(
  db: Database,
  userId: number,
  kind: SavedItemKind,
  id: number,
): Promise<void> {
  await db.delete(saved_items).where(and(eq(saved_items.user, userId), eq(columns[kind], id)))
}
