'use client'
import { fieldLabel, type FieldName } from '@/components/checkout/checkout-fields'

import { fieldId } from './use-checkout-form'

const nameOf = (name: FieldName): string =>
  name.startsWith('billing.') ? `${fieldLabel(name)} (billing)` : fieldLabel(name)

export function MissingFields({ names }: { names: readonly FieldName[] }) {
  return (
    <p className="text-center text-small text-ink-soft">
      Still needed:{' '}
      {names
        .map((name, index) => (
          <span key={name} className="whitespace-nowrap">
            <a
              href={`#${fieldId(name)}`}
              className="inline-block py-0.5 underline underline-offset-4 hover:text-ink"
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(fieldId(name))?.focus()
              }}
            >
              {nameOf(name)}
            </a>
            {index < names.length - 1 ? ',' : ''}
          </span>
        ))
        .flatMap((part, index) => (index > 0 ? [' ', part] : [part]))}
    </p>
  )
}
