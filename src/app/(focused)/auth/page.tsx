import type { Metadata } from 'next'
import { redirect } from 'next/navigation'

import { getCachedSettings } from '@/app/(shop)/cached-queries'
import { getCurrentUser } from '@/app/(shop)/current-user'
import { ScriptsNeeded } from '@/components/no-script-note'
import { Notice } from '@/components/notice'
import { getSignInMethods } from '@/modules/accounts/queries/sign-in-methods'
import { safeReturnPath } from '@/modules/accounts/rules/return-path'
import { signInErrorText } from '@/modules/accounts/rules/sign-in-errors'

import { AuthFrame } from './auth-frame'
import { OAuthLinks } from './oauth-links'
import { SignInForm } from './sign-in-form'

export const metadata: Metadata = {
  title: 'Sign in',
  robots: { index: false },
  referrer: 'no-referrer',
}

type Params = { searchParams: Promise<Record<string, string | string[] | undefined>> }

const Or = () => (
  <p className="my-6 grid grid-cols-[1fr_auto_1fr] items-center gap-4 text-small text-ink-mute before:border-t before:border-line after:border-t after:border-line">
    or continue with
  </p>
)

/** Signing in and signing up: /auth, /login and /auth/login are this one page. */
const SignInPage = async ({ searchParams }: Params) => {
  const { next: nextParam, error, mode } = await searchParams
  const next = safeReturnPath(nextParam)
  const { user } = await getCurrentUser()
  if (user) redirect(next)
  const { contactEmail } = await getCachedSettings()
  const methods = getSignInMethods()
  const errorText = signInErrorText(error)
  return (
    <AuthFrame>
      <ScriptsNeeded what="Signing in" email={contactEmail} />
      <SignInForm
        next={next}
        startWith={mode === 'sign-up' ? 'up' : 'in'}
        note={
          errorText ? (
            <div role="alert" className="mb-6">
              <Notice kind="alert">
                <p>{errorText}</p>
              </Notice>
            </div>
          ) : null
        }
      >
        {methods.length > 0 ? (
          <>
            <Or />
            <OAuthLinks methods={methods} next={next} />
          </>
        ) : null}
        <p className="mt-7 text-small">
          Ordered as a guest?{' '}
          <a href="/orders/find" className="link">
            Find your order
          </a>
        </p>
        <p className="mt-4 text-[.875rem] text-ink-mute">
          By signing in or creating an account, you agree to the{' '}
          <a href="/terms" className="link font-normal">
            Terms of Service
          </a>{' '}
          and{' '}
          <a href="/privacy-policy" className="link font-normal">
            privacy policy
          </a>
          .
        </p>
      </SignInForm>
    </AuthFrame>
  )
}

export default SignInPage
