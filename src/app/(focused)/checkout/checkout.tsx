'use client'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'

import { cartStore } from '@/components/cart/cart-store'
import { checkCart, type CheckedLine } from '@/components/cart/check-cart'
import { GiftCardLines } from '@/components/cart/gift-card-lines'
import { type CartGiftCard, giftCardStore, useGiftCards } from '@/components/cart/gift-card-store'
import { placedOrderStore } from '@/components/cart/placed-order-store'
import { useCart } from '@/components/cart/use-cart'
import type { CheckoutFormValues } from '@/components/checkout/checkout-fields'
import { CheckoutTotals } from '@/components/checkout/checkout-totals'
import { OrderPromises, type OrderPromisesProps } from '@/components/checkout/order-promises'
import { clearStoredCode } from '@/components/checkout/use-cart-quote'
import { Notice } from '@/components/notice'
import { LineItems, type LineItemView } from '@/components/order/line-items'
import type { DeliveryDays } from '@/modules/checkout/rules/arrival'
import { type CartLine, matchesCartLine, toLineInputs } from '@/modules/checkout/rules/cart'
import type { SenderNames } from '@/modules/checkout/rules/gift'
import { addGiftCards, payableByGiftCard } from '@/modules/checkout/rules/gift-card-totals'
import type { OrderTotals, PricingRules } from '@/modules/checkout/rules/pricing'
import { sumGiftCards } from '@/modules/gift-cards/rules'
import { centsFromDollars, toDecimal } from '@/platform/money'

import { checkoutAttempt, type PaidContents } from './_payment/checkout-attempt'
import type { ExpressCart } from './_payment/express-session'
import type { OrderLink, PaymentMessage } from './_payment/payment-messages'
import { PaymentNote, PaymentSection } from './_payment/payment-section'
import { useExpress } from './_payment/use-express'
import { usePayment } from './_payment/use-payment'
import { cartChanges, type CheckedLineItem } from './cart-changes'
import type { CheckoutCustomer } from './checkout-customer'
import { UncheckedCode } from './code-parts'
import { DetailsForm } from './details-form'
import { DiscountCode } from './discount-code'
import { GiftCard } from './gift-card'
import { IncompleteDetails } from './incomplete-details'
import { MobileSummary, type SummaryProps } from './mobile-summary'
import { cardholderName, type OrderRequest, toFieldErrors, toOrderRequest } from './order-request'
import { parseTotalsChanged, totalsChangeMessages } from './totals-changed'
import { clearStoredForm, useCheckoutForm } from './use-checkout-form'
import { type CheckoutTotalsState, useCheckoutTotals } from './use-checkout-totals'
import { useCustomerPrefill } from './use-customer-prefill'
import { type GiftCardState, useGiftCard } from './use-gift-card'

const MobileSummarySkeleton = () => (
  <div aria-hidden="true" className="skeleton mt-5 h-14 lg:hidden" />
)

function SummarySkeleton() {
  return (
    <div className="grid gap-4">
      <span className="sr-only">Loading</span>
      {[0, 1].map((key) => (
        <div key={key} aria-hidden="true" className="skeleton h-22" />
      ))}
      <div aria-hidden="true" className="skeleton h-40" />
    </div>
  )
}

type Props = {
  pricing: PricingRules
  hasAutomaticDiscounts: boolean
  /** False until the first gift card exists, so that no one looks for one in vain. */
  takesGiftCards: boolean
  days: DeliveryDays
  /** In the shop's time zone. */
  today: string
  promises: OrderPromisesProps
  contactEmail: string
  senderNames: SenderNames
  nonce?: string
  customer: CheckoutCustomer | null
  /** Whether the buyer came by an express button. */
  wantsExpress: boolean
}

/** Loaded only for those who came by an express button. */
const ExpressPanel = lazy(() => import('./_payment/express-panel'))
/** Loaded only for those who come back after paying, or without anything in the cart. */
const EmptyCart = lazy(() =>
  import('@/components/cart/empty-cart').then((loaded) => ({ default: loaded.EmptyCart })),
)

