'use client'
import { useEffect, useEffectEvent, useState } from 'react'

import { useCart } from '@/components/cart/cart-provider'
import { cartStore } from '@/components/cart/cart-store'
import { checkCart } from '@/components/cart/check-cart'
import { CheckoutTotals } from '@/components/checkout/checkout-totals'
import { LineItems } from '@/components/order/line-items'
import { matchesCartLine } from '@/modules/checkout/rules/cart'
import type { PricingRules } from '@/modules/checkout/rules/pricing'
import { centsFromDollars } from '@/platform/money'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Notice } from '@/ui/notice'

import { checkoutAttempt, type PlacedOrder } from './_payment/checkout-attempt'
import { PaymentSection } from './_payment/payment-section'
import { usePayment } from './_payment/use-payment'
import { type CartChanges, cartChanges } from './cart-changes'
import type { CheckoutCustomer } from './checkout-customer'
import { DetailsForm } from './details-form'
import { MobileSummary } from './mobile-summary'
import { fieldNameFromPath, toOrderRequest } from './order-request'
import { SummarySkeleton } from './summary-skeleton'
import { parseTotalsChanged, totalsChangeMessages } from './totals-changed'
import { clearStoredForm, useCheckoutForm } from './use-checkout-form'
import { useCheckoutTotals } from './use-checkout-totals'
import { useCustomerPrefill } from './use-customer-prefill'

type Props = {
  pricing: PricingRules
  contactEmail: string
  nonce?: string
  person: CheckoutCustomer | null
}

const applyToCart = ({ prices, removed }: CartChanges): void => {
  cartStore.reprice(prices)
  removed.forEach((key) => cartStore.remove(key))
}

/** Only what was paid leaves the cart: another tab may have put something more into it. */
const takeOutPaid = (paidBody: string | undefined): void => {
  const { items = [] } = (paidBody ? JSON.parse(paidBody) : {}) as Partial<
    ReturnType<typeof toOrderRequest>
  >
  for (const paid of items) {
    const line = cartStore.get().items.find((candidate) => matchesCartLine(candidate, paid))
    if (line)
      cartStore.setQuantity(
        { productId: paid.productId, size: paid.size, color: paid.color },
        line.quantity - paid.quantity,
      )
  }
}

/** More than so many lines scroll by themselves: the payment stands below them. */
const mostInSight = 6

/** The whole checkout below its header: details at the left, the order and the payment at the right. */
export function Checkout({ pricing, contactEmail, nonce, person }: Props) {
  const { cart, ready } = useCart()
  const access = useCheckoutForm()
  const { choice, keepIfAsked } = useCustomerPrefill(person, access, ready)
  const { items } = cart
  const stateCode = access.form.fields.stateCode
  const { totals, tell } = useCheckoutTotals(items, stateCode, pricing)
  const [changes, setChanges] = useState<string[]>([])

  const onChanged = (answer: unknown): void => {
    const { totals: now, lines } = parseTotalsChanged(answer)
    const found = cartChanges(items, lines)
    applyToCart(found)
    if (now) tell(cartStore.get().items, now)
    setChanges([...found.sentences, ...(now ? totalsChangeMessages(totals, now) : [])])
  }
  const onPaid = (
    { orderNumber, key }: Pick<PlacedOrder, 'orderNumber' | 'key'>,
    body: string | undefined,
  ): void => {
    takeOutPaid(body)
    void keepIfAsked().then(() => {
      clearStoredForm()
      window.location.assign(`/orders/${orderNumber}?key=${key}`)
    })
  }

  const isComplete = ready && items.length > 0 && access.missing.length === 0
  const payment = usePayment({
    body: isComplete ? toOrderRequest(access.form, items, totals.totalCents) : null,
    nonce,
    onChanged,
    onFields: (fields) =>
      access.refuse(
        Object.fromEntries(
          Object.entries(fields).map(([path, says]) => [fieldNameFromPath(path), says]),
        ),
      ),
    onPaid,
  })

  // Prices may have changed since the pieces were put into the cart: better said here than after the payment window.
  const checkPrices = useEffectEvent(async () => {
    if (checkoutAttempt.get()?.asked) return
    const report = await checkCart(cartStore.get().items)
    if (!report) return
    const found = cartChanges(cartStore.get().items, report)
    applyToCart(found)
    if (found.sentences.length > 0) setChanges(found.sentences)
  })
  useEffect(() => {
    if (ready) void checkPrices()
  }, [ready])

  const leaving = payment.phase === 'leaving'
  const settling = payment.phase !== 'idle'
  if (ready && items.length === 0 && !settling)
    return (
      <div className="wrap py-8">
        <EmptyState
          emblem="stone-by-stone"
          title="Your cart is empty"
          level="h1"
          action={<ButtonLink href="/products">Go to the shop</ButtonLink>}
        >
          {changes.length > 0 ? (
            <ul role="alert" className="mb-3">
              {changes.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          ) : null}
          <p>Room for something good.</p>
        </EmptyState>
      </div>
    )

  const lines = items.map(({ price, ...line }) => ({ ...line, unitCents: centsFromDollars(price) }))
  const taxKnown = stateCode !== ''
  return (
    <div className="wrap">
      {ready ? (
        <MobileSummary lines={lines} totals={totals} taxKnown={taxKnown} />
      ) : (
        <div aria-hidden="true" className="skeleton mt-5 h-14 lg:hidden" />
      )}
      <div className="grid gap-10 pt-6 pb-[var(--sec)] lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:items-start lg:gap-22 lg:pt-11">
        <div>
          <h1 className="mb-8 text-d2">Checkout</h1>
          <DetailsForm access={access} ready={ready && !settling} choice={choice} />
        </div>
        <section
          aria-labelledby="your-order"
          aria-busy={!ready}
          className="grid gap-5 rounded-sheet bg-surface p-[clamp(1.3rem,2.4vw,2.1rem)] shadow-rest lg:sticky lg:top-8"
        >
          <h2 id="your-order" className="text-h3">
            Your order
          </h2>
          {ready ? (
            <div
              {...(lines.length > mostInSight
                ? {
                    role: 'group',
                    'aria-label': `${lines.length} pieces`,
                    tabIndex: 0,
                    className: 'max-h-96 overflow-y-auto overscroll-contain',
                  }
                : {})}
            >
              <LineItems lines={lines} />
            </div>
          ) : (
            <SummarySkeleton />
          )}
          {ready ? <CheckoutTotals totals={totals} taxKnown={taxKnown} /> : null}
          <div role="alert" className="empty:hidden">
            {changes.length > 0 && !leaving ? (
              <Notice kind="alert">
                <p className="font-semibold">Something has changed</p>
                <ul className="grid gap-1">
                  {changes.map((sentence) => (
                    <li key={sentence}>{sentence}</li>
                  ))}
                </ul>
              </Notice>
            ) : null}
          </div>
          {ready ? (
            <PaymentSection payment={payment} access={access} contactEmail={contactEmail} />
          ) : null}
        </section>
      </div>
    </div>
  )
}
