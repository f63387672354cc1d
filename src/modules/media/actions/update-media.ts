import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import type { Role } from '@/access/roles'
import { revalidateMediaPages } from '@/hooks/revalidate-media'
import { audit } from '@/platform/audit'
import { AppError, notFound } from '@/platform/errors'
import { withTransaction } from '@/platform/transaction'

type Actor = { id: number; role: Role }
type Found = {
  updatedAt: string
  deletedAt: string | null
  alt: string | null
  caption: string | null
}

/**
 * To the trash: gone from the shop's pages at once, its files stay for 30 days (modules/media/jobs.ts). Again
 * changes nothing.
 * @throws AppError not_found
 */
export function trashMedia(payload: Payload, actor: Actor, id: number): Promise<void> {
  return withTransaction(payload, async (req, tx) => {
    const {
      rows: [known],
    } = await tx.execute(
      sql`select deleted_at is not null as gone from media where id = ${id} for update`,
    )
    if (!known) throw notFound('This file')
    if (known.gone) return
    await revalidateMediaPages(req, id)
    await tx.execute(sql`update media set deleted_at = now(), updated_at = now() where id = ${id}`)
    await audit(tx, actor, { action: 'media.trashed', subjectType: 'media', subjectId: id })
  })
}

/** Back from the trash, wherever it stood before. @throws AppError not_found when it is gone for good */
export function restoreMedia(payload: Payload, actor: Actor, id: number): Promise<void> {
  return withTransaction(payload, async (req, tx) => {
    const {
      rows: [known],
    } = await tx.execute(
      sql`select deleted_at is not null as gone from media where id = ${id} for update`,
    )
    if (!known) throw notFound('This file')
    if (!known.gone) return
    await tx.execute(sql`update media set deleted_at = null, updated_at = now() where id = ${id}`)
    await revalidateMediaPages(req, id)
    await audit(tx, actor, { action: 'media.restored', subjectType: 'media', subjectId: id })
  })
}

/**
 * Changes what is said of a file. `check` is given when it was changed last, and refuses what was written without
 * having seen that.
 * @throws AppError not_found, conflict (in the trash), and what `check` throws
 */
export function updateMedia(
  payload: Payload,
  actor: Actor,
  id: number,
  { altText, caption }: { altText?: string; caption?: string },
  check: (updatedAt: string) => void,
): Promise<void> {
  return withTransaction(payload, async (req, tx) => {
    const {
      rows: [row],
    } = await tx.execute(
      sql`select updated_at as "updatedAt", deleted_at as "deletedAt", alt, caption from media where id = ${id} for update`,
    )
    if (!row) throw notFound('This file')
    const { updatedAt, deletedAt, ...kept } = row as unknown as Found
    if (deletedAt)
      throw new AppError('conflict', 'This file is in the trash. Please restore it first.')
    check(new Date(updatedAt).toISOString())
    await tx.execute(sql`
      update media set alt = coalesce(${altText ?? null}, alt), caption = coalesce(${caption ?? null}, caption), updated_at = now() where id = ${id}`)
    const fields = [
      altText === undefined || altText === kept.alt ? [] : 'alt',
      caption === undefined || caption === kept.caption ? [] : 'caption',
    ].flat()
    if (fields.length > 0)
      await audit(tx, actor, {
        action: 'media.updated',
        subjectType: 'media',
        subjectId: id,
        details: { fields },
      })
    await revalidateMediaPages(req, id)
  })
}
