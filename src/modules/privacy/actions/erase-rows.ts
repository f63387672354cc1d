import {
  and,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import type { PgColumn } from '@payloadcms/db-postgres/drizzle/pg-core'

import { isCustomerRecord } from '@/modules/accounts/queries/customer-record'
import { isHeldBack } from '@/modules/gift-cards/queries'
import {
  type DataSubject,
  personalData,
  personalTables,
} from '@/modules/privacy/queries/personal-data'
import { erasedRecipient, erasedReview, erasedValues } from '@/modules/privacy/rules/data-request'
import { returnPhotoFiles } from '@/modules/returns/rules'
import {
  audit_events,
  customer_notes,
  gift_card_deliveries,
  gift_card_entries,
  gift_cards,
  one_time_emails,
  order_events,
  order_notes,
  orders,
  payments,
  returns,
  reviews,
  users,
  webhook_events,
} from '@/payload-generated-schema'
import { setTriggerPermission } from '@/platform/database/trigger-permission'
import { queueJob } from '@/platform/job-queue'
import type { Tx, TxRequest } from '@/platform/transaction'

/** The files of photos are deleted by a job, because a transaction isn't held open during a call to the storage. */
async function eraseReturns(tx: Tx, orderIds: number[]): Promise<void> {
  const ofOrders = inArray(returns.order, orderIds)
  const rows = await tx
    .select({ orderId: returns.order, photos: returns.photos })
    .from(returns)
    .where(ofOrders)
  const names = rows.flatMap(({ orderId, photos }) => returnPhotoFiles(orderId, photos))
  await tx
    .update(returns)
    .set({ ...personalData.returns.replacement })
    .where(ofOrders)
  if (names.length > 0)
    await queueJob(tx, 'delete-files', { names }, { key: `delete-files:${names[0]}` })
}

const balance = sql`(select coalesce(sum(${gift_card_entries.amountCents}), 0) from ${gift_card_entries} where ${gift_card_entries.card} = ${gift_card_deliveries.card})`

/**
 * Removes the recipient of gift cards that other people bought. Who it is from stays with the buyer, and so do amount
 * and code. A card that may still be sent keeps its recipient until then.
 */
async function eraseGiftCardRecipient(tx: Tx, subject: DataSubject): Promise<void> {
  // Marks all of them first, which locks their rows: an email that is accepted meanwhile then finds the mark.
  const received = await tx
    .update(gift_card_deliveries)
    .set({ eraseOnceSent: true })
    .where(
      and(
        personalData.gift_card_deliveries.isAbout(subject),
        ne(gift_card_deliveries.recipientEmail, erasedValues.email),
      ),
    )
    .returning({ id: gift_card_deliveries.id })
  await tx
    .update(gift_card_deliveries)
    .set(erasedRecipient)
    .where(
      and(
        inArray(
          gift_card_deliveries.id,
          received.map(({ id }) => id),
        ),
        or(
          isNotNull(gift_card_deliveries.sentAt),
          isHeldBack,
          and(isNotNull(gift_card_deliveries.card), lte(balance, 0)),
        ),
      ),
    )
}

/** Replaces the personal data in orders, which are kept for bookkeeping, and in their timelines and payments. */
export async function anonymizeOrders(tx: Tx, orderIds: number[]): Promise<void> {
  if (orderIds.length === 0) return
  await tx
    .update(orders)
    .set({
      ...personalData.orders.replacement,
      version: sql`${orders.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(inArray(orders.id, orderIds))
  await setTriggerPermission(tx, 'erasure')
  await tx
    .update(order_events)
    .set({ ...personalData.order_events.replacement, updatedAt: sql`now()` })
    .where(
      and(
        inArray(order_events.order, orderIds),
        or(isNotNull(order_events.reason), eq(order_events.type, 'tracking')),
      ),
    )
  await setTriggerPermission(tx, 'erasure', false)
  await tx.delete(order_notes).where(inArray(order_notes.order, orderIds))
  await tx.delete(one_time_emails).where(inArray(one_time_emails.order, orderIds))
  await eraseReturns(tx, orderIds)
  // A card that waits for its day was paid for and is still sent, unless it was refunded or canceled.
  await tx
    .update(gift_card_deliveries)
    .set({ ...personalData.gift_card_deliveries.replacement })
    .where(
      and(
        inArray(gift_card_deliveries.order, orderIds),
        or(
          isNotNull(gift_card_deliveries.sentAt),
          isNull(gift_card_deliveries.card),
          isHeldBack,
          lte(balance, 0),
        ),
      ),
    )
  await tx
    .update(payments)
    .set({ ...personalData.payments.replacement })
    .where(and(inArray(payments.order, orderIds), isNotNull(payments.reason)))
}

/** Actors on timelines that are not staff, even if a staff member has such a name. */
const otherActors = ['buyer', 'the shop', 'PayPal', 'Printful']

/**
 * Timelines, notes, and gift card entries name former staff. A name that another user has too is
 * ambiguous and stays.
 */
async function replaceStaffName(tx: Tx, userId: number): Promise<void> {
  const [employment] = await tx
    .select({ id: audit_events.id })
    .from(audit_events)
    .where(
      and(
        eq(audit_events.subjectType, 'user'),
        eq(audit_events.subjectId, String(userId)),
        inArray(audit_events.action, ['user.role_changed', 'user.invited']),
      ),
    )
    .limit(1)
  if (!employment) return
  const name = sql`coalesce(nullif(trim(concat_ws(' ', nullif(${users.firstName}, ''), nullif(${users.lastName}, ''))), ''), ${users.username})`
  const namesOf = (isIncluded: SQL) =>
    tx
      .select({ name: sql`${name}` })
      .from(users)
      .where(isIncluded)
  const isTheirs = (column: PgColumn): SQL | undefined => {
    const actor = sql`regexp_replace(${column}, '^API key “.*” of ', '')`
    return and(
      inArray(actor, namesOf(eq(users.id, userId))),
      notInArray(actor, namesOf(ne(users.id, userId))),
      notInArray(column, otherActors),
    )
  }
  await setTriggerPermission(tx, 'erasure')
  await tx
    .update(order_events)
    .set({ actor: erasedValues.actor, updatedAt: sql`now()` })
    .where(isTheirs(order_events.actor))
  await tx
    .update(gift_card_entries)
    .set({ actor: erasedValues.actor })
    .where(isTheirs(gift_card_entries.actor))
  await setTriggerPermission(tx, 'erasure', false)
  await tx
    .update(order_notes)
    .set({ author: null, authorName: erasedValues.actor })
    .where(eq(order_notes.author, userId))
  await tx
    .update(customer_notes)
    .set({ author: null, authorName: erasedValues.actor })
    .where(eq(customer_notes.author, userId))
}

/**
 * Reviews that were never shown are deleted, the others lose their author. Through the Local API, whose hooks
 * revalidate the product pages and write the audit log.
 */
async function eraseReviews(req: TxRequest, tx: Tx, subject: DataSubject): Promise<void> {
  const written = await tx
    .select({ id: reviews.id, status: reviews.status })
    .from(reviews)
    .where(personalData.reviews.isAbout(subject))
    .orderBy(reviews.id)
    .for('update')
  for (const { id, status } of written) {
    const review = { collection: 'reviews', id, depth: 0, req } as const
    if (status === 'approved') await req.payload.update({ ...review, data: erasedReview })
    else await req.payload.delete(review)
  }
}

/**
 * Deletes everything about a person, or replaces it where the record has to stay. Runs in the caller's transaction, so
 * it takes effect as a whole or not at all. Rows about the request itself are left to the caller.
 */
export async function eraseRows(req: TxRequest, tx: Tx, subject: DataSubject): Promise<void> {
  // Before the orders, by which they are found.
  await tx
    .update(webhook_events)
    .set({ ...personalData.webhook_events.replacement, updatedAt: sql`now()` })
    .where(personalData.webhook_events.isAbout(subject))
  await eraseReviews(req, tx, subject)
  const placed = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(personalData.orders.isAbout(subject))
    .orderBy(orders.id)
    .for('update')
  await anonymizeOrders(
    tx,
    placed.map(({ id }) => id),
  )
  await eraseGiftCardRecipient(tx, subject)
  await tx
    .update(gift_cards)
    .set({ ...personalData.gift_cards.replacement })
    .where(personalData.gift_cards.isAbout(subject))
  if (subject.userId !== null) await replaceStaffName(tx, subject.userId)
  // Someone else entered the address and never confirmed it.
  await tx
    .update(users)
    .set({ pendingEmail: null })
    .where(
      and(
        inArray(sql`lower(${users.pendingEmail})`, [...subject.emails]),
        ne(users.id, subject.userId ?? -1),
        not(isCustomerRecord(subject.emails)),
      ),
    )
  // The account last: its foreign keys would clear the columns by which other rows are found.
  const deleted = personalTables
    .filter(({ columns, name }) => columns.deleted.length > 0 && name !== 'users')
    .concat(personalData.users)
  for (const { table, isAbout } of deleted) await tx.delete(table).where(isAbout(subject))
}
