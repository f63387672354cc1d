'use client'
import { type FormEvent, useState } from 'react'

import { Button } from '@/ui/button'
import { TextField } from '@/ui/form-fields'

import type { CheckoutTotalsState } from './use-checkout-totals'

type Code = CheckoutTotalsState['code']

const AppliedCode = ({
  code: { value, message, isChecking },
  disabled,
  onRemove,
}: {
  code: Code
  disabled: boolean
  onRemove: () => void
}) => (
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
        onClick={onRemove}
      >
        Remove
      </button>
    </p>
    {message ? <p className="font-[550] text-bad">{message}</p> : null}
  </div>
)

/** A field for a code, with its button. */
export function CodeForm({
  label,
  name,
  disabled,
  onApply,
}: {
  label: string
  name: string
  disabled: boolean
  onApply: (text: string) => void
}) {
  const [draft, setDraft] = useState('')
  const apply = (event: FormEvent): void => {
    event.preventDefault()
    if (draft.trim() !== '') onApply(draft)
  }
  return (
    <form onSubmit={apply} className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
      <TextField
        label={label}
        name={name}
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

/** Lets the buyer add one code. A code that changes nothing says why, and stays until it is removed. */
export function DiscountCode({ code, disabled }: { code: Code; disabled: boolean }) {
  const [isOpen, setOpen] = useState(false)
  if (code.value)
    return (
      <AppliedCode
        code={code}
        disabled={disabled}
        onRemove={() => {
          code.remove()
          setOpen(true)
        }}
      />
    )
  if (isOpen)
    return (
      <CodeForm label="Discount code" name="discountCode" disabled={disabled} onApply={code.set} />
    )
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
}
