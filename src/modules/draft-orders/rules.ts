/** How staff lower the price of a draft order: an existing code, or a discount of its own. */
export const draftDiscountKinds = ['none', 'code', 'percent', 'amount'] as const
export type DraftDiscountKind = (typeof draftDiscountKinds)[number]

export const draftLimits = { note: 5000 } as const

/** How long a payment link is valid, to the end of the last day. Its prices hold as long. */
export const paymentLinkDays = 7

/** The name of a discount that staff gave to one order. */
export const staffDiscountName = 'Just for you'

/** open: can be edited. sent: its payment link can be paid. paid: it is an order now. */
export type DraftOrderState = 'open' | 'sent' | 'paid'

/**
 * Returns the state of a draft from the latest order created from it. A link that was canceled or has expired leaves a
 * canceled order, and the draft can be edited again.
 * @param orderStatus null while there is no order
 */
export function draftOrderState(orderStatus: string | null): DraftOrderState {
  if (orderStatus === null || orderStatus === 'cancelled') return 'open'
  return orderStatus === 'pending' ? 'sent' : 'paid'
}
