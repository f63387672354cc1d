import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { Note } from '../../../components/checkout/note'
import { ProviderLinks } from '../../../components/session/provider-links'
import { SessionFrame } from '../../../components/session/session-frame'
import { SignIn } from '../../../components/session/sign-in'
import { safeReturnPath } from '../../../domain/return-path'
import { signInErrorText } from '../../../domain/sign-in-errors'
import { identityWays } from '../../../queries/identity-ways'
import { readSettings } from '../reads'
import { signedIn } from '../signed-in'

export const metadata: Metadata = { title: 'Sign in', robots: { index: false }, referrer: 'no-referrer' }

type Params = { searchParams: Promise<Record<string, string | string[] | undefined>> }

const Or = () => (
  <p className="my-6 grid grid-cols-[1fr_auto_1fr] items-center gap-4 text-small text-ink-mute before:border-t before:border-line after:border-t after:border-line">or continue with</p>
)

/** Signing in and signing up: /auth, /login and /auth/login are this one page. */
const SignInPage = async ({ searchParams }: Params) => {
  const { next: given, error, mode } = await searchParams
  const next = safeReturnPath(given)
  const { user } = await signedIn()
  if (user) redirect(next)
  const { contactEmail } = await readSettings()
  const ways = identityWays()
  const trouble = signInErrorText(error)
  return (
    <SessionFrame>
      <noscript><p className="mb-6 rounded-block bg-sun-soft p-4">Signing in needs JavaScript. Without it, write to <a className="underline" href={`mailto:${contactEmail}`}>{contactEmail}</a> and we will help.</p></noscript>
      <SignIn next={next} startWith={mode === 'sign-up' ? 'up' : 'in'} note={trouble ? <div role="alert" className="mb-6"><Note kind="alert"><p>{trouble}</p></Note></div> : null}>
        {ways.length > 0 ? <><Or /><ProviderLinks ways={ways} next={next} /></> : null}
        <p className="mt-7 text-[.875rem] text-ink-mute">By signing in you agree to the <a href="/terms" className="link font-normal">Terms of Service</a> and <a href="/privacy-policy" className="link font-normal">Privacy Policy</a>.</p>
      </SignIn>
    </SessionFrame>
  )
}

export default SignInPage