/** Returns the id of a cart entry for each card that was paid; cards that another tab added come later. */
const findPaidCards = (paid: PaidContents['giftCards']): string[] => {
  const left = [...paid]
  return giftCardStore.get().flatMap(({ id, amountCents, sendOn }) => {
    const index = left.findIndex(
      (card) => card.amount === toDecimal(amountCents) && card.sendOn === sendOn,
    )
    if (index < 0) return []
    left.splice(index, 1)
    return id
  })
}

/** Removes only what was paid: another tab may have added more. */
const removePaid = ({ items, giftCards }: PaidContents): void => {
  giftCardStore.remove(findPaidCards(giftCards))
  for (const paid of items) {
    const line = cartStore.get().items.find((candidate) => matchesCartLine(candidate, paid))
    if (line)
      cartStore.setQuantity(
        { productId: paid.productId, size: paid.size, color: paid.color },
        line.quantity - paid.quantity,
      )
  }
}

const toLineItem = ({ price, ...line }: CartLine): LineItemView => ({
  ...line,
  unitCents: centsFromDollars(price),
})

/** Forgets what was typed, and opens the page of the order. */
const leaveCheckout = ({ orderNumber, key }: OrderLink): void => {
  clearStoredForm()
  clearStoredCode()
  placedOrderStore.set(orderNumber)
  // The Back button may restore this page as it was left.
  window.addEventListener('pageshow', () => window.location.reload(), { once: true })
  window.location.assign(`/orders/${orderNumber}?key=${key}`)
}

const ChangeList = ({ changes }: { changes: readonly string[] }) => (
  <ul className="grid gap-1">
    {changes.map((message) => (
      <li key={message}>{message}</li>
    ))}
  </ul>
)

const EmptyCheckout = ({
  changes,
  note,
}: {
  changes: readonly string[]
  note: PaymentMessage | null
}) => (
  <div className="wrap py-8">
    <Suspense>
      <EmptyCart>
        <div role="alert" className="mb-3 empty:hidden">
          {note ? (
            <PaymentNote note={note} />
          ) : changes.length > 0 ? (
            <ChangeList changes={changes} />
          ) : null}
        </div>
      </EmptyCart>
    </Suspense>
  </div>
)

/** A longer list scrolls, so that the payment below stays in reach. */
const maxVisibleLines = 6

const ScrollingLines = ({ lines }: { lines: readonly LineItemView[] }) => (
  <div
    {...(lines.length > maxVisibleLines
      ? {
          role: 'group',
          'aria-label': `${lines.length} items`,
          tabIndex: 0,
          className: 'max-h-96 overflow-y-auto overscroll-contain',
        }
      : {})}
  >
    <LineItems lines={lines} />
  </div>
)

type PanelProps = SummaryProps & {
  /** False until the cart of this browser has been read. */
  ready: boolean
  changes: readonly string[]
  children: ReactNode
}

const OrderPanel = ({ ready, lines, giftCards, changes, children, ...sums }: PanelProps) => (
  <section
    aria-labelledby="your-order"
    aria-busy={!ready}
    className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-sheet bg-surface p-[clamp(1.3rem,2.4vw,2.1rem)] shadow-rest lg:sticky lg:top-8"
  >
    <h2 id="your-order" className="text-h3">
      Your order
    </h2>
    {ready ? (
      <>
        {lines.length > 0 ? <ScrollingLines lines={lines} /> : null}
        <GiftCardLines cards={giftCards} />
        <CheckoutTotals {...sums} />
      </>
    ) : (
      <SummarySkeleton />
    )}
    <div role="alert" className="empty:hidden">
      {changes.length > 0 ? (
        <Notice kind="alert">
          <p className="font-semibold">Your order has changed</p>
          <ChangeList changes={changes} />
        </Notice>
      ) : null}
    </div>
    {ready ? children : null}
  </section>
)

const finalSaleNames = (report: readonly CheckedLine[]): string[] => [
  ...new Set(report.flatMap(({ isFinalSale, name }) => (isFinalSale && name ? name : []))),
]

