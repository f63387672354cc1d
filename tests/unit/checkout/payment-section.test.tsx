import { renderToStaticMarkup } from 'react-dom/server'

import { NoButtons } from '@/app/(focused)/checkout/_payment/payment-section'

it.each([
  [true, 'We couldn’t reach PayPal.', 'check whether a content blocker is blocking PayPal'],
  [false, 'PayPal isn’t available on this device or in your location.', 'your cart is saved'],
])(
  'checkout without buttons says that nothing was charged and how to order (PayPal failed: %s)',
  (hasFailed, heading, why) => {
    const html = renderToStaticMarkup(
      <NoButtons hasFailed={hasFailed} contactEmail="hello@example.com" />,
    )
    expect(html).toContain(`>${heading}</p>`)
    expect(html).toContain(why)
    expect(html).toContain('Nothing was charged')
    expect(html).toMatch(
      /Try another browser or phone, or email <a [^>]*href="mailto:hello@example\.com\?subject=Help%20with%20my%20order">hello@example\.com<\/a> with what you’d like to order/,
    )
  },
)
