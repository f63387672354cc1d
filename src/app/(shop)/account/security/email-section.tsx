'use client'
import { type FormEvent, useState } from 'react'

import { PasswordField } from '@/components/account/password-field'
import { sessionStore } from '@/components/account/session-store'
import { api } from '@/ui/api-client'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/form-fields'
import { errorMessageOf, fieldText, useFormSubmit } from '@/ui/use-form-submit'

import { reloadWithToast } from './reload-with-toast'
import { SecuritySection } from './security-section'

type Props = { email: string | null; pendingEmail: string | null; hasPassword: boolean }

/** The address, the one that waits to be confirmed, and a form for another one. */
export function EmailSection({ email, pendingEmail, hasPassword }: Props) {
  const [said, setSaid] = useState('')
  const { busy, problems, trouble, send, show } = useFormSubmit()
  const resend = async (): Promise<void> => {
    try {
      await api('POST', '/api/auth/verify/resend')
      setSaid('A new link is on its way.')
    } catch (error) {
      setSaid(errorMessageOf(error))
    }
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    const found = {
      ...(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(fieldText(form, 'email').trim())
        ? {}
        : { email: 'Please check the email address. It looks like name@example.com.' }),
      ...(hasPassword && !fieldText(form, 'currentPassword')
        ? { currentPassword: 'Please enter your current password.' }
        : {}),
    }
    if (Object.keys(found).length > 0) return show(form, found)
    void send(form, async () => {
      await api('POST', '/api/account/email', {
        email: fieldText(form, 'email').trim(),
        ...(hasPassword ? { currentPassword: fieldText(form, 'currentPassword') } : {}),
      })
      sessionStore.drop()
      reloadWithToast(
        'A link is on its way',
        'The address counts as soon as you open it and press the button there.',
      )
    })
  }
  return (
    <SecuritySection id="email" title="Email" className="print:hidden">
      <p className="text-ink-soft">
        {email ? (
          <>
            Confirmed: <b className="font-semibold text-ink">{email}</b>. Order notes go there, and
            you can sign in with it.
          </>
        ) : (
          'No address is confirmed. You need none; with one, we can send you a new password.'
        )}
      </p>
      {pendingEmail ? (
        <div className="grid justify-items-start gap-3 rounded-block bg-sun-soft px-4 py-3.5">
          <p>
            <b className="font-semibold">{pendingEmail}</b> waits to be confirmed. Please look for
            our email, also among the unwanted ones.
          </p>
          <Button variant="line" size="sm" onClick={() => void resend()}>
            Send the link again
          </Button>
          <p role="status" className="text-small empty:hidden">
            {said}
          </p>
        </div>
      ) : null}
      <details>
        <summary className="link inline-block py-2">
          {email || pendingEmail ? 'Use another address' : 'Add an address'}
        </summary>
        <form
          method="post"
          action="/api/account/email"
          noValidate
          className="grid max-w-[26rem] gap-5 pt-3"
          onSubmit={onSubmit}
        >
          <TextField
            id="new-email"
            name="email"
            type="email"
            label="Email"
            autoComplete="email"
            inputMode="email"
            maxLength={254}
            required
            error={problems.email}
          />
          {hasPassword ? (
            <PasswordField
              id="email-password"
              name="currentPassword"
              label="Current password"
              autoComplete="current-password"
              error={problems.currentPassword}
            />
          ) : null}
          <Button
            type="submit"
            className="justify-self-start"
            aria-busy={busy}
            aria-disabled={busy}
          >
            {busy ? 'Processing...' : 'Send me the link'}
          </Button>
          <p role="alert" className="rounded-block bg-bad-soft px-4 py-3.5 text-ink empty:hidden">
            {trouble}
          </p>
        </form>
      </details>
    </SecuritySection>
  )
}
