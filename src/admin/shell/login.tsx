import { TextLink } from '@/admin/form/button'
import { redirect } from 'next/navigation'

/** Payload's own page would send a mail with a link of its own. The shop has one way to a new password, and it is not here. */
export function ForgotPasswordRedirect() {
  return redirect('/auth/forgot')
}

export function BeforeLogin() {
  return <h1 className="df-login__title">Sign in to the workshop</h1>
}

export function AfterLogin() {
  return (
    <p className="df-login__end">
      <TextLink href="/" native>
        To the shop
      </TextLink>
    </p>
  )
}
