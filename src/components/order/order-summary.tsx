import { CheckoutTotals } from '@/components/checkout/checkout-totals'
import { Section } from '@/components/layout/section'
import type { CustomerOrderView } from '@/modules/orders/queries/get-customer-order'

import { LineItems } from './line-items'
import { PostalAddress } from './postal-address'

export function OrderSummary({
  order: { items, totals, discounts, shippingAddress: to },
}: {
  order: CustomerOrderView
}) {
  return (
    <Section
      id="in-it"
      title="Your order"
      className="grid gap-5 rounded-sheet bg-surface p-[clamp(1.3rem,2.4vw,2.1rem)] shadow-rest print:p-0 print:shadow-none"
    >
      <LineItems
        lines={items.map(({ unitPriceCents, ...line }) => ({ ...line, unitCents: unitPriceCents }))}
      />
      <CheckoutTotals totals={totals} discounts={discounts} restLabel="Paid with PayPal" />
      <div className="border-t border-line pt-4.5">
        <h3 className="font-sans font-semibold">Shipping to</h3>
        <div className="mt-1">
          <PostalAddress address={to} />
        </div>
      </div>
    </Section>
  )
}
