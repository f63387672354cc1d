'use client'
import { type FocusEvent, type SyntheticEvent, useState } from 'react'

import { codeRefusalMessages } from '@/modules/discounts/rules'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/form-fields'

import { focusFirst, RemoveButton } from './code-parts'

type EnteredCode = {
  /** What was entered last, to be corrected. */
  value: string
  message: string | null
  isChecking: boolean
  /** Whether it couldn't be checked. Until it is, or is removed, nothing can be paid. */
  hasFailed: boolean
  apply: (text: string) => void
  remove: () => void
}

export type CodeFormProps = {
  label: string
  name: string
  code: EnteredCode
  takesFocus: boolean
  disabled: boolean
}

/** Not when a button of the form is pressed, or when the buyer looks for the code in another window. */
const isLeft = ({ currentTarget: form, relatedTarget: next }: FocusEvent): boolean =>
  !form.contains(next) && !form.contains(document.activeElement)

const Problem = ({ id, text }: { id: string; text: string | null }) => (
  <>
    <p id={id} role="alert" className="text-small font-[550] text-bad empty:hidden">
      {text}
    </p>
    {text === codeRefusalMessages.sign_in ? (
      <p className="py-2.5 text-small">
        <a href="/auth?next=/checkout" className="link">
          Sign in
        </a>
      </p>
    ) : null}
  </>
)

/**
 * A field for a code, with its button. It stays, with what was entered, until the code is accepted. Leaving it also
 * applies what was typed, so that nobody pays without a code that they meant to use.
 */
export function CodeForm({ label, name, code, takesFocus, disabled }: CodeFormProps) {
  const { value, isChecking, hasFailed } = code
  const [draft, setDraft] = useState(value)
  const apply = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (draft.trim() !== '' && !isChecking) code.apply(draft)
  }
  const leave = (event: FocusEvent): void => {
    if (isLeft(event) && draft.trim().toUpperCase() !== value.toUpperCase()) apply(event)
  }
  const problem = hasFailed
    ? 'We couldn’t check this code. Try again, or remove it to continue.'
    : code.message
  return (
    <form
      ref={takesFocus ? focusFirst : undefined}
      onSubmit={apply}
      onBlur={leave}
      className="grid gap-1.5"
    >
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
          aria-describedby={problem ? `${name}-problem` : undefined}
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
      <Problem id={`${name}-problem`} text={problem} />
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
