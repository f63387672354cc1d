'use client'
import { lazy, Suspense, useState } from 'react'

import type { CartLine } from '@/modules/checkout/rules/cart'
import { Button } from '@/ui/button'

/** Fetched when it is asked for. */
const loadForm = () =>
  import('@/components/one-time-emails/email-request-form').then((loaded) => ({
    default: loaded.EmailRequestForm,
  }))
const EmailRequestForm = lazy(loadForm)

/** Sends the cart to another device by email. */
export function EmailCart({ items }: { items: readonly CartLine[] }) {
  const [isOpen, setOpen] = useState(false)
  return isOpen ? (
    <Suspense>
      <EmailRequestForm
        takesFocus
        label="Email this cart to"
        hint="One email with a link that works for 30 days. Then we delete your address."
        button="Send email"
        action="/api/cart/email"
        body={{
          items: items.map(({ productId, size, color, quantity }) => ({
            productId,
            size,
            color,
            quantity,
          })),
        }}
      />
    </Suspense>
  ) : (
    <Button
      variant="ghost"
      size="sm"
      className="-ml-4 justify-self-start font-medium"
      aria-expanded={false}
      onPointerEnter={() => void loadForm().catch(() => undefined)}
      onFocus={() => void loadForm().catch(() => undefined)}
      onClick={() => setOpen(true)}
    >
      Email me this cart
    </Button>
  )
}
