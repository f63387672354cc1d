import type { ReactNode } from 'react'

import { addressLines } from '@/modules/checkout/rules/destination'

export function PostalAddress({
  address,
  children,
}: {
  address: Parameters<typeof addressLines>[0]
  children?: ReactNode
}) {
  return (
    <address className="text-ink-soft not-italic">
      {addressLines(address).map((line, index) => (
        <span key={index} className="block">
          {line}
        </span>
      ))}
      {children}
    </address>
  )
}
