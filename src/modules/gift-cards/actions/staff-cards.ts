import { eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { queueUnsentCard } from '@/modules/gift-cards/deliveries'
import { createGiftCardCode, hashGiftCardCode } from '@/modules/gift-cards/gift-card-code'
import { addEntry, lockCard } from '@/modules/gift-cards/ledger'
import { normalizeGiftCardCode } from '@/modules/gift-cards/rules'
import { gift_cards } from '@/payload-generated-schema'
import { audit } from '@/platform/audit'
import type { Cents } from '@/platform/money'
import { withTransaction } from '@/platform/transaction'

type Actor = { id: number; role: string; name: string }

/** Issues a card and returns its code, which is shown once and stored as a hash only. */
export function issueGiftCard(
  payload: Payload,
  actor: Actor,
  { amountCents, note }: { amountCents: Cents; note: string },
): Promise<{ id: number; code: string }> {
  const code = createGiftCardCode()
  const plain = normalizeGiftCardCode(code) ?? ''
  return withTransaction(payload, async (_, tx) => {
    const [card] = await tx
      .insert(gift_cards)
      .values({
        codeHash: hashGiftCardCode(plain),
        lastFour: plain.slice(-4),
        isActive: true,
        note,
      })
      .returning({ id: gift_cards.id })
    if (!card) throw new Error('The gift card was not written')
    await addEntry(tx, {
      cardId: card.id,
      kind: 'issue',
      amountCents,
      orderId: null,
      requestId: `issue-${card.id}`,
      actor: actor.name,
    })
    await audit(tx, actor, {
      action: 'gift_card.issued',
      subjectType: 'gift_card',
      subjectId: card.id,
      details: { amountCents },
    })
    return { id: card.id, code }
  })
}

/**
 * Disables a card, or enables it again. Its balance and its reservations stay. An email that was due while the card was
 * disabled is sent now.
 * @throws AppError not_found
 */
export function setGiftCardActive(
  payload: Payload,
  actor: Actor,
  cardId: number,
  isActive: boolean,
): Promise<void> {
  return withTransaction(payload, async (_, tx) => {
    const card = await lockCard(tx, cardId)
    if (card.isActive === isActive) return
    await tx
      .update(gift_cards)
      .set({ isActive, updatedAt: sql`now()` })
      .where(eq(gift_cards.id, cardId))
    if (isActive) await queueUnsentCard(tx, cardId)
    await audit(tx, actor, {
      action: isActive ? 'gift_card.enabled' : 'gift_card.disabled',
      subjectType: 'gift_card',
      subjectId: cardId,
    })
  })
}
