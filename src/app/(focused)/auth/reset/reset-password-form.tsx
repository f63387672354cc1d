'use client'
import { useState } from 'react'

import { finishSignIn } from '@/app/(focused)/auth/finish-sign-in'
import { isLinkExpired, LinkExpired } from '@/app/(focused)/auth/link-expired'
import { NewPasswordField } from '@/components/account/password-field'
import { ApiForm, SubmitButton } from '@/components/form/api-form'
import type { FormText } from '@/components/form/form-text'
import { useSubmit } from '@/components/form/use-submit'
import { api } from '@/platform/http/api-client'
import { FormError } from '@/ui/form-error'

/**
 * Sets a new password with an emailed link. Opening the page does not use the link up, because mail scanners open
 * links.
 */
export function ResetPasswordForm({ token }: { token: string }) {
  const [isExpired, setExpired] = useState(token === '')
  const { busy, errors, message, form, submit } = useSubmit()
  const send = (text: FormText): void => {
    void submit(
      () =>
        finishSignIn(api('POST', '/api/auth/reset', { token, password: text('password') }), {
          title: 'Password changed',
          text: 'You’re signed in here and signed out everywhere else.',
        }),
      { onError: (error) => setExpired(isLinkExpired(error)) },
    )
  }
  if (isExpired)
    return (
      <LinkExpired href="/auth/forgot" label="Send me a new link">
        Links to set a password work once and expire. This one was already used or is too old.
      </LinkExpired>
    )
  return (
    <>
      <h1 className="text-d2">Choose a new password</h1>
      <p className="mt-1.5 mb-6 text-ink-soft">
        Use it to sign in from now on. You’ll be signed out on all other devices.
      </p>
      <ApiForm ref={form} action="/api/auth/reset" className="grid gap-5" onSubmit={send}>
        <NewPasswordField id="password" error={errors.password} />
        <SubmitButton size="lg" busy={busy}>
          Set new password
        </SubmitButton>
        <FormError>{message}</FormError>
      </ApiForm>
    </>
  )
}
