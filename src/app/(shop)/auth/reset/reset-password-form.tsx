'use client'
import { type FormEvent, useState } from 'react'

import { finishSignIn } from '@/app/(shop)/auth/finish-sign-in'
import { LinkExpired } from '@/app/(shop)/auth/link-expired'
import { PasswordField } from '@/components/account/password-field'
import { passwordError, passwordRule } from '@/modules/accounts/rules/credentials'
import { api, ApiError } from '@/ui/api-client'
import { Button } from '@/ui/button'
import { fieldText, useFormSubmit } from '@/ui/use-form-submit'

/** Choosing a new password by the link of a mail. Opening it uses nothing up: programs that check mails do that too. */
export function ResetPasswordForm({ token }: { token: string }) {
  const [isSpent, setIsSpent] = useState(token === '')
  const { busy, problems, trouble, send, show } = useFormSubmit()
  const onSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    const problem = passwordError(fieldText(form, 'password'))
    if (problem) return show(form, { password: problem })
    const error = await send(form, async () => {
      finishSignIn(
        await api('POST', '/api/auth/reset', { token, password: fieldText(form, 'password') }),
        {
          title: 'Password changed',
          text: 'You are signed in here, and signed out everywhere else.',
        },
      )
    })
    if (error instanceof ApiError && (error.code === 'link_expired' || error.fields?.token))
      setIsSpent(true)
  }
  if (isSpent)
    return (
      <LinkExpired href="/auth/forgot" label="Send me a new link">
        Links for a new password work once, for an hour. This one was used already, or it is too
        old.
      </LinkExpired>
    )
  return (
    <>
      <h1 className="text-d2">Choose a new password</h1>
      <p className="mt-1.5 mb-6 text-ink-soft">
        It is the only one that works from now on. You will be signed out on all other devices.
      </p>
      <form
        method="post"
        action="/api/auth/reset"
        noValidate
        className="grid gap-5"
        onSubmit={(event) => void onSubmit(event)}
      >
        <PasswordField
          id="password"
          label="New password"
          autoComplete="new-password"
          error={problems.password}
          hint={`At least ${passwordRule.min} characters. A few words in a row are good.`}
        />
        <Button type="submit" size="lg" aria-busy={busy} aria-disabled={busy}>
          {busy ? 'Processing...' : 'Set the new password'}
        </Button>
        <p role="alert" className="rounded-block bg-bad-soft px-4 py-3.5 text-ink empty:hidden">
          {trouble}
        </p>
      </form>
    </>
  )
}
