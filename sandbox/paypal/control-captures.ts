import { z } from 'zod'

import type { ProviderContext } from './context'
import { newId } from './ids'
import { toHundredths, toMoney } from './money'
import { moneySchema } from './orders/schema'

/** Payments that the merchant took before: each with its refunds, as far as there are any. */
export const pastCapturesSchema = z.strictObject({
  clientId: z.string().startsWith('sandbox-'),
  captures: z.array(
    z.strictObject({
      id: z.string().min(1),
      amount: moneySchema,
      customId: z.string().optional(),
      createdAt: z.iso.datetime(),
      refunds: z.array(z.strictObject({ id: z.string().min(1), amount: moneySchema })).default([]),
    }),
  ),
})

/** Adds the captures whose ids are free, without events; the others stay as they are. Returns the ids of the new ones. */
export function addPastCaptures(
  context: ProviderContext,
  { clientId, captures }: z.output<typeof pastCapturesSchema>,
): string[] {
  const added = captures.filter(({ id }) => !context.state.captures[id])
  for (const { id, amount, customId, createdAt, refunds } of added) {
    const at = Date.parse(createdAt)
    const refunded = refunds.reduce((sum, refund) => sum + toHundredths(refund.amount), 0n)
    context.state.captures[id] = {
      id,
      clientId,
      orderId: newId(),
      referenceId: 'default',
      status:
        refunded === 0n
          ? 'COMPLETED'
          : refunded < toHundredths(amount)
            ? 'PARTIALLY_REFUNDED'
            : 'REFUNDED',
      amount,
      ...(customId && { customId }),
      createdAt: at,
      updatedAt: at,
    }
    let total = 0n
    for (const refund of refunds) {
      total += toHundredths(refund.amount)
      context.state.refunds[refund.id] = {
        id: refund.id,
        clientId,
        captureId: id,
        status: 'COMPLETED',
        amount: refund.amount,
        totalRefunded: toMoney(amount.currency_code, total),
        createdAt: at,
      }
    }
  }
  if (added.length > 0) context.save()
  return added.map(({ id }) => id)
}
