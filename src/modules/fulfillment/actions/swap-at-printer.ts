import type { Payload } from 'payload'

import { hasSameLines, isAtPrinter } from '@/modules/fulfillment/rules/fulfillment'
import { notifyAboutOrder } from '@/modules/notifications/notify-staff'
import { tooLate } from '@/modules/orders/actions/change-order'
import {
  assertAgreed,
  findSwap,
  swapItem,
  type SwapRequest,
} from '@/modules/orders/actions/swap-item'
import { lockOrder } from '@/modules/orders/order-record'
import { canStaffChange } from '@/modules/orders/rules/order-status'
import type { orders } from '@/payload-generated-schema'
import { AppError, notFound } from '@/platform/errors'
import { withTransaction } from '@/platform/transaction'
import type { PaymentProvider } from '@/providers/interfaces'
import type {
  NewPrintfulOrder,
  PrintfulGateway,
  PrintfulOrder,
} from '@/providers/printful/interface'

import { applyPrintfulOrder } from './apply-printful-order'
import { leaseOrder, underLease } from './order-lease'
import { findUnlinked, listLines, readAfterError, toNewOrder } from './submit-order'

type Args = { payload: Payload; payments: PaymentProvider; printful: PrintfulGateway | null }
type Claim = {
  payload: Payload
  printful: PrintfulGateway
  order: typeof orders.$inferSelect & { printfulOrderId: string }
  lease: string
}

/** Claims an order so that it isn't sent to print meanwhile; null if nothing has to change at the printer. */
function claimDraft({ payload, printful }: Args, request: SwapRequest): Promise<Claim | null> {
  return withTransaction(payload, async (_req, tx) => {
    const order = await lockOrder(tx, request.orderId)
    if (!order) throw notFound('The order')
    if (!canStaffChange(order)) throw tooLate()
    const { swap } = await findSwap(payload, tx, request)
    if (!swap || !isAtPrinter(order)) return null
    assertAgreed(swap, request)
    if (!printful)
      throw new AppError(
        'conflict',
        'Connect Printful first, because the draft there has to change, too.',
      )
    return { payload, printful, order, lease: await leaseOrder(tx, order.id) }
  })
}

/**
 * Replaces the items of the draft. After an error, the state at Printful decides: the response may be lost, or printing
 * may have begun.
 */
async function updateDraft(
  { payload, printful, order }: Claim,
  wanted: NewPrintfulOrder,
): Promise<PrintfulOrder> {
  try {
    return await printful.updateItems(order.printfulOrderId, wanted)
  } catch (error) {
    const readAt = new Date()
    const current = await readAfterError(printful, order.printfulOrderId, error)
    if (current && hasSameLines(wanted.lines, current.items)) return current
    const fulfillment =
      current && (await applyPrintfulOrder(payload, order.id, current, { readAt }))
    throw fulfillment && !canStaffChange({ ...order, fulfillment }) ? tooLate() : error
  }
}

/** Gives a draft the items of the order again, if the swap wasn't made. If Printful fails, staff are notified. */
async function restoreDraft(claim: Claim, draft: PrintfulOrder): Promise<void> {
  const { payload, order, lease } = claim
  const ours = toNewOrder(order, await listLines(payload, order.id))
  if (hasSameLines(ours.lines, draft.items)) return
  try {
    await updateDraft(claim, ours)
  } catch (err) {
    payload.logger.error({ err, order: order.id }, 'A draft at Printful has another item')
    await withTransaction(payload, (_req, tx) =>
      notifyAboutOrder(tx, 'wrong-item', order.id, `${order.id}-${lease}`),
    )
  }
}

/** Swaps the item in the draft, then here. */
async function swapBoth(args: Args, claim: Claim, request: SwapRequest): Promise<void> {
  const { payload, order, lease } = claim
  const lines = await listLines(payload, order.id, request)
  const unlinked = findUnlinked(lines)
  if (unlinked) throw new AppError('conflict', `${unlinked} Nothing was changed.`)
  const wanted = toNewOrder(order, lines)
  const readAt = new Date()
  const draft = await updateDraft(claim, wanted)
  try {
    if (draft.incomplete > 0 || !hasSameLines(wanted.lines, draft.items))
      throw new AppError('conflict', 'Printful didn’t accept this item. Nothing was changed.')
    await swapItem(args, { ...request, lease })
  } finally {
    await restoreDraft(claim, draft)
  }
  await applyPrintfulOrder(payload, order.id, draft, { readAt })
}

/**
 * Swaps an item for staff: first in the order's draft at Printful, under a lease, then here as `swapItem` does. If
 * Printful doesn't take it, nothing is changed; if it fails here, the draft is restored. A draft that differs from the
 * order after a crash is never printed, and repeating the swap continues it.
 * @param args.printful null while Printful is not connected
 * @throws AppError as `swapItem`; conflict, provider_unavailable
 */
export async function swapAtPrinter(args: Args, request: SwapRequest): Promise<void> {
  const claim = await claimDraft(args, request)
  if (!claim) return swapItem(args, request)
  const { orderId } = request
  return underLease(args.payload, { orderId, lease: claim.lease }, swapBoth(args, claim, request))
}
