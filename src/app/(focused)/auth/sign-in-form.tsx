'use client'
import { type ReactNode, useEffect, useState } from 'react'

import { PasswordField } from '@/components/account/password-field'
import { sessionStore, type SessionUser } from '@/components/account/session-store'
import { useSession } from '@/components/account/use-session'
import { ApiForm, emailInput, SubmitButton } from '@/components/form/api-form'
import type { FormText } from '@/components/form/form-text'
import { NameFields } from '@/components/form/name-fields'
import { type FieldErrors, useSubmit } from '@/components/form/use-submit'
import { passwordRule } from '@/modules/accounts/rules/credentials'
import { api, ApiError, errorSentence } from '@/platform/http/api-client'
import { FormError } from '@/ui/form-error'
import { TextField } from '@/ui/form-fields'
import { dismissToast, flashToast, showToast } from '@/ui/toast'

import { codePath, needsCode, setupPath } from './finish-sign-in'
import { PasskeySignIn } from './passkey-sign-in'
import { RecoveryCodesPrompt } from './recovery-codes-prompt'

/** The sun of the logo, rotating; with reduced motion a still sun and a label. */
const Spinner = () => (
  <div className="grid min-h-96 content-center">
    <p role="status" className="grid justify-items-center gap-3">
      <span
        aria-hidden="true"
        className="relative block size-7 rounded-full border border-line-strong motion-safe:animate-spin"
      >
        <span className="absolute -top-1 left-1/2 size-2 -translate-x-1/2 rounded-full bg-sun" />
      </span>
      <span className="text-small motion-safe:sr-only">One moment</span>
    </p>
  </div>
)

type Mode = 'in' | 'up'
type Greeted = { user: SessionUser; welcomeBack: boolean }
type SignedIn = Greeted & { setUpSecondFactor: boolean }

const labels = {
  in: {
    title: 'Welcome back',
    question: "Don't have an account?",
    otherMode: 'Sign up',
    submit: 'Sign In',
    path: '/api/auth/local',
    success: 'Login successful',
    failure: 'Login failed',
    fallback: 'Invalid username or password',
  },
  up: {
    title: 'Make yourself at home',
    question: 'Already have an account?',
    otherMode: 'Sign in',
    submit: 'Create Account',
    path: '/api/auth/register',
    success: 'Registration successful',
    failure: 'Registration failed',
    fallback: 'Registration failed',
  },
} as const

/** Only the server knows taken names and common passwords: it names all errors of a new account at once. */
const fieldErrorsOf = (text: FormText, mode: Mode): FieldErrors =>
  mode === 'up'
    ? {}
    : {
        username: text('username').trim() ? null : 'Please enter your username.',
        password: text('password') ? null : 'Please enter your password.',
      }

const bodyOf = (text: FormText, mode: Mode) =>
  Object.fromEntries(
    ['username', 'password', ...(mode === 'up' ? ['email', 'firstName', 'lastName'] : [])].map(
      (name) => [name, text(name)],
    ),
  )

const greeting = (mode: Mode, { welcomeBack }: Greeted) => ({
  title: labels[mode].success,
  text:
    mode === 'up'
      ? 'Welcome to Dayfern.'
      : welcomeBack
        ? 'Welcome back to Dayfern. Your account is active again.'
        : 'Welcome back to Dayfern.',
})

/** An error page, such as a proxy's during an update, says nothing about the password. */
const failureToast = (error: unknown, mode: Mode) =>
  error instanceof ApiError && (error.error || error.status < 500)
    ? {
        title: labels[mode].failure,
        text: error.fields ? errorSentence(error) : (error.error ?? labels[mode].fallback),
        kind: 'error' as const,
      }
    : { title: 'Error', text: 'Something went wrong. Please try again.', kind: 'error' as const }

const ModeHeading = ({ mode, onChangeMode }: { mode: Mode; onChangeMode: () => void }) => (
  <>
    <h1 className="text-d2">{labels[mode].title}</h1>
    <p className="mt-1.5 mb-6 text-ink-soft">
      {labels[mode].question}{' '}
      <button type="button" className="link cursor-pointer py-1.5 text-ink" onClick={onChangeMode}>
        {labels[mode].otherMode}
      </button>
    </p>
  </>
)

