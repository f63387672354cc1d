/** How long a quote holds: prices of an order may change for the buyer only after this. */
export const quoteMinutes = 30
/** After this a checkout has to be restarted; PayPal keeps an unapproved payment for three hours. */
export const checkoutHours = 2

/** Returns until when the prices of an order hold, in milliseconds: as long as its payment link, or its quote. */
export function pricesHoldUntil(order: {
  createdAt: string
  payableUntil?: string | null
}): number {
  return order.payableUntil
    ? Date.parse(order.payableUntil)
    : Date.parse(order.createdAt) + quoteMinutes * 60_000
}
