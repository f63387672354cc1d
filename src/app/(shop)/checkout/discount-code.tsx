'use client'
import { type FormEvent, useState } from 'react'

import { Button } from '@/ui/button'
import { TextField } from '@/ui/form-fields'

import type { CheckoutTotalsState } from './use-checkout-totals'

/** Lets the buyer add one code. A code that changes nothing says why, and stays until it is removed. */
export function DiscountCode({
  code: { value, message, isChecking, set, remove },
  disabled,
}: {
  code: CheckoutTotalsState['code']
  disabled: boolean
}) {
  const [isOpen, setOpen] = useState(false)
  const [draft, setDraft] = useState('')
  const apply = (event: FormEvent): void => {
    event.preventDefault()
    if (draft.trim() === '') return
    set(draft)
    setDraft('')
  }
  if (value)
    return (
      <div className="grid gap-1.5 text-small" role="status">
        <p className="flex flex-wrap items-center justify-between gap-x-4">
          <span>
            Code <b className="font-semibold break-all">{value}</b>{' '}
            {isChecking ? 'is being checked…' : message ? '' : 'is applied'}
          </span>
          <button
            type="button"
            className="link min-h-11"
            disabled={disabled}
            aria-label={`Remove code ${value}`}
            onClick={() => {
              remove()
              setOpen(true)
            }}
          >
            Remove
          </button>
        </p>
        {message ? <p className="font-[550] text-bad">{message}</p> : null}
      </div>
    )
  if (!isOpen)
    return (
      <button
        type="button"
        className="link min-h-11 justify-self-start text-small"
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        Add a discount code
      </button>
    )
  return (
    <form onSubmit={apply} className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
      <TextField
        label="Discount code"
        name="discountCode"
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        maxLength={60}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        disabled={disabled}
      />
      <Button type="submit" variant="line" disabled={disabled || draft.trim() === ''}>
        Apply
      </Button>
    </form>
  )
}
