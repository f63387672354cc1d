'use client'
import type { ComponentProps, ReactNode, RefObject } from 'react'

import { Button } from '@/ui/button'

import { type FormText, formText } from './form-text'

/** Something typed that can be an email address; the server knows for sure. */
export function emailError(email: string, missing?: string): string | null {
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())) return null
  return missing && !email.trim() ? missing : 'Please enter an email address like name@example.com.'
}

export const emailInput = {
  type: 'email',
  inputMode: 'email',
  autoComplete: 'email',
  maxLength: 254,
} as const

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'ref' | 'action'> & {
  ref?: RefObject<HTMLFormElement | null>
  action?: string
  onSubmit: (text: FormText, form: HTMLFormElement) => void
}

/**
 * A form that is submitted by script. If it is submitted before the script has loaded, the submission waits
 * (event-replay-script). The method is POST, so that input never ends up in a URL.
 */
export function ApiForm({ onSubmit, ...form }: FormProps) {
  return (
    <form
      method="post"
      noValidate
      data-replay
      {...form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(formText(event.currentTarget), event.currentTarget)
      }}
    />
  )
}

/** Shows its progress, and stays focusable meanwhile. */
export function SubmitButton({
  busy,
  busyLabel = 'Processing...',
  children,
  ...button
}: ComponentProps<typeof Button> & { busy: boolean; busyLabel?: string }) {
  return (
    <Button type="submit" aria-busy={busy} aria-disabled={busy} {...button}>
      {busy ? busyLabel : children}
    </Button>
  )
}

/** The buttons below a form that can be canceled. */
export function FormActions({
  busy,
  submit,
  disabled = false,
  cancel = 'Never mind',
  onCancel,
}: {
  busy: boolean
  submit: string
  disabled?: boolean
  cancel?: string
  onCancel: () => void
}) {
  return (
    <div className="flex flex-wrap gap-3">
      <SubmitButton busy={busy} busyLabel="Saving..." disabled={disabled}>
        {submit}
      </SubmitButton>
      <Button variant="ghost" onClick={onCancel}>
        {cancel}
      </Button>
    </div>
  )
}

/** The result of a form, announced to screen readers; hidden while empty. */
export function FormSuccess({ children }: { children: string }) {
  return (
    <p role="status" className="rounded-block bg-good-soft px-4 py-3.5 text-ink empty:hidden">
      {children}
    </p>
  )
}

/** Invisible to people: only bots fill it in. */
export function HoneypotField({ children, className }: { children: ReactNode; className: string }) {
  return (
    <div className={className} aria-hidden="true">
      <label>
        {children} <input type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