/** Checks the cart when the checkout opens, and reports what changed. */
const useCartChanges = (
  ready: boolean,
  { totals, hasLiveRates, setShopTotals, refresh }: CheckoutTotalsState,
) => {
  const [changes, setChanges] = useState<string[]>([])
  const [finalSale, setFinalSale] = useState<string[]>([])
  const apply = (report: readonly CheckedLineItem[]): string[] => {
    const { prices, removed, sentences } = cartChanges(cartStore.get().items, report)
    cartStore.reprice(prices)
    removed.forEach((key) => cartStore.remove(key))
    return sentences
  }
  // Prices may have changed since the cart was filled: better shown here than after the payment window.
  const checkPrices = useEffectEvent(async () => {
    const report = await checkCart(cartStore.get().items)
    if (!report) return
    setFinalSale(finalSaleNames(report))
    const messages = checkoutAttempt.get()?.asked ? [] : apply(report)
    if (messages.length > 0) setChanges(messages)
  })
  useEffect(() => {
    if (ready) void checkPrices()
  }, [ready])
  return {
    changes,
    finalSale,
    /** Applies the prices and totals in the response to a refused order (409 `totals_changed`). */
    onTotalsChanged: (response: unknown): void => {
      const { totals: changed, lines } = parseTotalsChanged(response)
      const messages = apply(lines)
      // A carrier's price has to be held again for the next try.
      if (changed && !hasLiveRates) setShopTotals(cartStore.get().items, changed)
      else refresh()
      setChanges([...messages, ...(changed ? totalsChangeMessages(totals, changed) : [])])
    },
  }
}

/** The order as it stands; null while the shop works out its totals. */
const toBody = (
  form: CheckoutFormValues,
  items: readonly CartLine[],
  { totals: { totalCents }, code, shipping, isReady }: CheckoutTotalsState,
  { entered, isChecking, hasFailed, paysOf }: GiftCardState,
  giftCards: readonly CartGiftCard[],
): OrderRequest | null => {
  // A gift card pays for everything but other gift cards.
  const cardCents = items.length > 0 ? paysOf(totalCents) : 0
  return isReady && !isChecking && !hasFailed
    ? toOrderRequest(
        form,
        items,
        totalCents + sumGiftCards(giftCards),
        code.message ? '' : code.value,
        entered && cardCents > 0 ? { code: entered.code, cents: cardCents } : null,
        shipping,
        giftCards,
      )
    : null
}

/** Only what PayPal knows: the rest of the form stays as it is. */
const knownFields = (buyer: Record<string, string>): Partial<CheckoutFormValues['fields']> =>
  Object.fromEntries(Object.entries(buyer).filter(([, value]) => value !== ''))

/** The totals with the gift cards that are bought, and what another one pays of the rest. */
const allTotals = (
  quoted: OrderTotals,
  giftCards: readonly CartGiftCard[],
  { paysOf }: GiftCardState,
) => {
  const totals = addGiftCards(quoted, sumGiftCards(giftCards))
  return { ...totals, giftCardCents: paysOf(payableByGiftCard(totals)) }
}

/** Above the form: PayPal's express checkout, then its result. */
const ExpressArea = ({
  express,
  cart,
  nonce,
  fill,
}: {
  express: ReturnType<typeof useExpress>
  cart: ExpressCart
  nonce: string | undefined
  fill: (fields: Partial<CheckoutFormValues['fields']>) => void
}) =>
  express.isOpen ? (
    <Suspense fallback={<div aria-hidden="true" className="skeleton mb-10 h-52" />}>
      <ExpressPanel
        cart={cart}
        nonce={nonce}
        onApproved={(approval) => {
          fill(knownFields(approval.buyer))
          express.approve(approval)
        }}
      />
    </Suspense>
  ) : express.approved ? (
    <div role="status" className="mb-8">
      <Notice kind="info">
        <p>PayPal filled in your details. Please review them and the total, then pay.</p>
      </Notice>
    </div>
  ) : null

/** The days of the chosen method, where they are known. */
const arrivalOf = (
  { delivery, arrival }: CheckoutTotalsState['shipping'],
  promises: OrderPromisesProps,
) => ({ delivery: delivery ?? promises.delivery, arrival })

