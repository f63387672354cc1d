import { redirect } from 'next/navigation'

import { TextLink } from '@/admin/form/button'

/** Passwords are reset in the shop only. */
export function ForgotPasswordRedirect() {
  return redirect('/auth/forgot')
}

export function BeforeLogin() {
  return <h1 className="df-login__title">Sign in to Dayfern admin</h1>
}

export function AfterLogin() {
  return (
    <p className="df-login__end">
      <TextLink href="/" native>
        Go to shop
      </TextLink>
    </p>
  )
}
