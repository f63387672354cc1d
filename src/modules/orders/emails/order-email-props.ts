import type { OrderTotals } from '@/modules/checkout/rules/pricing'
import type { OrderAddress } from '@/modules/orders/queries/get-customer-order'
import type { RefundCause } from '@/modules/orders/rules/line-refund'
import type { OrderStatus } from '@/modules/orders/rules/order-status'
import type { PriceDifference } from '@/modules/orders/rules/price-difference'
import type { RefundSum } from '@/modules/orders/rules/refund-rows'
import type { ReturnWish } from '@/modules/returns/rules'
import type { PromiseTexts } from '@/modules/shop/rules/promises'
import type { Order } from '@/payload-types'
import type { Cents } from '@/platform/money'

export type OrderEmailLine = {
  name: string
  size: string
  color: string
  quantity: number
  unitPriceCents: Cents
  imageUrl: string | null
}
/** What an email about an order shows, as plain JSON. URLs are absolute and lead to this shop. */
export type OrderEmailProps = {
  orderNumber: string
  status: OrderStatus
  paymentState: Order['paymentState']
  /** Whether staff recorded its payment. */
  isPaidByHand?: boolean
  /** Whether it's an order with a payment link, usable or not. */
  hasPaymentLink?: boolean
  firstName: string
  items: OrderEmailLine[]
  /** Gift cards that were bought. */
  giftCards?: readonly { recipientName: string; amountCents: Cents; sendOn: string | null }[]
  /** What an order pays for that is the price difference of a change of another order. */
  difference?: PriceDifference | null
  totals: OrderTotals
  /** Completed refunds, in a receipt. */
  refunds?: readonly RefundSum[]
  shippingAddress: OrderAddress
  /** Absent in emails that aren't about what is in the package. */
  gift?: { note: string | null }
  orderUrl: string
  shopUrl: string
  contactEmail: string
  promises: PromiseTexts
  /** When it should arrive, as a sentence; absent while nobody knows. */
  arrival?: string
}

/** An email with the payment link of an order that staff made. */
export type PaymentLinkProps = OrderEmailProps & {
  paymentUrl: string
  /** The last day on which it can be paid; absent while it can't be paid by a link. */
  payableUntil?: string
}

/** The email with an order's link contains nothing else. */
export type OrderLinkProps = Pick<
  OrderEmailProps,
  'orderNumber' | 'firstName' | 'orderUrl' | 'shopUrl' | 'contactEmail'
>

/** A package on its way. Tracking may not be known. */
export type OrderShippedProps = OrderEmailProps & {
  carrier: string | null
  trackingNumber: string | null
  trackingUrl: string | null
  /** One of several packages, the last of them, or a replacement; absent: the whole order. */
  extent?: 'part' | 'rest' | 'again'
}

export type OrderDeliveredProps = OrderLinkProps & Pick<OrderEmailProps, 'promises'>

export type OrderRefundedProps = OrderLinkProps & {
  amountCents: Cents
  /** The other part of the same refund, to the gift card or to PayPal. */
  otherCents?: Cents
  isWhole: boolean
  /** Null for a refund by staff. */
  cause: RefundCause | null
  /** Whether the order has items, and whether it bought gift cards. */
  has: { items: boolean; cards: boolean }
  /** It went back to the gift card that paid for the order. */
  isToCard?: boolean
  difference?: PriceDifference | null
  /** Empty if an amount was refunded, not items. A quantity of 0 is the lower price of an item that was swapped. */
  refundedItems?: readonly { name: string; quantity: number }[]
}

export type OrderReturnProps = OrderLinkProps & {
  items: readonly { name: string; quantity: number }[]
  /** What the buyer asked for. */
  wish: ReturnWish
  wishSentence: string
  /** What staff wrote; may be empty. */
  message: string
}
