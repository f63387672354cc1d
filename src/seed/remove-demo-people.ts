import { and, eq, inArray, isNull, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { endSessionsIn } from '@/modules/accounts/actions/sessions'
import {
  account_tokens,
  api_keys,
  audit_events,
  discounts,
  gift_cards,
  identities,
  passkeys,
  users,
} from '@/payload-generated-schema'
import { audit } from '@/platform/audit'
import { setTriggerPermission } from '@/platform/database/trigger-permission'
import { type Tx, withTransaction } from '@/platform/transaction'

import { findPublishedPasswords } from './published-passwords'

export type RemovedDemoPeople = {
  /** The user names that were deactivated. */
  people: string[]
  /** How many gift cards and discounts of theirs were turned off. */
  giftCards: number
  discounts: number
}

/** Ids of what an account did something to, by the audit log. */
const subjectsOf = (tx: Tx, userId: number, ...actions: string[]) =>
  tx
    .select({ id: sql<number>`${audit_events.subjectId}::integer` })
    .from(audit_events)
    .where(and(eq(audit_events.actorId, userId), inArray(audit_events.action, actions)))

/** Turns off the gift cards that an account issued, and the discounts that it made or gave codes to. */
async function turnOffCardsAndDiscounts(tx: Tx, userId: number): Promise<[number, number]> {
  const off = { isActive: false, updatedAt: sql`now()` }
  const issued = subjectsOf(tx, userId, 'gift_card.issued')
  const cards = await tx
    .update(gift_cards)
    .set(off)
    .where(and(eq(gift_cards.isActive, true), inArray(gift_cards.id, issued)))
    .returning({ id: gift_cards.id })
  const discountIds = subjectsOf(
    tx,
    userId,
    'discount.created',
    'discount.changed',
    'discount.codes_added',
  )
  const offers = await tx
    .update(discounts)
    .set(off)
    .where(and(eq(discounts.isActive, true), inArray(discounts.id, discountIds)))
    .returning({ id: discounts.id })
  return [cards.length, offers.length]
}

/**
 * Deactivates every account that still has a published demo password, with its sessions, password,
 * recovery codes, linked sign-ins, passkeys, and API keys. Anyone could sign in with it and keep the codes of gift cards
 * and discounts, so those are turned off, too. The account and its history stay. An account whose password was changed
 * is left alone.
 * @throws the database's error; nothing was changed then. A retry deactivates the rest.
 */
export async function removeDemoPeople(payload: Payload): Promise<RemovedDemoPeople> {
  const accounts = await findPublishedPasswords((text, values) =>
    payload.db.pool.query(text, values),
  )
  return withTransaction(payload, async (_, tx) => {
    const removed: RemovedDemoPeople = { people: [], giftCards: 0, discounts: 0 }
    for (const { id, username, hash } of accounts) {
      await endSessionsIn(tx, id)
      await setTriggerPermission(tx, 'role_change')
      // Not if the password was changed since it was checked.
      const [deactivated] = await tx
        .update(users)
        .set({ isActive: false, hash: null, salt: null, passkeySince: null, updatedAt: sql`now()` })
        .where(and(eq(users.id, id), eq(users.hash, hash)))
        .returning({ id: users.id })
      await setTriggerPermission(tx, 'role_change', false)
      if (!deactivated) continue
      await tx.delete(account_tokens).where(eq(account_tokens.user, id))
      await tx.delete(identities).where(eq(identities.user, id))
      await tx.delete(passkeys).where(eq(passkeys.user, id))
      await tx
        .update(api_keys)
        .set({ revokedAt: sql`now()`, updatedAt: sql`now()` })
        .where(and(eq(api_keys.createdBy, id), isNull(api_keys.revokedAt)))
      await audit(tx, null, { action: 'user.deactivated', subjectType: 'user', subjectId: id })
      const [cards, offers] = await turnOffCardsAndDiscounts(tx, id)
      removed.people.push(username)
      removed.giftCards += cards
      removed.discounts += offers
    }
    return removed
  })
}
