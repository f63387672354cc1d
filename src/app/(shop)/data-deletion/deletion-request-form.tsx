'use client'
import { useState } from 'react'

import {
  ApiForm,
  emailError,
  emailInput,
  FormSuccess,
  HoneypotField,
  SubmitButton,
} from '@/components/form/api-form'
import type { FormText } from '@/components/form/form-text'
import { useSubmit } from '@/components/form/use-submit'
import { api } from '@/platform/http/api-client'
import { FormError } from '@/ui/form-error'
import { Field, TextField } from '@/ui/form-fields'
import { inputClass } from '@/ui/input-class'

const names = ['fullName', 'email', 'otherEmails', 'accountCreated', 'reason', 'website'] as const

const RequestFields = ({ errors }: { errors: Record<string, string> }) => (
  <>
    <TextField
      id="deletion-name"
      name="fullName"
      label="Full name"
      autoComplete="name"
      maxLength={120}
      required
      error={errors.fullName}
    />
    <TextField
      {...emailInput}
      id="deletion-email"
      name="email"
      label="Account email"
      hint="Or the email you ordered with."
      required
      error={errors.email}
    />
    <TextField
      id="deletion-others"
      name="otherEmails"
      label="Other emails you’ve used here"
      optional
      hint="Separate with commas. We’ll send a link to each."
      autoComplete="off"
      inputMode="email"
      maxLength={1000}
      error={Object.entries(errors).find(([name]) => name.startsWith('otherEmails'))?.[1]}
    />
    <TextField
      id="deletion-created"
      name="accountCreated"
      label="When you created the account (roughly)"
      optional
      autoComplete="off"
      maxLength={60}
      error={errors.accountCreated}
    />
    <Field id="deletion-reason" label="Reason" optional error={errors.reason}>
      <textarea
        id="deletion-reason"
        name="reason"
        rows={3}
        maxLength={2000}
        className={`${inputClass} py-2.5`}
        aria-invalid={errors.reason ? true : undefined}
        aria-describedby={errors.reason ? 'deletion-reason-error' : undefined}
      />
    </Field>
    <HoneypotField className="hidden">Website</HoneypotField>
  </>
)

/**
 * Starts a request without an account. The response is the same for everyone, so it doesn't reveal who is a customer
 * here.
 */
export function DeletionRequestForm() {
  const { busy, errors, message, form, submit } = useSubmit()
  const [success, setSuccess] = useState('')
  const send = (text: FormText, element: HTMLFormElement): void => {
    setSuccess('')
    void submit(
      async () => {
        const sent = await api<{ message: string }>(
          'POST',
          '/api/privacy/deletion-requests',
          Object.fromEntries(names.map((name) => [name, text(name)])),
        )
        setSuccess(sent.message)
        element.reset()
      },
      {
        errors: {
          fullName: text('fullName').trim() ? null : 'Please add your name.',
          email: emailError(text('email'), 'Please add your account email.'),
        },
      },
    )
  }
  return (
    <ApiForm
      ref={form}
      action="/api/privacy/deletion-requests"
      className="grid max-w-[34rem] gap-5"
      onSubmit={send}
    >
      <RequestFields errors={errors} />
      <SubmitButton busy={busy} className="justify-self-start">
        Send request
      </SubmitButton>
      <FormSuccess>{success}</FormSuccess>
      <FormError>{message}</FormError>
    </ApiForm>
  )
}
