'use client'
import { discountLabel } from '@/components/checkout/checkout-totals'
import { OrderPromises, type OrderPromisesProps } from '@/components/checkout/order-promises'
import { arrivalSentence } from '@/modules/checkout/rules/arrival-text'
import { amountToFreeShipping } from '@/modules/checkout/rules/pricing'
import { type Cents, formatMoney } from '@/platform/money'
import { buttonClass } from '@/ui/button'
import { ProgressArc } from '@/ui/progress-arc'

import type { CartTotals } from './use-cart-totals'

const Row = ({
  name,
  value,
  strong = false,
}: {
  name: string
  value: string
  strong?: boolean
}) => (
  <div
    className={`flex justify-between gap-4 ${strong ? 'border-t border-line pt-4.5 text-[1.25rem] font-[650]' : ''}`}
  >
    <dt className="min-w-0">{name}</dt>
    <dd className="nums text-right">{value}</dd>
  </div>
)

const FreeShippingProgress = ({
  subtotalCents,
  goal,
  isFree,
}: {
  subtotalCents: Cents
  goal: Cents
  isFree: boolean
}) => {
  const remaining = isFree
    ? 0
    : amountToFreeShipping(subtotalCents, { freeShippingFromCents: goal })
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

const updating = '…'

const SummaryRows = ({
  totals: { subtotalCents, discountCents, shippingCents, purchasedCardsCents = 0, totalCents },
  discounts,
  isUpdating,
}: Pick<Props, 'totals' | 'discounts' | 'isUpdating'>) => {
  const hasItems = subtotalCents > 0 || purchasedCardsCents === 0
  const itemDiscount = discounts.find(({ isForShipping }) => !isForShipping)
  const shippingDiscount = discounts.find(({ isForShipping }) => isForShipping)
  const hasDiscount = discountCents > 0 || (isUpdating && itemDiscount !== undefined)
  return (
    <dl className="grid gap-3" aria-busy={isUpdating}>
      {hasItems ? <Row name="Subtotal" value={formatMoney(subtotalCents)} /> : null}
      {hasDiscount ? (
        <Row
          name={discountLabel('Discount', itemDiscount)}
          value={isUpdating ? updating : `−${formatMoney(discountCents)}`}
        />
      ) : null}
      {hasItems ? (
        <Row
          name={discountLabel('Shipping', shippingDiscount)}
          value={
            isUpdating && shippingDiscount
              ? updating
              : shippingCents === 0
                ? 'Free'
                : formatMoney(shippingCents)
          }
        />
      ) : null}
      {purchasedCardsCents > 0 ? (
        <Row name="Gift cards" value={formatMoney(purchasedCardsCents)} />
      ) : null}
      <Row name="Total" value={isUpdating ? updating : formatMoney(totalCents)} strong />
    </dl>
  )
}

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
  return (
    <aside
      aria-label="Order summary"
      className="grid gap-4.5 rounded-sheet bg-surface p-[clamp(1.4rem,2.4vw,2.2rem)] shadow-rest lg:sticky lg:top-26"
    >
      <h2 className="text-h3">Order summary</h2>
      {hasItems ? (
        <FreeShippingProgress
          subtotalCents={subtotalCents}
          goal={freeShippingFromCents}
          isFree={shippingCents === 0 && subtotalCents > 0}
        />
      ) : null}
      <SummaryRows totals={totals} discounts={discounts} isUpdating={isUpdating} />
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
