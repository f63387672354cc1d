'use client'
import { CheckoutTotals } from '@/components/checkout/checkout-totals'
import { OrderPromises, type OrderPromisesProps } from '@/components/checkout/order-promises'
import { arrivalSentence } from '@/modules/checkout/rules/arrival-text'
import { cartLimits } from '@/modules/checkout/rules/cart'
import { type Cents, formatMoney } from '@/platform/money'
import { buttonClass } from '@/ui/button'
import { ProgressArc } from '@/ui/progress-arc'

import type { CartTotals } from './use-cart-totals'

const FreeShippingProgress = ({
  subtotalCents,
  goal,
  isFree,
}: {
  subtotalCents: Cents
  goal: Cents
  isFree: boolean
}) => {
  const remaining = isFree ? 0 : goal - subtotalCents
  return (
    <div className="grid gap-1.5 pb-2 text-center text-small">
      <ProgressArc
        progress={isFree ? 1 : subtotalCents / goal}
        goal
        label={`${formatMoney(isFree ? goal : Math.min(subtotalCents, goal))} of ${formatMoney(goal)} toward free shipping`}
      />
      <p role="status">
        {remaining > 0
          ? `Add ${formatMoney(remaining)} more for free shipping`
          : 'Shipping is on us'}
      </p>
    </div>
  )
}

type Props = CartTotals & {
  freeShippingFromCents: Cents
  promises: OrderPromisesProps
  /** The price of shipping depends on the address. */
  isEstimate: boolean
  /** Why checkout isn't possible; empty if it is. */
  blocked: string
  hasExpressCheckout: boolean
}

const CheckoutLink = ({
  blocked,
  hasExpressCheckout,
}: Pick<Props, 'blocked' | 'hasExpressCheckout'>) =>
  blocked ? (
    <>
      <button type="button" disabled className={buttonClass({ size: 'lg' })}>
        Go to checkout
      </button>
      <p className="text-center text-small text-ink-soft">{blocked}</p>
    </>
  ) : (
    <>
      <a href="/checkout" className={buttonClass({ size: 'lg' })}>
        Go to checkout
      </a>
      {hasExpressCheckout ? (
        <a href="/checkout?express" className={buttonClass({ variant: 'line', size: 'lg' })}>
          Express checkout with PayPal
        </a>
      ) : null}
    </>
  )

/** Totals before tax, which depends on the address. */
export function CartSummary({
  totals,
  discounts,
  isUpdating,
  freeShippingFromCents,
  promises,
  isEstimate,
  arrival,
  blocked,
  hasExpressCheckout,
}: Props) {
  const { subtotalCents, shippingCents, purchasedCardsCents = 0 } = totals
  const hasItems = subtotalCents > 0 || purchasedCardsCents === 0
  const isFree = shippingCents === 0 && subtotalCents > 0
  return (
    <aside
      aria-label="Order summary"
      className="grid gap-4.5 rounded-sheet bg-surface p-[clamp(1.4rem,2.4vw,2.2rem)] shadow-rest lg:sticky lg:top-26"
    >
      <h2 className="text-h3">Order summary</h2>
      {hasItems && (isFree || freeShippingFromCents <= cartLimits.totalCents) ? (
        <FreeShippingProgress
          subtotalCents={subtotalCents}
          goal={freeShippingFromCents}
          isFree={isFree}
        />
      ) : null}
      <CheckoutTotals
        totals={totals}
        discounts={discounts}
        hasTax={false}
        isUpdating={isUpdating}
      />
      {/* PayPal’s express window asks for an address and can't handle gift cards. */}
      <CheckoutLink
        blocked={blocked}
        hasExpressCheckout={hasExpressCheckout && purchasedCardsCents === 0}
      />
      <p className="text-center text-tiny text-ink-mute">
        {!hasItems
          ? 'No shipping or tax on gift cards'
          : isEstimate
            ? 'Shipping and tax are calculated at checkout'
            : 'Tax is calculated at checkout'}
      </p>
      {hasItems ? (
        <OrderPromises {...promises} arrival={arrival && arrivalSentence(arrival)} />
      ) : null}
    </aside>
  )
}
