import type { OrderTotals } from '@/modules/checkout/rules/pricing'
import type { OrderAddress } from '@/modules/orders/queries/get-customer-order'
import type { Cents } from '@/platform/money'

export type OrderEmailLine = {
  name: string
  size: string
  color: string
  quantity: number
  unitPriceCents: Cents
  imageUrl: string | null
}
/** What a mail about an order is made of: plain JSON, so that a job can carry it. Addresses (URLs) are absolute and ours. */
export type OrderEmailProps = {
  orderNumber: string
  firstName: string
  items: OrderEmailLine[]
  totals: OrderTotals
  shippingAddress: OrderAddress
  orderUrl: string
  shopUrl: string
  contactEmail: string
}

/** The look-up mail tells no more than what its reader asked for. */
export type OrderLinkProps = Pick<
  OrderEmailProps,
  'orderNumber' | 'firstName' | 'orderUrl' | 'shopUrl' | 'contactEmail'
>

/** A parcel on its way. Tracking may not be known. */
export type OrderShippedProps = OrderEmailProps & {
  carrier: string | null
  trackingNumber: string | null
  trackingUrl: string | null
  /** One of several parcels, or pieces that are sent once more; absent: all of the order. */
  parcel?: 'part' | 'again'
}

export type OrderRefundedProps = OrderLinkProps & { amountCents: Cents; isWhole: boolean }
