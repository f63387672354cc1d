import { and, eq, like } from '@payloadcms/db-postgres/drizzle'

import { cancelRefundedCards } from '@/modules/gift-cards/deliveries'
import { cardLineId, cardOfLine } from '@/modules/gift-cards/rules'
import { type Refundable } from '@/modules/orders/queries/refundable-order'
import { refund_lines } from '@/payload-generated-schema'
import { AppError } from '@/platform/errors'
import type { Cents } from '@/platform/money'
import type { Tx } from '@/platform/transaction'

/**
 * Takes a refund that was just written off the gift cards that its order bought: those it names, and those that the rest
 * of the payments no longer covers. What came off the others is written as lines of the refund, too.
 * @param left what the payments covered before the refund
 * @throws AppError conflict if someone is spending from a card
 */
export async function cancelBoughtCards(
  tx: Tx,
  { orderId, amountCents, actorName }: { orderId: number; amountCents: Cents; actorName: string },
  requestId: string,
  left: Refundable,
): Promise<void> {
  const named = await tx
    .select({ itemId: refund_lines.itemId, cents: refund_lines.amountCents })
    .from(refund_lines)
    .where(and(eq(refund_lines.requestId, requestId), like(refund_lines.itemId, 'card-%')))
  const chosen = named.map(({ itemId, cents }) => ({ id: cardOfLine(itemId ?? ''), cents }))
  const parts = await cancelRefundedCards(tx, {
    orderId,
    refundId: requestId,
    leftCents: left.paypalCents + left.cardCents - amountCents,
    chosen,
    actor: actorName,
  })
  if (!parts)
    throw new AppError(
      'conflict',
      'The gift card in this order was just used. Check the amount and try again.',
    )
  const others = parts.filter((part) => !chosen.some(({ id }) => id === part.id))
  if (others.length > 0)
    await tx
      .insert(refund_lines)
      .values(
        others.map(({ id, cents }) => ({
          order: orderId,
          requestId,
          itemId: cardLineId(id),
          quantity: 0,
          amountCents: cents,
          taxCents: 0,
        })),
      )
}
