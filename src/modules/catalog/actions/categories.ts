import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import type { CategoryInput } from '@/modules/catalog/schemas/admin-categories'
import type { User } from '@/payload-types'
import { cacheTags, revalidateTags } from '@/platform/cache-tags'
import { AppError, notFound } from '@/platform/errors'
import { shortSlug, toSlug } from '@/platform/slug'
import { type Tx, withTransaction } from '@/platform/transaction'

/** What the column holds (collections/Categories). */
const longestCategorySlug = 60

const isFree = async (tx: Tx, slug: string, id: number | null): Promise<void> => {
  if (!slug)
    throw new AppError('invalid', 'Please give an address.', {
      fields: { slug: 'Please give an address with letters or digits.' },
    })
  const { rows } = await tx.execute(
    sql`select 1 from categories where slug = ${slug} and id <> ${id ?? 0}`,
  )
  if (rows.length > 0)
    throw new AppError('invalid', 'Another category has this address.', {
      fields: { slug: 'Another category has this address.' },
    })
}
const list = (ids: readonly number[]) => sql.raw(`array[${ids.join(',')}]::integer[]`)

/**
 * A new category. `members` were in one that was deleted: those of them that are in none since then come into this one.
 * @throws AppError invalid (its address is taken)
 */
export function createCategory(
  payload: Payload,
  user: User,
  { name, slug, description }: CategoryInput,
  members: { productIds: number[]; contentIds: number[] },
): Promise<number> {
  return withTransaction(payload, async (req, tx) => {
    const address = slug ? toSlug(slug) : shortSlug(name, longestCategorySlug)
    await isFree(tx, address, null)
    const { id } = await payload.create({
      collection: 'categories',
      depth: 0,
      overrideAccess: false,
      user,
      req,
      data: { name, slug: address, description },
    })
    if (members.productIds.length > 0)
      await tx.execute(
        sql`update products set category_id = ${id} where category_id is null and id = any(${list(members.productIds)})`,
      )
    if (members.contentIds.length > 0)
      await tx.execute(
        sql`update content set category_id = ${id} where category_id is null and id = any(${list(members.contentIds)})`,
      )
    await revalidateTags({ payload, transactionID: req.transactionID }, [cacheTags.contents])
    return id
  })
}

/** @throws AppError not_found, invalid (its address is taken); whatever `expectUnchanged` throws */
export function updateCategory(
  payload: Payload,
  user: User,
  id: number,
  { name, slug, description }: CategoryInput,
  expectUnchanged: (updatedAt: string) => void,
): Promise<void> {
  return withTransaction(payload, async (req, tx) => {
    const {
      rows: [row],
    } = await tx.execute(
      sql`select slug, updated_at as "updatedAt" from categories where id = ${id} for update`,
    )
    if (!row) throw notFound('This category')
    expectUnchanged(new Date(String(row.updatedAt)).toISOString())
    const address = toSlug(slug || String(row.slug))
    await isFree(tx, address, id)
    await payload.update({
      collection: 'categories',
      id,
      depth: 0,
      overrideAccess: false,
      user,
      req,
      data: { name, slug: address, description },
    })
  })
}

/** Takes a category away; what was in it stays, without one. Answers what that was, so that it can be taken back. @throws AppError not_found */
export function deleteCategory(
  payload: Payload,
  user: User,
  id: number,
): Promise<{ productIds: number[]; contentIds: number[] }> {
  return withTransaction(payload, async (req, tx) => {
    const {
      rows: [row],
    } = await tx.execute(sql`select 1 from categories where id = ${id} for update`)
    if (!row) throw notFound('This category')
    const {
      rows: [members],
    } = await tx.execute(sql`select
      coalesce((select json_agg(id) from products where category_id = ${id}), '[]') as "productIds", coalesce((select json_agg(id) from content where category_id = ${id}), '[]') as "contentIds"`)
    await payload.delete({ collection: 'categories', id, depth: 0, user, req })
    await revalidateTags({ payload, transactionID: req.transactionID }, [cacheTags.contents])
    return members as { productIds: number[]; contentIds: number[] }
  })
}
