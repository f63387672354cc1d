'use client'
import { OrderPromises, type OrderPromisesProps } from '@/components/checkout/order-promises'
import {
  amountToFreeShipping,
  calculateShipping,
  defaultPricingRules,
  type PricingRules,
} from '@/modules/checkout/rules/pricing'
import { type Cents, formatMoney } from '@/platform/money'
import { buttonClass } from '@/ui/button'
import { ProgressArc } from '@/ui/progress-arc'

export type ShippingRules = Pick<PricingRules, 'freeShippingFromCents' | 'shippingCents'>

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
    className={`flex justify-between ${strong ? 'border-t border-line pt-4.5 text-[1.25rem] font-[650]' : ''}`}
  >
    <dt>{name}</dt>
    <dd className="nums">{value}</dd>
  </div>
)

/** Totals before tax, which depends on the address. `blocked` says why checkout isn't possible. */
export function CartSummary({
  subtotalCents,
  shipping,
  promises,
  blocked,
}: {
  subtotalCents: Cents
  shipping: ShippingRules
  promises: OrderPromisesProps
  blocked: string
}) {
  const rules = { ...defaultPricingRules, ...shipping }
  const remaining = amountToFreeShipping(subtotalCents, rules)
  const shippingCents = calculateShipping(subtotalCents, rules)
  const goal = rules.freeShippingFromCents
  return (
    <aside
      aria-label="Order summary"
      className="grid gap-4.5 rounded-sheet bg-surface p-[clamp(1.4rem,2.4vw,2.2rem)] shadow-rest lg:sticky lg:top-26"
    >
      <h2 className="text-h3">Order summary</h2>
      <div className="grid gap-1.5 pb-2 text-center text-small">
        <ProgressArc
          progress={goal === 0 ? 1 : subtotalCents / goal}
          goal
          label={`${formatMoney(Math.min(subtotalCents, goal))} of ${formatMoney(goal)} toward free shipping`}
        />
        <p role="status">
          {remaining > 0
            ? `Add ${formatMoney(remaining)} more for free shipping`
            : 'Shipping is on us'}
        </p>
      </div>
      <dl className="grid gap-3">
        <Row name="Subtotal" value={formatMoney(subtotalCents)} />
        <Row name="Shipping" value={shippingCents === 0 ? 'Free' : formatMoney(shippingCents)} />
        <Row name="Total" value={formatMoney(subtotalCents + shippingCents)} strong />
      </dl>
      {blocked ? (
        <>
          <button type="button" disabled className={buttonClass({ size: 'lg' })}>
            Go to checkout
          </button>
          <p className="text-center text-small text-ink-soft">{blocked}</p>
        </>
      ) : (
        <a href="/checkout" className={buttonClass({ size: 'lg' })}>
          Go to checkout
        </a>
      )}
      <p className="text-center text-tiny text-ink-mute">Tax is calculated at checkout</p>
      <OrderPromises {...promises} />
    </aside>
  )
}
