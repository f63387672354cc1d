import { readRefundablePayments, sumRefundable } from '@/modules/orders/queries/refundable-order'
import { listPaidDifferences } from '@/modules/orders/queries/swap-amounts'
import { refundRequestId } from '@/modules/orders/rules/line-refund'
import { differenceDueCents } from '@/modules/orders/rules/price-difference'
import { refund_lines } from '@/payload-generated-schema'
import { AppError } from '@/platform/errors'
import { ProviderError } from '@/platform/http/provider-error'
import type { Cents } from '@/platform/money'

import {
  type RefundArgs,
  refundOrder,
  type RefundRequest,
  type WriteWithRefund,
} from './refund-order'

/**
 * Refunds what is left of a price-difference order, up to an amount. Outcomes that staff or the reconciler handle are
 * not errors.
 * @param isTaxOnly whether all of the amount is tax, for the tax report
 */
export async function refundDifference(
  args: RefundArgs,
  orderId: number,
  wantedCents: Cents,
  { reason, refundId }: Pick<RefundRequest, 'reason' | 'refundId'>,
  isTaxOnly = false,
): Promise<void> {
  const left = await readRefundablePayments(args.payload.db.drizzle, orderId)
  const amountCents = Math.min(wantedCents, left ? sumRefundable(left) : 0)
  if (amountCents <= 0) return
  try {
    const refund = { orderId, amountCents, reason, refundId }
    const writeTaxLine: WriteWithRefund = async (_, tx) => {
      const line = { order: orderId, requestId: refundRequestId(refundId), quantity: 0 }
      await tx.insert(refund_lines).values({ ...line, amountCents: 0, taxCents: amountCents })
      return undefined
    }
    await refundOrder(
      args,
      { ...refund, actor: 'buyer', actorName: 'the shop' },
      isTaxOnly ? writeTaxLine : undefined,
    )
  } catch (error) {
    if (!(error instanceof AppError || error instanceof ProviderError)) throw error
    args.payload.logger.warn(
      { err: error, order: orderId },
      'The refund of a price difference follows',
    )
  }
}

/**
 * Refunds the differences that were paid for changes of an order, as far as its items were refunded: by line, or with
 * all of the order. What was paid for another address goes back with the items as far as it is tax, and the rest with
 * all of the order. Repeating it refunds once.
 * @throws if the database fails; the job is tried again
 */
export async function refundPriceDifferences(args: RefundArgs, orderId: number): Promise<void> {
  for (const difference of await listPaidDifferences(args.payload, orderId)) {
    const { id, uuid, itemId, isOver, isUndone, refundedCents } = difference
    const dueCents = differenceDueCents(difference, (part) => part.refundedQuantity)
    await refundDifference(
      args,
      id,
      dueCents - refundedCents,
      {
        reason: isUndone
          ? 'The item was changed back'
          : `The ${itemId === null || isOver ? 'order' : 'item'} it was paid for was refunded`,
        refundId: `difference-${uuid}-${dueCents}`,
      },
      itemId === null && !isOver,
    )
  }
}
