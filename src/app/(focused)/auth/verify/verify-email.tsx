'use client'
import { useState } from 'react'

import { isLinkExpired, LinkExpired } from '@/app/(focused)/auth/link-expired'
import { sessionStore } from '@/components/account/session-store'
import { SubmitButton } from '@/components/form/api-form'
import { useSubmit } from '@/components/form/use-submit'
import { api, ApiError } from '@/platform/http/api-client'
import { ButtonLink } from '@/ui/button'
import { focusOnMount } from '@/ui/focus-on-mount'
import { FormError } from '@/ui/form-error'

const SignInFirst = () => (
  <div className="grid gap-5" role="alert">
    <h1 className="text-d2">Sign in first</h1>
    <p className="text-lead text-ink-soft">
      Sign in to the account named in our email, then open the link again. If you didn’t create that
      account, you can ignore the email.
    </p>
    <ButtonLink size="lg" href="/auth?next=/account/security">
      Sign in
    </ButtonLink>
  </div>
)

/** Confirming an address. Pressing the button does it, not opening the link. */
export function VerifyEmail({ token }: { token: string }) {
  const [isExpired, setExpired] = useState(token === '')
  const [needsSignIn, setNeedsSignIn] = useState(false)
  const [confirmedEmail, setConfirmedEmail] = useState('')
  const { busy, message, submit } = useSubmit()
  const confirm = (): void =>
    void submit(
      async () => {
        const { email } = await api<{ email: string }>('POST', '/api/auth/verify', { token })
        sessionStore.drop()
        setConfirmedEmail(email)
      },
      {
        onError: (error) => {
          setExpired(isLinkExpired(error))
          setNeedsSignIn(error instanceof ApiError && error.code === 'unauthorized')
        },
      },
    )
  if (isExpired)
    return (
      <LinkExpired href="/account/security" label="Send me a new link">
        Confirmation links work once and expire after 3 days. This one was already used or is too
        old. If you already confirmed, you’re all set.
      </LinkExpired>
    )
  if (needsSignIn) return <SignInFirst />
  if (confirmedEmail)
    return (
      <div className="grid gap-5" role="status">
        <h1 className="text-d2 outline-none" tabIndex={-1} ref={focusOnMount}>
          Thank you
        </h1>
        <p className="text-lead text-ink-soft">
          {confirmedEmail} is confirmed. We’ll use it for order updates and password resets, and you
          can sign in with it.
        </p>
        <ButtonLink size="lg" href="/account">
          Go to your account
        </ButtonLink>
      </div>
    )
  return (
    <div className="grid gap-5">
      <h1 className="text-d2">Is this your email address?</h1>
      <p className="text-lead text-ink-soft">Press the button to confirm it.</p>
      <SubmitButton type="button" size="lg" busy={busy} onClick={confirm}>
        Confirm address
      </SubmitButton>
      <FormError>{message}</FormError>
    </div>
  )
}
