import { GiftCardLines } from '@/components/cart/gift-card-lines'
import { CheckoutTotals } from '@/components/checkout/checkout-totals'
import { Section } from '@/components/layout/section'
import { type PackageDetails, withRecipient } from '@/modules/checkout/rules/gift'
import type { CustomerOrderView } from '@/modules/orders/queries/get-customer-order'
import { restLabel } from '@/modules/orders/rules/order-status'
import {
  changedThing,
  differenceLines,
  swapAmountsText,
} from '@/modules/orders/rules/price-difference'
import { refundRows } from '@/modules/orders/rules/refund-rows'

import { LineItems, type LineItemView } from './line-items'
import { PostalAddress } from './postal-address'

const PackageFacts = ({ details }: { details: PackageDetails }) =>
  details.isGift || details.senderName ? (
    <div className="grid gap-1 border-t border-line pt-4.5 text-ink-soft">
      <h3 className="font-sans font-semibold text-ink">Package</h3>
      {details.senderName ? <p>From {details.senderName}</p> : null}
      {details.isGift ? (
        <p>A gift. We ask our printer to leave prices off the packing slip.</p>
      ) : null}
      {details.note ? <p className="whitespace-pre-line">Gift note: “{details.note}”</p> : null}
    </div>
  ) : null

/** The items, or what a price difference is for. */
const linesOf = ({ items, priceDifference, totals }: CustomerOrderView): LineItemView[] => {
  if (!priceDifference)
    return items.map(({ unitPriceCents, swap, ...line }) => ({
      ...line,
      unitCents: unitPriceCents,
      note: swap && swapAmountsText(swap),
    }))
  return differenceLines(priceDifference, totals.subtotalCents).map((line) => ({
    ...line,
    image: null,
  }))
}

const restLabelOf = ({
  payment,
  paymentState,
  isPaidByHand,
  totals,
}: CustomerOrderView): string | null =>
  !payment && totals.giftCardCents === totals.totalCents
    ? null
    : restLabel(paymentState, isPaidByHand)

export function OrderSummary({ order }: { order: CustomerOrderView }) {
  const { items, giftCards, totals, discounts, shippingAddress, shippingMethod } = order
  const { priceDifference: difference, addressChange } = order
  const details = order.package
  // The address that an order is moved to; it is forgotten if the order isn't moved.
  const isMove = difference?.item === null && shippingAddress.address1 !== ''
  return (
    <Section
      id="in-it"
      title="Your order"
      className="grid gap-5 rounded-sheet bg-surface p-[clamp(1.3rem,2.4vw,2.1rem)] shadow-rest wrap-anywhere print:p-0 print:shadow-none"
    >
      <LineItems lines={linesOf(order)} />
      <GiftCardLines cards={giftCards.filter(({ origin }) => origin === 'purchase')} />
      <CheckoutTotals
        totals={totals}
        discounts={discounts}
        restLabel={restLabelOf(order)}
        change={difference ? changedThing(difference) : undefined}
        moreRows={refundRows(totals.totalCents, order.refunds)}
      />
      {items.length > 0 || isMove ? (
        <>
          <div className="border-t border-line pt-4.5">
            <h3 className="font-sans font-semibold">
              {shippingMethod === 'express'
                ? 'Express shipping to'
                : isMove
                  ? 'New address'
                  : 'Shipping to'}
            </h3>
            <div className="mt-1">
              <PostalAddress address={withRecipient(shippingAddress, details)} />
            </div>
            {addressChange ? (
              <p className="text-small text-ink-soft">
                {swapAmountsText(addressChange, 'address')}
              </p>
            ) : null}
          </div>
          <PackageFacts details={details} />
        </>
      ) : null}
    </Section>
  )
}
