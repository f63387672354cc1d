import type { Payload } from 'payload'

import { itemName } from '@/modules/checkout/rules/cart'
import { readRefundableOrder } from '@/modules/orders/queries/refundable-order'
import {
  countLeft,
  type RefundableOrder,
  refundRequestId,
  type RefundSelection,
  type RefundShare,
  refundShares,
  sumShares,
} from '@/modules/orders/rules/line-refund'
import { refund_lines } from '@/payload-generated-schema'
import { AppError, notFound } from '@/platform/errors'
import { formatMoney } from '@/platform/money'
import type { Tx } from '@/platform/transaction'
import type { PaymentProvider } from '@/providers/interfaces'

import { endRequest } from './end-request'
import { refundOrder, type RefundRequest, type RefundResult } from './refund-order'

type RefundLine = { itemId: string; quantity: number }
type Selected = {
  lines: readonly RefundLine[]
  shipping: boolean
  /** What was sent in place of the items came back, so that they can be refunded although they were exchanged. */
  includesExchanged?: boolean
}

/** @throws AppError invalid for an item of another order, and for more than was bought and not refunded */
function selectLines(
  order: RefundableOrder,
  { lines, shipping, includesExchanged = false }: Selected,
): RefundSelection {
  for (const { itemId, quantity } of lines) {
    const line = order.lines.find(({ id }) => id === itemId)
    const left = line ? (includesExchanged ? line.quantity : countLeft(line)) : 0
    if (line && quantity <= left) continue
    const message = !line
      ? 'Please choose items of this order.'
      : left > 0
        ? `You can refund ${left} of “${line.name}”.`
        : `“${line.name}” is already ${line.exchanged > 0 ? 'exchanged' : 'refunded'}.`
    throw new AppError('invalid', message, { fields: { lines: message } })
  }
  if (shipping && order.shippingCents === 0) {
    const message = 'There’s no shipping left to refund.'
    throw new AppError('invalid', message, { fields: { shipping: message } })
  }
  return { quantities: new Map(lines.map((line) => [line.itemId, line.quantity])), shipping }
}

/** '2 × Fern Tee (Pine, M), gift card, shipping', without names: the timeline outlives an erasure. */
const describe = ({ lines }: RefundableOrder, shares: readonly RefundShare[]): string =>
  shares
    .map(({ itemId, quantity }) => {
      const line = lines.find(({ id }) => id === itemId)
      if (!line) return 'shipping'
      return line.isGiftCard ? 'gift card' : `${quantity} × ${itemName(line)}`
    })
    .join(', ')

type WrittenLines = { valueCents: number; leftCents: number; purpose: string }

/**
 * Writes what a refund is for, in the transaction that locked its order and writes the refund.
 * @returns what the lines are worth with their tax, and what the payments still cover
 * @throws AppError invalid for more than was bought and not refunded
 */
export async function writeRefundLines(
  payload: Payload,
  tx: Tx,
  refund: Selected & { orderId: number; refundId: string },
): Promise<WrittenLines> {
  const order = await readRefundableOrder(payload, tx, refund.orderId)
  if (!order) throw notFound('The order')
  const shares = refundShares(order, selectLines(order, refund))
  const requestId = refundRequestId(refund.refundId)
  if (shares.length > 0)
    await tx
      .insert(refund_lines)
      .values(shares.map((share) => ({ ...share, order: refund.orderId, requestId })))
  return {
    valueCents: sumShares(shares),
    leftCents: order.leftCents,
    purpose: describe(order, shares),
  }
}

/**
 * Refunds chosen items of an order, and its shipping if wanted, through `refundOrder`: what was paid for them with their
 * part of discounts and tax, at most what the payments still cover. The lines are checked and written under the order's
 * lock, so two refunds never exceed what was bought. The same `refundId` is paid out once.
 * @param request `amountCents` is what the staff member saw
 * @throws AppError version_conflict if it is another amount by now, invalid (more than is left), and what `refundOrder` throws
 */
export async function refundLines(
  args: { payload: Payload; payments: PaymentProvider },
  { lines, shipping, ...request }: RefundRequest & { lines: RefundLine[]; shipping: boolean },
): Promise<RefundResult> {
  return refundOrder(args, request, async (req, tx) => {
    const written = await writeRefundLines(args.payload, tx, {
      orderId: request.orderId,
      refundId: request.refundId,
      lines,
      shipping,
    })
    const amountCents = Math.min(written.valueCents, written.leftCents)
    if (amountCents !== request.amountCents)
      throw new AppError(
        'version_conflict',
        `These items now total ${formatMoney(amountCents)}. Check the amount before you refund it.`,
      )
    // Neither a refunded item nor the address of an order with one can be changed for a price.
    const isOver = (itemId: string | null): boolean =>
      lines.length > 0 && (itemId === null || lines.some((line) => line.itemId === itemId))
    await endRequest({ req, tx }, request.orderId, isOver, {
      actor: request.actorName,
      message: 'Items were refunded, so the customer can no longer pay for the change',
    })
    return written.purpose
  })
}
