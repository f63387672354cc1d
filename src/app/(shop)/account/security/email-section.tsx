'use client'
import { useState } from 'react'

import { reloadWithToast } from '@/app/(shop)/account/reload-with-toast'
import { useIdentification } from '@/app/(shop)/account/use-identification'
import { passkeyErrorMessage } from '@/components/account/passkeys'
import { sessionStore } from '@/components/account/session-store'
import { ApiForm, emailError, emailInput, SubmitButton } from '@/components/form/api-form'
import type { FormText } from '@/components/form/form-text'
import { errorMessage, useSubmit } from '@/components/form/use-submit'
import { api } from '@/platform/http/api-client'
import { Button } from '@/ui/button'
import { FormError } from '@/ui/form-error'
import { TextField } from '@/ui/form-fields'

import { SecuritySection } from './security-section'
import { type SignInMethods, useReauthentication } from './use-reauthentication'

type Props = SignInMethods & { email: string | null; pendingEmail: string | null }

const PendingEmail = ({ email }: { email: string }) => {
  const [message, setMessage] = useState('')
  const resend = async (): Promise<void> => {
    try {
      await api('POST', '/api/auth/verify/resend')
      setMessage('We sent you a new link.')
    } catch (error) {
      setMessage(errorMessage(error))
    }
  }
  return (
    <div className="grid justify-items-start gap-3 rounded-block bg-sun-soft px-4 py-3.5">
      <p>
        <b className="font-semibold">{email}</b> isn’t confirmed yet. Check your inbox and spam
        folder for our email.
      </p>
      <Button variant="line" size="sm" onClick={() => void resend()}>
        Resend link
      </Button>
      <p role="status" className="text-small empty:hidden">
        {message}
      </p>
    </div>
  )
}

const EmailForm = (methods: SignInMethods) => {
  const { confirmed, dialog } = useReauthentication(methods)
  const { field, errorIn, identify } = useIdentification(methods)
  const { busy, errors, message, form, submit } = useSubmit(passkeyErrorMessage)
  const send = (text: FormText): void => {
    const email = text('email').trim()
    void submit(
      () =>
        confirmed(async () => {
          await api('POST', '/api/account/email', { email, ...(await identify(text)) })
          sessionStore.drop()
          reloadWithToast(
            'email-title',
            'Check your inbox',
            'Open the link we emailed you and press the button to confirm your address.',
          )
        }),
      { errors: { email: emailError(email), currentPassword: errorIn(text) } },
    )
  }
  return (
    <>
      <ApiForm
        ref={form}
        action="/api/account/email"
        className="grid max-w-[26rem] gap-5 pt-3"
        onSubmit={send}
      >
        <TextField
          {...emailInput}
          id="new-email"
          name="email"
          label="Email"
          required
          error={errors.email}
        />
        {field({ id: 'email-password', error: errors.currentPassword })}
        <SubmitButton busy={busy} className="justify-self-start">
          Send me the link
        </SubmitButton>
        <FormError>{message}</FormError>
      </ApiForm>
      {dialog}
    </>
  )
}

export function EmailSection({ email, pendingEmail, ...methods }: Props) {
  return (
    <SecuritySection id="email" title="Email" className="print:hidden">
      <p className="text-ink-soft">
        {email ? (
          <>
            Confirmed: <b className="font-semibold text-ink">{email}</b>. We send order updates
            there, and you can sign in with it.
          </>
        ) : (
          'No confirmed email. It’s optional, but it lets us send a password reset.'
        )}
      </p>
      {pendingEmail ? <PendingEmail email={pendingEmail} /> : null}
      <details>
        <summary className="link inline-block py-2">
          {email || pendingEmail ? 'Change email' : 'Add an email'}
        </summary>
        <EmailForm {...methods} />
      </details>
    </SecuritySection>
  )
}
