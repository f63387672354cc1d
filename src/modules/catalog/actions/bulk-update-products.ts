import { sql } from '@payloadcms/db-postgres'
import type { SQL } from 'drizzle-orm'
import type { Payload } from 'payload'

import type { User } from '@/payload-types'
import { audit } from '@/platform/audit'
import { cacheTags, revalidateTags } from '@/platform/cache-tags'
import { AppError } from '@/platform/errors'
import { withTransaction } from '@/platform/transaction'

export type BulkProductUpdate =
  | { action: 'activate' | 'deactivate' | 'feature' | 'unfeature' | 'trash' | 'restore' }
  | { action: 'setCategory'; categoryId: number | null }
export type BulkProductResult = {
  id: number
  name: string | null
  changed: boolean
  error: string | null
}

type Row = {
  id: number
  name: string
  isActive: boolean
  isFeatured: boolean
  categoryId: number | null
  isTrashed: boolean
}

const isSo = (row: Row, change: BulkProductUpdate): boolean => {
  switch (change.action) {
    case 'activate':
      return row.isActive
    case 'deactivate':
      return !row.isActive
    case 'feature':
      return row.isFeatured
    case 'unfeature':
      return !row.isFeatured
    case 'trash':
      return row.isTrashed
    case 'restore':
      return !row.isTrashed
    case 'setCategory':
      return row.categoryId === change.categoryId
  }
}
const setting = (change: BulkProductUpdate): SQL => {
  switch (change.action) {
    case 'activate':
      return sql`is_active = true`
    case 'deactivate':
      return sql`is_active = false`
    case 'feature':
      return sql`is_featured = true`
    case 'unfeature':
      return sql`is_featured = false`
    // The trigger trash_product switches it off and, later, back to what it was.
    case 'trash':
      return sql`deleted_at = now()`
    case 'restore':
      return sql`deleted_at = null`
    case 'setCategory':
      return sql`category_id = ${change.categoryId}`
  }
}
const words = {
  activate: 'product.activated',
  deactivate: 'product.deactivated',
  feature: 'product.featured',
  unfeature: 'product.unfeatured',
  trash: 'product.trashed',
  restore: 'product.restored',
  setCategory: 'product.category_set',
} satisfies Record<BulkProductUpdate['action'], string>

/**
 * One change to several products in one transaction: only the column that is meant, so that a form somebody has open
 * is not written over, and each in the audit log. A product that cannot be changed is told with its reason; asking
 * again changes nothing.
 * @throws AppError invalid for a category that does not exist
 */
export function bulkUpdateProducts(
  payload: Payload,
  user: User,
  ids: readonly number[],
  change: BulkProductUpdate,
): Promise<BulkProductResult[]> {
  return withTransaction(payload, async (req, tx) => {
    if (change.action === 'setCategory' && change.categoryId !== null) {
      const { rows } = await tx.execute(
        sql`select 1 from categories where id = ${change.categoryId} for key share`,
      )
      if (rows.length === 0)
        throw new AppError('invalid', 'This category does not exist.', {
          fields: { categoryId: 'This category does not exist.' },
        })
    }
    const asked = sql`(select value::integer from json_array_elements_text(${JSON.stringify(ids)}::json))`
    const { rows } = await tx.execute(sql`
      select id, name, coalesce(is_active, false) as "isActive", coalesce(is_featured, false) as "isFeatured", category_id as "categoryId", deleted_at is not null as "isTrashed"
      from products where id in ${asked} order by id for update`)
    const found = new Map((rows as unknown as Row[]).map((row) => [row.id, row]))
    const outcomes = ids.map((id): BulkProductResult => {
      const row = found.get(id)
      if (!row) return { id, name: null, changed: false, error: 'This product was not found.' }
      const isBarred = row.isTrashed && change.action !== 'trash' && change.action !== 'restore'
      return {
        id,
        name: row.name,
        changed: !isBarred && !isSo(row, change),
        error: isBarred ? 'It is in the trash.' : null,
      }
    })
    const changed = outcomes.filter((outcome) => outcome.changed).map(({ id }) => id)
    if (changed.length === 0) return outcomes
    await tx.execute(
      sql`update products set ${setting(change)}, updated_at = now() where id in (select value::integer from json_array_elements_text(${JSON.stringify(changed)}::json))`,
    )
    for (const id of changed)
      await audit(tx, user, {
        action: words[change.action],
        subjectType: 'product',
        subjectId: id,
        details: {
          together: changed.length,
          ...(change.action === 'setCategory' ? { category: change.categoryId } : {}),
        },
      })
    await revalidateTags(req, [...changed.map(cacheTags.product), cacheTags.products])
    return outcomes
  })
}
