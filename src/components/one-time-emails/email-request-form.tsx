'use client'
import { type RefObject, useEffect, useId, useState } from 'react'

import { useSession } from '@/components/account/use-session'
import {
  ApiForm,
  emailError,
  emailInput,
  FormSuccess,
  HoneypotField,
  SubmitButton,
} from '@/components/form/api-form'
import type { FormText } from '@/components/form/form-text'
import { errorMessage, useSubmit } from '@/components/form/use-submit'
import { api } from '@/platform/http/api-client'
import { focusOnMount } from '@/ui/focus-on-mount'
import { FormError } from '@/ui/form-error'
import { TextField } from '@/ui/form-fields'

/** Fills in the address of the signed-in customer, unless something was typed already. */
const useOwnAddress = (form: RefObject<HTMLFormElement | null>): void => {
  const email = useSession().user?.email
  useEffect(() => {
    const field = form.current?.elements.namedItem('email')
    if (email && field instanceof HTMLInputElement && !field.value) field.value = email
  }, [email, form])
}

export type EmailRequestFormProps = {
  label: string
  hint: string
  button: string
  action: string
  /** What the request is about. */
  body: Readonly<Record<string, unknown>>
  /** Whether the field takes the focus, because a button opened the form. */
  takesFocus?: boolean
}

/** Gets the focus, which the form had. */
const Done = ({ text }: { text: string }) => (
  <div tabIndex={-1} className="outline-none" ref={focusOnMount}>
    <FormSuccess>{text}</FormSuccess>
  </div>
)

/** Requests one email. The response replaces the form. */
export function EmailRequestForm({
  label,
  hint,
  button,
  action,
  body,
  takesFocus = false,
}: EmailRequestFormProps) {
  const id = useId()
  const [done, setDone] = useState('')
  const { busy, errors, message, form, submit } = useSubmit(errorMessage, { alsoWithFields: true })
  useOwnAddress(form)
  useEffect(() => {
    if (takesFocus) form.current?.querySelector<HTMLElement>('[name="email"]')?.focus()
  }, [takesFocus, form])
  const send = (text: FormText): void => {
    const email = text('email').trim()
    const website = text('website') || undefined
    void submit(
      async () => {
        const response = await api<{ message: string }>('POST', action, { ...body, email, website })
        setDone(response.message)
      },
      { errors: { email: emailError(email) } },
    )
  }
  if (done) return <Done text={done} />
  return (
    <ApiForm
      ref={form}
      action={action}
      aria-label={label}
      className="relative grid gap-3 sm:grid-cols-[1fr_auto] sm:items-start"
      onSubmit={send}
    >
      <TextField
        {...emailInput}
        id={`${id}-email`}
        name="email"
        label={label}
        hint={hint}
        error={errors.email}
        placeholder="you@example.com"
        required
      />
      <HoneypotField className="absolute -left-[200vw]">Leave this empty</HoneypotField>
      <SubmitButton busy={busy} variant="line" className="sm:mt-7">
        {button}
      </SubmitButton>
      <div className="col-span-full empty:hidden">
        <FormError>{errors.email ? '' : message}</FormError>
      </div>
    </ApiForm>
  )
}
