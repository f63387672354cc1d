import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import type { ServerProps } from 'payload'

import { TextLink } from '@/admin/form/button'
import { LazyPasskeyLogin } from '@/admin/lazy-components'
import { getPendingSignIn } from '@/modules/accounts/queries/pending-sign-in'
import { safeReturnPath } from '@/modules/accounts/rules/return-path'
import { pendingSignInCookie } from '@/modules/accounts/rules/session-hint'

/** Passwords are reset in the shop only. */
export function ForgotPasswordRedirect() {
  return redirect('/auth/forgot')
}

const nextPath = (searchParams: ServerProps['searchParams']): string =>
  safeReturnPath(searchParams?.redirect, '/admin')

/** After the password, two-step verification continues on the shop's page for it. */
export async function BeforeLogin({ payload, searchParams }: ServerProps) {
  const pending = (await cookies()).get(pendingSignInCookie)?.value
  if (await getPendingSignIn(payload, pending)) {
    const next = nextPath(searchParams)
    redirect(`/auth/code?next=${encodeURIComponent(next)}`)
  }
  return <h1 className="df-login__title">Sign in to Dayfern admin</h1>
}

export function AfterLogin({ searchParams }: ServerProps) {
  return (
    <>
      <LazyPasskeyLogin next={nextPath(searchParams)} />
      <p className="df-login__end">
        <TextLink href="/" native>
          Go to shop
        </TextLink>
      </p>
    </>
  )
}
