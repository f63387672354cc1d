'use client'
import { type ComponentProps, type FormEvent, useState } from 'react'

import { Button } from '@/ui/button'
import { TextField } from '@/ui/form-fields'

import type { CheckoutTotalsState } from './use-checkout-totals'

/** Moves the focus to what takes the place of a button that was pressed. */
export function focusFirst(element: HTMLElement | null): void {
  if (document.activeElement === document.body)
    element?.querySelector<HTMLElement>('input, button')?.focus()
}

type Code = {
  /** What was entered last, to be corrected. */
  value: string
  message: string | null
  isChecking: boolean
  /** Whether it couldn't be checked. Until it is, or is removed, nothing can be paid. */
  hasFailed: boolean
  apply: (text: string) => void
  remove: () => void
}

export function RemoveButton({
  name,
  ...button
}: Pick<ComponentProps<'button'>, 'disabled' | 'onClick'> & { name: string }) {
  return (
    <button
      type="button"
      className="link min-h-11 justify-self-start text-small"
      aria-label={`Remove ${name}`}
      {...button}
    >
      Remove
    </button>
  )
}

const AppliedCode = ({
  code: { value, isChecking },
  takesFocus,
  disabled,
  onRemove,
}: {
  code: Pick<Code, 'value' | 'isChecking'>
  takesFocus: boolean
  disabled: boolean
  onRemove: () => void
}) => (
  <p
    ref={takesFocus ? focusFirst : undefined}
    role="status"
    className="flex flex-wrap items-center justify-between gap-x-4 text-small"
  >
    <span>
      Code <b className="font-semibold break-all">{value}</b>{' '}
      {isChecking ? 'is being checked…' : 'is applied'}
    </span>
    <RemoveButton name={`code ${value}`} disabled={disabled} onClick={onRemove} />
  </p>
)

type CodeFormProps = {
  label: string
  name: string
  code: Code
  takesFocus: boolean
  disabled: boolean
}

/** A field for a code, with its button. It stays, with what was entered, until the code is accepted. */
export function CodeForm({ label, name, code, takesFocus, disabled }: CodeFormProps) {
  const { value, isChecking, hasFailed } = code
  const [draft, setDraft] = useState(value)
  const apply = (event: FormEvent): void => {
    event.preventDefault()
    if (draft.trim() !== '' && !isChecking) code.apply(draft)
  }
  const problem = hasFailed
    ? 'We couldn’t check this code. Try again, or remove it to continue.'
    : code.message
  return (
    <form ref={takesFocus ? focusFirst : undefined} onSubmit={apply} className="grid gap-1.5">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
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
          readOnly={isChecking}
        />
        <Button
          type="submit"
          variant="line"
          disabled={disabled || draft.trim() === ''}
          aria-disabled={isChecking}
        >
          {isChecking ? 'Checking…' : hasFailed ? 'Try again' : 'Apply'}
        </Button>
      </div>
      <p role="alert" className="text-small font-[550] text-bad empty:hidden">
        {problem}
      </p>
      {problem && value ? (
        <RemoveButton
          name={`code ${value}`}
          disabled={disabled}
          onClick={({ currentTarget }) => {
            currentTarget.form?.querySelector('input')?.focus()
            setDraft('')
            code.remove()
          }}
        />
      ) : null}
    </form>
  )
}

/** Lets the buyer add one code. A code that changes nothing says why, and stays until it is corrected or removed. */
export function DiscountCode({
  code: { apply, remove, ...code },
  disabled,
}: {
  code: CheckoutTotalsState['code']
  disabled: boolean
}) {
  /** A code that the buyer enters here closes the form once it is accepted. */
  const [form, setForm] = useState<'open' | 'accepted' | null>(null)
  const isRefused = code.message !== null || code.hasFailed
  if (form === 'open' && code.value && !code.isChecking && !isRefused) setForm('accepted')
  const shared = { takesFocus: form !== null, disabled }
  const open = (): void => setForm('open')
  const removeAndOpen = (): void => {
    remove()
    open()
  }
  if (isRefused || form === 'open')
    return (
      <CodeForm
        label="Discount code"
        name="discountCode"
        code={{
          ...code,
          apply: (text) => {
            apply(text)
            open()
          },
          remove: removeAndOpen,
        }}
        {...shared}
      />
    )
  if (code.value) return <AppliedCode code={code} onRemove={removeAndOpen} {...shared} />
  return (
    <button
      type="button"
      className="link min-h-11 justify-self-start text-small"
      disabled={disabled}
      onClick={open}
    >
      Add a discount code
    </button>
  )
}
