import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'

import { AuthFrame } from '@/app/(focused)/auth/auth-frame'
import { getCurrentUser } from '@/app/(shop)/current-user'
import { getPendingSignIn } from '@/modules/accounts/queries/pending-sign-in'
import { safeReturnPath } from '@/modules/accounts/rules/return-path'
import { pendingSignInCookie } from '@/modules/accounts/rules/session-hint'

import { CodeForm } from './code-form'

export const metadata: Metadata = {
  title: 'Two-step verification',
  robots: { index: false },
  referrer: 'no-referrer',
}

type Params = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** The second step of signing in. Redirects to the first step if that is missing. */
const CodePage = async ({ searchParams }: Params) => {
  const next = safeReturnPath((await searchParams).next)
  const { payload, user } = await getCurrentUser()
  const pending = (await cookies()).get(pendingSignInCookie)?.value
  const signIn = await getPendingSignIn(payload, pending)
  if (!signIn) redirect(user ? next : `/auth?next=${encodeURIComponent(next)}`)
  return (
    <AuthFrame>
      <CodeForm next={next} hasApp={signIn.hasApp} hasPasskey={signIn.hasPasskey} />
    </AuthFrame>
  )
}

export default CodePage
