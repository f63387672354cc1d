'use client'
import { type ComponentType, lazy, Suspense } from 'react'

import type { EmailRequestFormProps } from '@/components/one-time-emails/email-request-form'
import { missingOption } from '@/components/product/add-to-cart'
import { noColor, noSize } from '@/modules/checkout/rules/cart'

import { useVariantSelection } from './variant-selection'

/** Fetched for products that are sold out. The page is complete without it. */
const EmailRequestForm = lazy<ComponentType<EmailRequestFormProps>>(() =>
  import('@/components/one-time-emails/email-request-form').then(
    (loaded) => ({ default: loaded.EmailRequestForm }),
    () => ({ default: () => null }),
  ),
)

/** Shown while the chosen size and color is sold out. */
export function BackInStockForm() {
  const { product, size, color, isSoldOut } = useVariantSelection()
  if (!isSoldOut) return null
  const missing = missingOption(product, { size, color })
  if (missing)
    return (
      <p className="text-small text-ink-soft">
        Choose a {missing} and we can email you when it’s back.
      </p>
    )
  return (
    <Suspense>
      <EmailRequestForm
        // Another variant is another request.
        key={`${color}/${size}`}
        label="Email me when it’s back"
        hint="One email, then we delete your address."
        button="Email me"
        action="/api/back-in-stock"
        body={{ productId: product.id, size: size || noSize, color: color || noColor }}
      />
    </Suspense>
  )
}
