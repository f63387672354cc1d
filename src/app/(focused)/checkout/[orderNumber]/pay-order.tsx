'use client'
import { useState } from 'react'

import { PaymentSection } from '@/app/(focused)/checkout/_payment/payment-section'
import { useExpress } from '@/app/(focused)/checkout/_payment/use-express'
import { usePayment } from '@/app/(focused)/checkout/_payment/use-payment'
import { UncheckedCode } from '@/app/(focused)/checkout/code-parts'
import { GiftCard } from '@/app/(focused)/checkout/gift-card'
import { useGiftCard } from '@/app/(focused)/checkout/use-gift-card'
import { Notice } from '@/components/notice'
import { OrderSummary } from '@/components/order/order-summary'
import { payableByGiftCard } from '@/modules/checkout/rules/gift-card-totals'
import type { CustomerOrderView, OrderAddress } from '@/modules/orders/queries/get-customer-order'
import {
  changedOrderName,
  changeText,
  type PriceDifference,
} from '@/modules/orders/rules/price-difference'
import { formatMoney } from '@/platform/money'

import { toPaymentRequest } from './payment-request'

/** Whether an item can no longer be sold (409 `totals_changed`). */
const hasChangedItems = (response: unknown): boolean => {
  const { lines = [] } = (response ?? {}) as { lines?: unknown[] }
  return lines.length > 0
}

/** Until when the price of a change holds. */
const priceText = ({ isRequested }: PriceDifference, until: string): string =>
  isRequested
    ? `You can pay until ${until}. If the price changes before then, we’ll tell you before you’re charged.`
    : 'We hold this price for 30 minutes.'

const Introduction = ({
  order: { orderNumber, priceDifference: difference, shippingAddress, totals },
  until,
}: Pick<Props, 'order' | 'until'>) => (
  <>
    <h1 className="text-d2">{difference ? 'Pay the difference' : 'Pay for your order'}</h1>
    <p className="mt-4 text-lead text-ink-soft">
      {difference
        ? `Once you’ve paid ${formatMoney(totals.totalCents)}, we’ll change ${changeText(difference.item, shippingAddress, changedOrderName(difference))}. ${priceText(difference, until)} If printing starts before you pay, you won’t be charged.`
        : `We put together order ${orderNumber} for you. The total is ${formatMoney(totals.totalCents)}. You can pay at these prices until ${until}.`}
    </p>
    {difference?.order ? (
      <p className="mt-4">
        <a className="link" href={difference.order.path}>
          Back to your order
        </a>
      </p>
    ) : null}
  </>
)

type Props = {
  order: CustomerOrderView
  orderKey: string
  /** The last day on which it can be paid: 'December 1, 2026'. */
  until: string
  contactEmail: string
  takesGiftCards: boolean
  nonce: string | undefined
}

/** The gift card and the payment of an order. `problem` is why it can't be paid. */
const useOrderPayment = ({
  order,
  orderKey,
  nonce,
}: Pick<Props, 'order' | 'orderKey' | 'nonce'>) => {
  const [problem, setProblem] = useState<string | null>(null)
  const giftCard = useGiftCard()
  const giftCardCents = giftCard.paysOf(payableByGiftCard(order.totals))
  const totals = { ...order.totals, giftCardCents }
  const dueCents = totals.totalCents - giftCardCents
  const card = giftCard.entered && { code: giftCard.entered.code, cents: giftCardCents }
  const payment = usePayment({
    body:
      giftCard.isChecking || giftCard.hasFailed ? null : toPaymentRequest(order, dueCents, card),
    dueCents,
    nonce,
    express: useExpress(false),
    byStaff: { orderNumber: order.orderNumber, key: orderKey },
    coveredLabel: order.priceDifference ? 'Confirm the change' : 'Pay with gift card',
    onChanged: (response) => {
      if (hasChangedItems(response)) setProblem('Some items in this order are no longer available.')
      else giftCard.refresh()
    },
    onFields: ({ giftCardCode, ...fields }) => {
      if (giftCardCode) giftCard.reject(giftCardCode)
      else setProblem(Object.values(fields)[0] ?? null)
    },
    onPaid: (paid) => window.location.assign(`/orders/${paid.orderNumber}?key=${paid.key}`),
  })
  return { giftCard, totals, dueCents, payment, problem }
}

const fullName = ({ firstName, lastName }: OrderAddress): string =>
  `${firstName} ${lastName}`.trim()

/** An order that staff made, or a price difference, with its payment. Nothing in it can be changed here. */
export function PayOrder({ order, orderKey, until, contactEmail, takesGiftCards, nonce }: Props) {
  const { giftCard, totals, dueCents, payment, problem } = useOrderPayment({
    order,
    orderKey,
    nonce,
  })
  const { orderNumber, shippingAddress, priceDifference: difference } = order
  // The address that an order is moved to may be anyone's.
  const cardholder = difference?.item === null ? '' : fullName(shippingAddress)
  return (
    <div className="wrap grid gap-10 pt-6 pb-[var(--sec)] lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:items-start lg:gap-22 lg:pt-11">
      <div className="grid gap-7">
        <div>
          <Introduction order={order} until={until} />
          <p className="mt-4 text-ink-soft">
            Something not right? Email{' '}
            <a
              className="link text-ink"
              href={`mailto:${contactEmail}?subject=Order%20${orderNumber}`}
            >
              {contactEmail}
            </a>{' '}
            before you pay, and we’ll change it.
          </p>
        </div>
        <div role="alert" className="empty:hidden">
          {problem ? (
            <Notice kind="alert">
              <p>{problem}</p>
              <p>Nothing was charged. Please email us, and we’ll sort it out.</p>
            </Notice>
          ) : null}
        </div>
        {takesGiftCards ? (
          <GiftCard
            card={giftCard}
            paidCents={totals.giftCardCents}
            dueCents={dueCents}
            paysFor={order.priceDifference ? 'the difference' : 'this order'}
            disabled={payment.phase !== 'idle'}
          />
        ) : null}
        <PaymentSection
          payment={payment}
          incomplete={giftCard.hasFailed ? <UncheckedCode /> : undefined}
          cardholder={cardholder}
          contactEmail={contactEmail}
        />
      </div>
      <OrderSummary order={{ ...order, totals }} />
    </div>
  )
}
