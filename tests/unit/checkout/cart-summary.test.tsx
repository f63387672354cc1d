import { renderToStaticMarkup } from 'react-dom/server'

import { CartSummary } from '@/app/(shop)/cart/cart-summary'

const summaryOf = (goal: number, shippingCents: number): string =>
  renderToStaticMarkup(
    <CartSummary
      totals={{
        ...{ subtotalCents: 3200, discountCents: 0, taxCents: 0, shippingCents },
        totalCents: 3200 + shippingCents,
      }}
      arrival={undefined}
      discounts={[]}
      isUpdating={false}
      freeShippingFromCents={goal}
      promises={{ printing: '', delivery: '', returns: '' }}
      isEstimate={false}
      blocked=""
      hasExpressCheckout={false}
    />,
  )

it('the cart says what is missing for free shipping, unless no order can reach it', () => {
  expect(summaryOf(5_000, 599)).toContain('Add $18.00 more for free shipping')
  expect(summaryOf(5_000, 0)).toContain('Shipping is on us')
  expect(summaryOf(500_001, 599)).not.toContain('free shipping')
  expect(summaryOf(500_001, 0)).toContain('Shipping is on us')
})
