'use client'
import { type FormEvent, useState } from 'react'

import { api } from '@/ui/api-client'
import { Button } from '@/ui/button'
import { Field, inputClass, TextField } from '@/ui/form-fields'
import { fieldText, useFormSubmit } from '@/ui/use-form-submit'

const problemsOf = (form: HTMLFormElement): Record<string, string> => ({
  ...(fieldText(form, 'fullName').trim() ? {} : { fullName: 'Please add your name.' }),
  ...(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(fieldText(form, 'email').trim())
    ? {}
    : {
        email: fieldText(form, 'email').trim()
          ? 'Please check the email address. It looks like name@example.com.'
          : 'Please add the email of your account.',
      }),
})

/** Starts a request without an account. The answer is the same whoever asks: it tells nobody who is known here. */
export function DeletionRequestForm() {
  const { busy, problems, trouble, send, show } = useFormSubmit()
  const [said, setSaid] = useState('')
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    const found = problemsOf(form)
    if (Object.keys(found).length > 0) return show(form, found)
    setSaid('')
    await send(form, async () => {
      const names = [
        'fullName',
        'email',
        'otherEmails',
        'accountCreated',
        'reason',
        'website',
      ] as const
      const { message } = await api<{ message: string }>(
        'POST',
        '/api/privacy/deletion-requests',
        Object.fromEntries(names.map((name) => [name, fieldText(form, name)])),
      )
      setSaid(message)
      form.reset()
    })
  }
  const otherProblem = Object.entries(problems).find(([name]) =>
    name.startsWith('otherEmails'),
  )?.[1]
  return (
    <form
      method="post"
      action="/api/privacy/deletion-requests"
      noValidate
      className="grid max-w-[34rem] gap-5"
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        id="deletion-name"
        name="fullName"
        label="Full name"
        autoComplete="name"
        maxLength={120}
        required
        error={problems.fullName}
      />
      <TextField
        id="deletion-email"
        name="email"
        type="email"
        label="Email of your account"
        hint="Or the one you ordered with."
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        required
        error={problems.email}
      />
      <TextField
        id="deletion-others"
        name="otherEmails"
        label="Other emails you’ve used here"
        optional
        hint="With commas between them. Each gets a link of its own."
        autoComplete="off"
        inputMode="email"
        maxLength={1000}
        error={otherProblem}
      />
      <TextField
        id="deletion-created"
        name="accountCreated"
        label="Roughly when you made the account"
        optional
        autoComplete="off"
        maxLength={60}
        error={problems.accountCreated}
      />
      <Field id="deletion-reason" label="Reason" optional error={problems.reason}>
        <textarea
          id="deletion-reason"
          name="reason"
          rows={3}
          maxLength={2000}
          className={`${inputClass} py-2.5`}
          aria-invalid={problems.reason ? true : undefined}
          aria-describedby={problems.reason ? 'deletion-reason-error' : undefined}
        />
      </Field>
      <div className="hidden" aria-hidden="true">
        <label>
          Website <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <Button type="submit" aria-busy={busy} aria-disabled={busy} className="justify-self-start">
        {busy ? 'Processing...' : 'Send the request'}
      </Button>
      <p role="status" className="rounded-block bg-good-soft px-4 py-3.5 text-ink empty:hidden">
        {said}
      </p>
      <p role="alert" className="rounded-block bg-bad-soft px-4 py-3.5 text-ink empty:hidden">
        {trouble ?? ''}
      </p>
    </form>
  )
}
