import type { OrderStatus } from './order-status'

/** The state of a paid order until the printer has it (it may not be connected), for use in a sentence. */
export const waitingToPrint = 'waiting to be printed'

/** A state with a headline of its own; a pending order has one per state of its payment. */
type OrderNews = Exclude<OrderStatus, 'pending'> | 'payment-pending'

/**
 * Returns the headline of an order’s page, which is also the subject of the email about that state.
 * @param thanks 'Thank you, Wren.'
 */
export function orderHeadline(news: OrderNews, thanks: string): string {
  return {
    'payment-pending': `${thanks} Your payment is still processing.`,
    paid: `${thanks} We’ve got your order.`,
    processing: 'Your order is being printed.',
    shipped: 'Your order is on its way.',
    delivered: 'Your order was delivered.',
    cancelled: 'Your order was canceled.',
    refunded: 'Your order was refunded.',
  }[news]
}
