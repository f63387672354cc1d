'use client'
import type { DetailedHTMLProps, HTMLAttributes, ReactNode } from 'react'

import type { PaymentMethod } from '@/platform/payment-methods'
import { Button } from '@/ui/button'

type SdkElement = DetailedHTMLProps<
  HTMLAttributes<HTMLElement> & { type?: 'pay' | 'checkout' },
  HTMLElement
>

declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- JSX can only be told of a new element this way
  namespace JSX {
    interface IntrinsicElements {
      'paypal-button': SdkElement
      'venmo-button': SdkElement
      'paypal-basic-card-container': SdkElement
      'paypal-basic-card-button': SdkElement
    }
  }
}

const look = 'block w-full [--paypal-button-border-radius:6px]'

/** PayPal's own elements, defined by its script: real buttons inside, whose clicks reach us at once. */
const buttons: Partial<Record<PaymentMethod, (onClick: () => void) => ReactNode>> = {
  paypal: (onClick) => <paypal-button type="pay" className={look} onClick={onClick} />,
  venmo: (onClick) => <venmo-button type="pay" className={look} onClick={onClick} />,
  // The card form opens inside the container, so the container stays while the form is open.
  card: (onClick) => (
    <paypal-basic-card-container className="block w-full">
      <paypal-basic-card-button className={look} onClick={onClick} />
    </paypal-basic-card-container>
  ),
}

type Props = {
  methods: readonly PaymentMethod[]
  /** The form that is open in the page; the other buttons are gone meanwhile. */
  open: PaymentMethod | null
  onPay: (method: PaymentMethod) => void
  /** Null while the form opens. */
  onCancel: (() => void) | null
}

export function PaymentButtons({ methods, open, onPay, onCancel }: Props) {
  return (
    <div className="grid min-h-14 items-center gap-3">
      {methods.map((method) => (
        <div key={method} hidden={open !== null && open !== method}>
          {buttons[method]?.(() => onPay(method))}
        </div>
      ))}
      {open && onCancel ? (
        <Button variant="ghost" className="w-full" onClick={onCancel}>
          Choose another way to pay
        </Button>
      ) : null}
    </div>
  )
}
