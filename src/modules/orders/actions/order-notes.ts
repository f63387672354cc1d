import { desc, eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { lockOrder } from '@/modules/orders/order-record'
import { order_notes, orders } from '@/payload-generated-schema'
import { type Actor, audit } from '@/platform/audit'
import { AppError, notFound } from '@/platform/errors'
import { type Tx, withTransaction } from '@/platform/transaction'

type NoteKey = { orderId: number; noteId: number }
type NewNote = { text: string; authorId: number | null; authorName: string; requestId?: string }

/** Copies the newest note into the order, as its `notes` field. The caller holds the order's lock. */
async function updateNewestNote(tx: Tx, orderId: number): Promise<void> {
  const [newest] = await tx
    .select({ text: order_notes.text })
    .from(order_notes)
    .where(eq(order_notes.order, orderId))
    .orderBy(desc(order_notes.createdAt), desc(order_notes.id))
    .limit(1)
  await tx
    .update(orders)
    .set({ notes: newest?.text ?? null })
    .where(eq(orders.id, orderId))
}

/** Inserts a note in the transaction of the caller, who holds the order's lock. A known `requestId` inserts nothing. */
export async function insertOrderNote(
  tx: Tx,
  orderId: number,
  { text, authorId, authorName, requestId }: NewNote,
): Promise<number | null> {
  const [note] = await tx
    .insert(order_notes)
    .values({ order: orderId, text, author: authorId, authorName, requestId })
    .onConflictDoNothing({ target: order_notes.requestId })
    .returning({ id: order_notes.id })
  return note?.id ?? null
}

const record = (
  tx: Tx,
  actor: Actor,
  action: 'order.note_added' | 'order.note_edited' | 'order.note_deleted',
  { orderId, noteId }: NoteKey,
): Promise<void> =>
  audit(tx, actor, { action, subjectType: 'order', subjectId: orderId, details: { note: noteId } })

/** Adds a note to an order. Repeating it with the same `requestId` adds nothing. @throws AppError not_found */
export function addOrderNote(
  payload: Payload,
  actor: Actor,
  { orderId, ...note }: { orderId: number; text: string; authorName: string; requestId: string },
): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    if (!(await lockOrder(tx, orderId))) throw notFound('The order')
    const id = await insertOrderNote(tx, orderId, { ...note, authorId: actor.id })
    if (id === null) return
    await updateNewestNote(tx, orderId)
    await record(tx, actor, 'order.note_added', { orderId, noteId: id })
  })
}

/** Locks the order of a note and checks that the note is the actor's own. @throws AppError not_found, forbidden */
async function lockOwnNote(tx: Tx, actor: Actor, { orderId, noteId }: NoteKey): Promise<void> {
  await lockOrder(tx, orderId)
  const [note] = await tx
    .select({ order: order_notes.order, author: order_notes.author })
    .from(order_notes)
    .where(eq(order_notes.id, noteId))
  if (note?.order !== orderId) throw notFound('The note')
  if (note.author !== actor.id) throw new AppError('forbidden', 'You can only edit your own notes.')
}

/** Replaces the text of the actor's own note. @throws AppError not_found, forbidden */
export function updateOrderNote(
  payload: Payload,
  actor: Actor,
  { text, ...note }: NoteKey & { text: string },
): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    await lockOwnNote(tx, actor, note)
    await tx
      .update(order_notes)
      .set({ text, updatedAt: sql`now()` })
      .where(eq(order_notes.id, note.noteId))
    await updateNewestNote(tx, note.orderId)
    await record(tx, actor, 'order.note_edited', note)
  })
}

/** Deletes the actor's own note. @throws AppError not_found, forbidden */
export function deleteOrderNote(payload: Payload, actor: Actor, note: NoteKey): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    await lockOwnNote(tx, actor, note)
    await tx.delete(order_notes).where(eq(order_notes.id, note.noteId))
    await updateNewestNote(tx, note.orderId)
    await record(tx, actor, 'order.note_deleted', note)
  })
}
