import { and, eq, isNotNull, ne, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { storedCode } from '@/modules/gift-cards/deliveries'
import { erasedValues } from '@/modules/privacy/rules/data-request'
import { gift_card_deliveries, gift_card_entries, gift_cards } from '@/payload-generated-schema'
import { withTransaction } from '@/platform/transaction'

/**
 * Counts the cards with a balance that were emailed with a code from an earlier PAYLOAD_SECRET, so nobody can spend
 * them until they're sent again. Cards that wait for their day aren't among them: they get a code that works when
 * they're sent. Neither are those whose recipient was erased, because there's no address left.
 */
export async function countOutdatedCodes({ db: { drizzle } }: Payload): Promise<number> {
  const rows = await drizzle
    .select({ seed: gift_card_deliveries.codeSeed, hash: gift_cards.codeHash })
    .from(gift_card_deliveries)
    .innerJoin(gift_cards, eq(gift_cards.id, gift_card_deliveries.card))
    .innerJoin(gift_card_entries, eq(gift_card_entries.card, gift_cards.id))
    .where(
      and(
        eq(gift_cards.isActive, true),
        isNotNull(gift_card_deliveries.sentAt),
        ne(gift_card_deliveries.recipientEmail, erasedValues.email),
      ),
    )
    .groupBy(gift_card_deliveries.id, gift_cards.id)
    .having(sql`sum(${gift_card_entries.amountCents}) > 0`)
  return rows.filter(({ seed, hash }) => hash !== storedCode(seed).codeHash).length
}

/**
 * Stores the code that an email with this seed will contain, if the card has one from an earlier PAYLOAD_SECRET, which
 * can't be spent anymore. Does nothing if staff replaced the code in the meantime.
 */
export async function renewOutdatedCode(
  payload: Payload,
  { deliveryId, cardId, codeSeed }: { deliveryId: number; cardId: number; codeSeed: string },
): Promise<void> {
  const code = storedCode(codeSeed)
  await withTransaction(payload, async (_req, tx) => {
    const [delivery] = await tx
      .select({ codeSeed: gift_card_deliveries.codeSeed })
      .from(gift_card_deliveries)
      .where(eq(gift_card_deliveries.id, deliveryId))
      .for('update')
    if (delivery?.codeSeed !== codeSeed) return
    await tx
      .update(gift_cards)
      .set({ ...code, updatedAt: sql`now()` })
      .where(and(eq(gift_cards.id, cardId), ne(gift_cards.codeHash, code.codeHash)))
  })
}