/** The cart, the form, the totals, and the payment of the checkout. */
const useCheckout = ({ nonce, customer, wantsExpress, ...shop }: Props) => {
  const { cart, ready } = useCart()
  const { items } = cart
  const giftCards = useGiftCards()
  const access = useCheckoutForm(items.length === 0 && giftCards.length > 0)
  const { choice, saveAddressIfChosen } = useCustomerPrefill(customer, access)
  const checkoutTotals = useCheckoutTotals(items, access.form, shop, ready)
  const giftCard = useGiftCard()
  const totals = allTotals(checkoutTotals.totals, giftCards, giftCard)
  const { changes, finalSale, onTotalsChanged } = useCartChanges(ready, checkoutTotals)
  const express = useExpress(wantsExpress)
  const hasContents = items.length > 0 || giftCards.length > 0
  const isReady = ready && hasContents && access.missing.length === 0
  const payment = usePayment({
    body: isReady ? toBody(access.form, items, checkoutTotals, giftCard, giftCards) : null,
    dueCents: totals.totalCents - totals.giftCardCents,
    nonce,
    express,
    onChanged: (response) => {
      onTotalsChanged(response)
      giftCard.refresh()
    },
    onFields: ({ discountCode, giftCardCode, ...errors }) => {
      if (giftCardCode) giftCard.reject(giftCardCode)
      // Only the shop knows what the order costs without the code.
      if (discountCode) checkoutTotals.refresh()
      access.setServerErrors(toFieldErrors(errors))
    },
    onPaid: (order, paid) => {
      removePaid(paid)
      void saveAddressIfChosen().then(() => leaveCheckout(order))
    },
  })
  const { discounts, noTaxText, code, shipping } = checkoutTotals
  return {
    ready,
    hasContents,
    items,
    access,
    choice,
    giftCard,
    express,
    payment,
    changes,
    finalSale,
    code,
    shipping,
    summary: { lines: items.map(toLineItem), giftCards, totals, discounts, noTaxText },
  }
}

export function Checkout(props: Props) {
  const { promises, contactEmail, senderNames, nonce, takesGiftCards } = props
  const checkout = useCheckout(props)
  const { ready, items, access, choice, giftCard, payment, changes, code, shipping } = checkout
  const { summary } = checkout
  const isPaying = payment.phase !== 'idle'
  if (ready && !checkout.hasContents && !isPaying)
    return <EmptyCheckout changes={changes} note={payment.note} />
  return (
    <div className="wrap">
      {ready ? <MobileSummary {...summary} /> : <MobileSummarySkeleton />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10 pt-6 pb-[var(--sec)] lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:items-start lg:gap-22 lg:pt-11">
        <div>
          <h1 className="mb-8 text-d2">Checkout</h1>
          {ready && summary.giftCards.length === 0 && !isPaying ? (
            <ExpressArea
              express={checkout.express}
              cart={{ items: toLineInputs(items), discountCode: code.value }}
              nonce={nonce}
              fill={access.fill}
            />
          ) : null}
          <DetailsForm {...{ access, choice, senderNames, shipping }} ready={!isPaying} />
        </div>
        <OrderPanel {...summary} ready={ready} changes={payment.phase === 'leaving' ? [] : changes}>
          {items.length > 0 ? <DiscountCode code={code} disabled={isPaying} /> : null}
          {takesGiftCards && items.length > 0 ? (
            <GiftCard
              card={giftCard}
              paidCents={summary.totals.giftCardCents}
              disabled={isPaying}
            />
          ) : null}
          <PaymentSection
            payment={payment}
            incomplete={
              access.missing.length > 0 ? (
                <IncompleteDetails {...access} />
              ) : code.hasFailed || giftCard.hasFailed ? (
                <UncheckedCode />
              ) : undefined
            }
            cardholder={cardholderName(access.form)}
            contactEmail={contactEmail}
          />
          {items.length > 0 && (
            <OrderPromises
              {...promises}
              {...arrivalOf(shipping, promises)}
              finalSale={checkout.finalSale}
            />
          )}
        </OrderPanel>
      </div>
    </div>
  )
}
