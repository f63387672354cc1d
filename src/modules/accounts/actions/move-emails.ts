import {
  and,
  eq,
  exists,
  inArray,
  isNull,
  notExists,
  notInArray,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import { alias } from '@payloadcms/db-postgres/drizzle/pg-core'

import {
  archiveMemberLater,
  deleteMembersLater,
  pushToMailchimpLater,
} from '@/modules/newsletter/actions/queue-mailchimp'
import { mailchimp_deletions } from '@/modules/newsletter/queries/mailchimp-deletions'
import {
  contact_messages,
  customer_notes,
  draft_orders,
  one_time_emails,
  orders,
  subscribers,
} from '@/payload-generated-schema'
import type { Tx } from '@/platform/transaction'

/**
 * Deletes unconfirmed requests: a link sent to the earlier address must not subscribe the new one, and a request for
 * the new address may be anyone's. At Mailchimp, the earlier address is archived.
 */
async function moveSubscription(tx: Tx, from: string, to: string): Promise<void> {
  const existing = alias(subscribers, 'existing')
  const isMoving = and(
    eq(existing.email, from),
    inArray(existing.status, ['subscribed', 'unsubscribed']),
  )
  await tx
    .delete(subscribers)
    .where(
      and(
        eq(subscribers.email, to),
        eq(subscribers.status, 'pending'),
        exists(tx.select({ id: existing.id }).from(existing).where(isMoving)),
      ),
    )
  const moved = await tx
    .update(subscribers)
    .set({ email: to, confirmTokenHash: null, updatedAt: sql`now()` })
    .where(
      and(
        eq(subscribers.email, from),
        inArray(subscribers.status, ['subscribed', 'unsubscribed']),
        notExists(tx.select({ id: existing.id }).from(existing).where(eq(existing.email, to))),
      ),
    )
    .returning({ id: subscribers.id })
  const [current] = await tx
    .select({ id: subscribers.id })
    .from(subscribers)
    .where(eq(subscribers.email, to))
  // Rows without a subscriber make Mailchimp delete an address permanently; these only archive it.
  if (current)
    await tx
      .update(mailchimp_deletions)
      .set({ subscriber: current.id })
      .where(
        inArray(
          mailchimp_deletions.subscriber,
          tx.select({ id: subscribers.id }).from(subscribers).where(eq(subscribers.email, from)),
        ),
      )
  const deleted = await tx
    .delete(subscribers)
    .where(eq(subscribers.email, from))
    .returning({ status: subscribers.status })
  for (const { id } of moved) await pushToMailchimpLater(tx, id)
  // Mailchimp never had an address that only requested the newsletter.
  if (moved.length === 0 && deleted.every(({ status }) => status === 'pending')) return
  await (current ? archiveMemberLater(tx, from, current.id) : deleteMembersLater(tx, [from]))
}

async function moveOneTimeEmails(tx: Tx, from: string, to: string): Promise<void> {
  const existing = alias(one_time_emails, 'existing')
  const isKnown = exists(
    tx
      .select({ id: existing.id })
      .from(existing)
      .where(
        and(
          eq(existing.email, to),
          eq(existing.product, one_time_emails.product),
          eq(existing.size, one_time_emails.size),
          eq(existing.color, one_time_emails.color),
        ),
      ),
  )
  const isTheirs = eq(one_time_emails.email, from)
  await tx.delete(one_time_emails).where(and(isTheirs, isKnown))
  await tx
    .update(one_time_emails)
    .set({ email: to, updatedAt: sql`now()` })
    .where(isTheirs)
}

/**
 * Moves the newsletter subscription and the emails that someone asked for to the new address of their account: an
 * export and an erasure find them by it. What the new address already has stays and replaces that of the earlier one.
 * @param from both in lower case
 */
export async function moveEmails(tx: Tx, from: string, to: string): Promise<void> {
  await moveSubscription(tx, from, to)
  await moveOneTimeEmails(tx, from, to)
}

/**
 * Assigns to an account what is found only by the address it's about to lose (finished guest orders, messages, and
 * notes about a guest), so that an export and an erasure still find it. Orders that staff prepare move to the new
 * address. Open orders can still be changed by the account they belong to, and the mailbox may be someone else's by
 * now.
 * @param from both in lower case
 */
export async function claimRecords(
  tx: Tx,
  userId: number,
  from: string,
  to: string,
): Promise<void> {
  const updatedAt = sql`now()`
  await tx
    .update(orders)
    .set({ customer: userId, updatedAt })
    .where(
      and(
        isNull(orders.customer),
        notInArray(orders.status, ['pending', 'paid', 'processing']),
        eq(sql`lower(${orders.email})`, from),
      ),
    )
  await tx
    .update(contact_messages)
    .set({ user: userId })
    .where(and(isNull(contact_messages.user), eq(sql`lower(${contact_messages.email})`, from)))
  await tx
    .update(customer_notes)
    .set({ customer: userId })
    .where(and(isNull(customer_notes.customer), eq(customer_notes.email, from)))
  await tx
    .update(draft_orders)
    .set({ email: to, updatedAt })
    .where(eq(sql`lower(${draft_orders.email})`, from))
}