/** Null if two-step verification asks for a code first. */
async function requestSignIn(path: string, body: object): Promise<SignedIn | null> {
  try {
    return await api<SignedIn>('POST', path, body)
  } catch (error) {
    if (needsCode(error)) return null
    throw error
  }
}

type FieldsProps = { mode: Mode; errors: Record<string, string> }

const CredentialFields = ({ mode, errors }: FieldsProps) => (
  <>
    <TextField
      id="username"
      name="username"
      label="Username"
      autoComplete={mode === 'in' ? 'username webauthn' : 'username'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={254}
      required
      error={errors.username}
      hint={
        mode === 'up'
          ? 'Only our team can see it. It doesn’t have to be your real name.'
          : 'Or your email, if you’ve confirmed it.'
      }
    />
    <PasswordField
      key={mode}
      id="password"
      autoComplete={mode === 'in' ? 'current-password' : 'new-password'}
      error={errors.password}
      hint={
        mode === 'up'
          ? `At least ${passwordRule.min} characters. A short phrase works well.`
          : undefined
      }
    />
  </>
)

const ProfileFields = ({ errors }: Pick<FieldsProps, 'errors'>) => (
  <>
    <TextField
      {...emailInput}
      id="email"
      name="email"
      label="Email"
      optional
      error={errors.email}
      hint="For order updates and password resets."
    />
    <NameFields
      className="grid gap-5 sm:grid-cols-2"
      ids={{ firstName: 'first-name', lastName: 'last-name' }}
      errors={errors}
      maxLength={60}
    />
  </>
)

/** The effect in the form goes on to the next page. */
const welcome = (signedIn: Greeted): void => {
  flashToast(greeting('in', signedIn))
  sessionStore.set(signedIn.user)
}

const otherWaysIn = (
  <>
    <PasskeySignIn autofill onSignedIn={welcome} />
    <p>
      <a href="/auth/forgot" className="link text-small">
        Forgot your password?
      </a>
    </p>
  </>
)

type Props = { next: string; startWith?: Mode; note: ReactNode; children: ReactNode }

/**
 * Signing in and signing up, in one form that keeps what was typed when the mode changes. Signed-in users go on to
 * `next`. `children` is shown below the form: the other sign-in methods and the terms.
 */
export function SignInForm({ next, startWith = 'in', note, children }: Props) {
  const [mode, setMode] = useState<Mode>(startWith)
  const [needsCodes, setNeedsCodes] = useState(false)
  const { busy, errors, message, form, submit, clear } = useSubmit()
  const { user } = useSession()
  const { submit: submitLabel, path } = labels[mode]

  // The server rendered this page for a visitor, so a cached session is not trusted.
  useEffect(() => sessionStore.drop(), [])
  useEffect(() => {
    if (user && !needsCodes && !busy) location.replace(next)
  }, [user, needsCodes, busy, next])

  const send = (text: FormText): void =>
    void submit(
      async () => {
        const signedIn = await requestSignIn(path, bodyOf(text, mode))
        if (!signedIn || signedIn.setUpSecondFactor) {
          location.assign(signedIn ? setupPath : codePath(next))
          return 'leaving'
        }
        const showCodes = mode === 'up' && signedIn.user.email === null
        setNeedsCodes(showCodes)
        ;(showCodes ? showToast : flashToast)(greeting(mode, signedIn))
        sessionStore.set(signedIn.user)
      },
      {
        errors: fieldErrorsOf(text, mode),
        onError: (error) => showToast(failureToast(error, mode)),
      },
    )

  if (needsCodes) return <RecoveryCodesPrompt next={next} />
  // Not while it is unknown who is signed in: something may have been typed before the scripts ran.
  if (user && !busy) return <Spinner />
  const changeMode = (): void => {
    clear()
    dismissToast()
    setMode(mode === 'in' ? 'up' : 'in')
  }
  return (
    <>
      <ModeHeading mode={mode} onChangeMode={changeMode} />
      {note}
      <ApiForm ref={form} action="/api/auth/local" className="grid gap-5" onSubmit={send}>
        <FormError>{message}</FormError>
        <CredentialFields mode={mode} errors={errors} />
        {mode === 'up' ? <ProfileFields errors={errors} /> : null}
        <SubmitButton size="lg" busy={busy}>
          {submitLabel}
        </SubmitButton>
        {mode === 'in' ? otherWaysIn : null}
      </ApiForm>
      {children}
    </>
  )
}
