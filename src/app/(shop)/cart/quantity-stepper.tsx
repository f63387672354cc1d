'use client'
import { useRef } from 'react'

import { Icon } from '@/ui/icon'

type Props = { quantity: number; most: number; name: string; onChange: (quantity: number) => void }

const side =
  'grid size-11 cursor-pointer place-items-center disabled:cursor-not-allowed disabled:text-line-strong'

export function QuantityStepper({ quantity, most, name, onChange }: Props) {
  const plus = useRef<HTMLButtonElement>(null)
  const minus = useRef<HTMLButtonElement>(null)
  const set = (next: number): void => {
    if (next === 1) plus.current?.focus()
    if (next === most) minus.current?.focus()
    onChange(next)
  }
  return (
    <div
      role="group"
      aria-label={`Quantity of ${name}`}
      className="inline-flex items-center rounded-block border-[1.5px] border-line-strong bg-surface"
    >
      <button
        ref={minus}
        type="button"
        className={side}
        disabled={quantity <= 1}
        onClick={() => set(quantity - 1)}
        aria-label={`Decrease quantity of ${name}`}
      >
        <Icon name="minus" className="size-4.5" />
      </button>
      <span
        aria-live="polite"
        aria-atomic="true"
        className="nums min-w-6 text-center font-semibold"
      >
        {quantity}
      </span>
      <button
        ref={plus}
        type="button"
        className={side}
        disabled={quantity >= most}
        onClick={() => set(quantity + 1)}
        aria-label={`Increase quantity of ${name}`}
      >
        <Icon name="plus" className="size-4.5" />
      </button>
    </div>
  )
}
