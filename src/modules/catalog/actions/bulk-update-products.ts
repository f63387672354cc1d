import { asc, eq, inArray, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { categories, products } from '@/payload-generated-schema'
import type { User } from '@/payload-types'
import { audit } from '@/platform/audit'
import type { BulkResult } from '@/platform/bulk/bulk-schema'
import { cacheTags, revalidateTags } from '@/platform/cache-tags'
import { AppError } from '@/platform/errors'
import { type Tx, withTransaction } from '@/platform/transaction'

type BulkProductUpdate =
  | { action: 'activate' | 'deactivate' | 'feature' | 'unfeature' | 'trash' | 'restore' }
  | { action: 'setCategory'; categoryId: number | null }

type Action = BulkProductUpdate['action']
type Row = Pick<
  typeof products.$inferSelect,
  'id' | 'name' | 'isActive' | 'isFeatured' | 'category' | 'deletedAt'
>
type Change = {
  set: {
    isActive?: boolean
    isFeatured?: boolean
    category?: number | null
    deletedAt?: SQL | null
  }
  isDone: (row: Row) => boolean
}

const flag = (name: 'isActive' | 'isFeatured', value: boolean): Change => ({
  set: { [name]: value },
  isDone: (row) => (row[name] ?? false) === value,
})

// The trigger trash_product hides a product in the trash and restores its former state.
const changes = {
  activate: flag('isActive', true),
  deactivate: flag('isActive', false),
  feature: flag('isFeatured', true),
  unfeature: flag('isFeatured', false),
  trash: { set: { deletedAt: sql`now()` }, isDone: (row) => row.deletedAt !== null },
  restore: { set: { deletedAt: null }, isDone: (row) => row.deletedAt === null },
} satisfies Record<Exclude<Action, 'setCategory'>, Change>

const changeOf = (update: BulkProductUpdate): Change =>
  update.action === 'setCategory'
    ? {
        set: { category: update.categoryId },
        isDone: ({ category }) => category === update.categoryId,
      }
    : changes[update.action]

const messages = {
  activate: ['Activated.', 'Already active.'],
  deactivate: ['Deactivated.', 'Already inactive.'],
  feature: ['Featured.', 'Already featured.'],
  unfeature: ['No longer featured.', 'Not featured.'],
  trash: ['Moved to the trash.', 'Already in the trash.'],
  restore: ['Restored.', 'Not in the trash.'],
  setCategory: ['Category changed.', 'Already in this category.'],
} satisfies Record<Action, [done: string, unchanged: string]>

const auditActions = {
  activate: 'product.activated',
  deactivate: 'product.deactivated',
  feature: 'product.featured',
  unfeature: 'product.unfeatured',
  trash: 'product.trashed',
  restore: 'product.restored',
  setCategory: 'product.category_set',
} satisfies Record<Action, string>

/** @throws AppError invalid when there is no such category */
const lockCategory = async (tx: Tx, id: number): Promise<void> => {
  const [category] = await tx
    .select({ id: categories.id })
    .from(categories)
    .where(eq(categories.id, id))
    .for('key share')
  if (!category)
    throw new AppError('invalid', 'That category no longer exists. Please choose another.', {
      fields: { categoryId: 'That category no longer exists. Please choose another.' },
    })
}

/**
 * Makes one change to several products in one transaction. Writes only the column it is about, so that it does not
 * overwrite a form that is open elsewhere, and notes each product in the audit log. A product that cannot be changed is
 * returned with its reason. Repeating the call changes nothing.
 * @throws AppError invalid for a category that does not exist
 */
export function bulkUpdateProducts(
  payload: Payload,
  user: User,
  ids: readonly number[],
  update: BulkProductUpdate,
): Promise<BulkResult[]> {
  return withTransaction(payload, async (req, tx) => {
    if (update.action === 'setCategory' && update.categoryId !== null)
      await lockCategory(tx, update.categoryId)
    const rows = await tx
      .select({
        id: products.id,
        name: products.name,
        isActive: products.isActive,
        isFeatured: products.isFeatured,
        category: products.category,
        deletedAt: products.deletedAt,
      })
      .from(products)
      .where(inArray(products.id, [...ids]))
      .orderBy(asc(products.id))
      .for('update')
    const rowsById = new Map(rows.map((row) => [row.id, row]))
    const { set, isDone } = changeOf(update)
    const [whenDone, otherwise] = messages[update.action]
    const results = [...new Set(ids)].map((id): BulkResult => {
      const row = rowsById.get(id)
      const skipped = (message: string) =>
        ({ id, name: row?.name ?? null, outcome: 'skipped', message }) as const
      if (!row) return skipped('This product wasn’t found.')
      if (row.deletedAt !== null && update.action !== 'trash' && update.action !== 'restore')
        return skipped('This product is in the trash.')
      if (isDone(row)) return skipped(otherwise)
      return { id, name: row.name, outcome: 'done', message: whenDone }
    })
    const changed = results.filter(({ outcome }) => outcome === 'done').map(({ id }) => id)
    if (changed.length === 0) return results
    await tx
      .update(products)
      .set({ ...set, updatedAt: sql`now()` })
      .where(inArray(products.id, changed))
    for (const id of changed)
      await audit(tx, user, {
        action: auditActions[update.action],
        subjectType: 'product',
        subjectId: id,
        details: {
          together: changed.length,
          ...(update.action === 'setCategory' ? { category: update.categoryId } : {}),
        },
      })
    await revalidateTags(req, [...changed.map(cacheTags.product), cacheTags.products])
    return results
  })
}
