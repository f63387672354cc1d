import { and, eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { findCustomer, isNoteOf } from '@/modules/orders/queries/get-customer'
import { customer_notes } from '@/payload-generated-schema'
import { type Actor, audit } from '@/platform/audit'
import { AppError, notFound } from '@/platform/errors'
import { type Tx, withTransaction } from '@/platform/transaction'

/** `orderId` is one of the customer's orders. */
type NoteKey = { orderId: number; noteId: number }

const requireCustomer = async (payload: Payload, orderId: number) => {
  const customer = await findCustomer(payload, orderId)
  if (!customer) throw notFound('This customer')
  return customer
}

const record = (
  tx: Tx,
  actor: Actor,
  action: 'customer.note_added' | 'customer.note_edited' | 'customer.note_deleted',
  { orderId, noteId }: NoteKey,
): Promise<void> =>
  audit(tx, actor, {
    action,
    subjectType: 'customer',
    subjectId: orderId,
    details: { note: noteId },
  })

/**
 * Adds a note about the customer of an order. Repeating it with the same `requestId` adds nothing.
 * @throws AppError not_found for unknown orders and erased people
 */
export async function addCustomerNote(
  payload: Payload,
  actor: Actor,
  { orderId, ...note }: { orderId: number; text: string; authorName: string; requestId: string },
): Promise<void> {
  const { email, userId } = await requireCustomer(payload, orderId)
  await withTransaction(payload, async (_req, tx) => {
    const [added] = await tx
      .insert(customer_notes)
      .values({ ...note, email, customer: userId, author: actor.id })
      .onConflictDoNothing({ target: customer_notes.requestId })
      .returning({ id: customer_notes.id })
    if (added) await record(tx, actor, 'customer.note_added', { orderId, noteId: added.id })
  })
}

/** Checks that a note is about the customer and the actor's own, and locks it. @throws AppError not_found, forbidden */
const changeOwnNote = async (
  payload: Payload,
  actor: Actor,
  key: NoteKey,
  change: (tx: Tx) => Promise<void>,
): Promise<void> => {
  const customer = await requireCustomer(payload, key.orderId)
  await withTransaction(payload, async (_req, tx) => {
    const [note] = await tx
      .select({ author: customer_notes.author })
      .from(customer_notes)
      .where(and(eq(customer_notes.id, key.noteId), isNoteOf(customer)))
      .for('update')
    if (!note) throw notFound('The note')
    if (note.author !== actor.id)
      throw new AppError('forbidden', 'You can only edit your own notes.')
    await change(tx)
  })
}

/** Replaces the text of the actor's own note. @throws AppError not_found, forbidden */
export function updateCustomerNote(
  payload: Payload,
  actor: Actor,
  { text, ...key }: NoteKey & { text: string },
): Promise<void> {
  return changeOwnNote(payload, actor, key, async (tx) => {
    await tx
      .update(customer_notes)
      .set({ text, updatedAt: sql`now()` })
      .where(eq(customer_notes.id, key.noteId))
    await record(tx, actor, 'customer.note_edited', key)
  })
}

/** Deletes the actor's own note. @throws AppError not_found, forbidden */
export function deleteCustomerNote(payload: Payload, actor: Actor, key: NoteKey): Promise<void> {
  return changeOwnNote(payload, actor, key, async (tx) => {
    await tx.delete(customer_notes).where(eq(customer_notes.id, key.noteId))
    await record(tx, actor, 'customer.note_deleted', key)
  })
}
