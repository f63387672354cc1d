'use client'
import { Suspense, useState } from 'react'

import { useGiftCards } from '@/components/cart/gift-card-store'
import type { EmailRequestFormProps } from '@/components/one-time-emails/email-request-form'
import { type CartLine, toLineInputs } from '@/modules/checkout/rules/cart'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-dialog'

/** Fetched when it is asked for. */
const {
  Dialog: EmailRequestForm,
  preload,
  isReady,
} = lazyDialog<EmailRequestFormProps>(() =>
  import('@/components/one-time-emails/email-request-form').then(
    (loaded) => loaded.EmailRequestForm,
  ),
)

const hint = 'One email with a link that works for 30 days. Then we delete your address.'

/** Sends the cart to another device by email. */
export function EmailCart({ items }: { items: readonly CartLine[] }) {
  const giftCards = useGiftCards()
  const [isOpen, setOpen] = useState(false)
  return isOpen ? (
    <Suspense>
      <EmailRequestForm
        takesFocus
        label="Email this cart to"
        hint={giftCards.length > 0 ? `${hint} Gift cards aren’t included.` : hint}
        button="Send email"
        action="/api/cart/email"
        body={{ items: toLineInputs(items) }}
      />
    </Suspense>
  ) : (
    <Button
      variant="ghost"
      size="sm"
      className="-ml-4 justify-self-start font-medium"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => void isReady().then(setOpen)}
    >
      Email me this cart
    </Button>
  )
}
