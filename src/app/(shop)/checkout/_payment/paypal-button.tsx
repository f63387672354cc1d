'use client'
import type { DetailedHTMLProps, HTMLAttributes } from 'react'

declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- JSX can only be told of a new element this way
  namespace JSX {
    interface IntrinsicElements {
      'paypal-button': DetailedHTMLProps<
        HTMLAttributes<HTMLElement> & { type?: 'pay' | 'checkout' },
        HTMLElement
      >
    }
  }
}

/** PayPal's own element, defined by its script: a real button inside, whose click reaches us at once. */
export function PayPalButton({ onPay }: { onPay: () => void }) {
  return (
    <paypal-button
      type="pay"
      className="block w-full [--paypal-button-border-radius:6px]"
      onClick={onPay}
    />
  )
}
