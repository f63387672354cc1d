import type { OrderTotals } from '@/modules/checkout/rules/pricing'
import { formatMoney } from '@/platform/money'

const Row = ({
  name,
  children,
  className = '',
}: {
  name: string
  children: string
  className?: string
}) => (
  <div className={`flex justify-between gap-4 ${className}`}>
    <dt>{name}</dt>
    <dd className="text-right">{children}</dd>
  </div>
)

/** `taxKnown` is false until a state is chosen: then the tax says so, and the total is one before tax. */
export function CheckoutTotals({
  totals,
  taxKnown = true,
}: {
  totals: OrderTotals
  taxKnown?: boolean
}) {
  return (
    <dl className="nums grid gap-2.5">
      <Row name="Subtotal" className="border-t border-line pt-4.5">
        {formatMoney(totals.subtotalCents)}
      </Row>
      <Row name="Shipping">
        {totals.shippingCents === 0 ? 'Free' : formatMoney(totals.shippingCents)}
      </Row>
      <Row name="Tax">{taxKnown ? formatMoney(totals.taxCents) : 'Choose a state'}</Row>
      <Row
        name={taxKnown ? 'Total' : 'Total before tax'}
        className="mt-2 border-t border-line pt-4.5 text-[1.25rem] font-[650]"
      >
        {formatMoney(totals.totalCents)}
      </Row>
    </dl>
  )
}
