'use client'
import { type FormEvent, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'

import { PasswordField } from '@/components/account/password-field'
import { sessionStore, type SessionUser } from '@/components/account/session-store'
import { useSession } from '@/components/account/use-session'
import {
  normalizeUsername,
  passwordError,
  passwordRule,
  usernameError,
} from '@/modules/accounts/rules/credentials'
import { api, ApiError } from '@/ui/api-client'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/form-fields'
import { Spinner } from '@/ui/spinner'
import { flashToast, showToast } from '@/ui/toast'
import { fieldText, genericErrorMessage, useFormSubmit } from '@/ui/use-form-submit'

import { RecoveryCodesPrompt } from './recovery-codes-prompt'

type Mode = 'in' | 'up'
type Answer = { user: SessionUser; welcomeBack: boolean }

const words = {
  in: {
    title: 'Welcome back',
    ask: "Don't have an account?",
    other: 'Sign up',
    submit: 'Sign In',
    path: '/api/auth/local',
    done: 'Login successful',
    failed: 'Login failed',
  },
  up: {
    title: 'Make yourself at home',
    ask: 'Already have an account?',
    other: 'Sign in',
    submit: 'Create Account',
    path: '/api/auth/register',
    done: 'Registration successful',
    failed: 'Registration failed',
  },
} as const

const none = () => () => {}
/** False in the page the server wrote, true from the first moment scripts run. */
const useIsLive = (): boolean =>
  useSyncExternalStore(
    none,
    () => true,
    () => false,
  )

const problemsOf = (form: HTMLFormElement, mode: Mode): Record<string, string> => {
  const username = normalizeUsername(fieldText(form, 'username'))
  const password = fieldText(form, 'password')
  const name =
    mode === 'up' ? usernameError(username) : username ? null : 'Please enter your username.'
  const secret =
    mode === 'up'
      ? passwordError(password, username)
      : password
        ? null
        : 'Please enter your password.'
  return { ...(name ? { username: name } : {}), ...(secret ? { password: secret } : {}) }
}

const bodyOf = (form: HTMLFormElement, mode: Mode) => ({
  username: fieldText(form, 'username'),
  password: fieldText(form, 'password'),
  ...(mode === 'up'
    ? {
        email: fieldText(form, 'email'),
        firstName: fieldText(form, 'firstName'),
        lastName: fieldText(form, 'lastName'),
      }
    : {}),
})

const greeting = (mode: Mode, { welcomeBack }: Answer) => ({
  title: words[mode].done,
  text:
    mode === 'up'
      ? 'Welcome to Dayfern.'
      : welcomeBack
        ? 'Welcome back to Dayfern. Your account is open again.'
        : 'Welcome back to Dayfern.',
})

/**
 * Signing in and signing up, in one form that keeps what was typed when it changes. Whoever is signed in already goes on
 * to `next`. `children` is what stands below: the other ways, and the note.
 */
export function SignInForm({
  next,
  startWith = 'in',
  note,
  children,
}: {
  next: string
  startWith?: Mode
  note: ReactNode
  children: ReactNode
}) {
  const [mode, setMode] = useState<Mode>(startWith)
  const [isNew, setIsNew] = useState(false)
  const { busy, problems, trouble, send, show, clear } = useFormSubmit()
  const { user, isLoading } = useSession()
  const isLive = useIsLive()
  const { title, ask, other, submit, path, failed } = words[mode]

  // The server, which wrote this page, knows of nobody: an answer from before is asked anew.
  useEffect(() => sessionStore.drop(), [])
  useEffect(() => {
    if (user && !isNew && !busy) location.replace(next)
  }, [user, isNew, busy, next])

  const onSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    const found = problemsOf(form, mode)
    if (Object.keys(found).length > 0) return show(form, found)
    const error = await send(form, async () => {
      const answer = await api<Answer>('POST', path, bodyOf(form, mode))
      const needsCodes = mode === 'up' && answer.user.email === null
      if (needsCodes) {
        setIsNew(true)
        showToast(greeting(mode, answer))
      } else flashToast(greeting(mode, answer))
      sessionStore.set(answer.user)
    })
    if (error instanceof ApiError)
      showToast({
        title: failed,
        text:
          error.error ?? (mode === 'in' ? 'Invalid username or password' : 'Registration failed'),
        kind: 'error',
      })
    else if (error) showToast({ title: 'Error', text: genericErrorMessage, kind: 'error' })
  }

  if (isNew) return <RecoveryCodesPrompt next={next} />
  if (isLive && (isLoading || (user && !busy)))
    return (
      <div className="grid min-h-96 content-center">
        <Spinner />
      </div>
    )
  return (
    <>
      <h1 className="text-d2">{title}</h1>
      <p className="mt-1.5 mb-6 text-ink-soft">
        {ask}{' '}
        <button
          type="button"
          className="link cursor-pointer py-1.5 text-ink"
          onClick={() => {
            clear()
            setMode(mode === 'in' ? 'up' : 'in')
          }}
        >
          {other}
        </button>
      </p>
      {note}
      {/* Without scripts nothing is sent; and if anything were, it would not stand in an address. */}
      <form
        method="post"
        action="/api/auth/local"
        noValidate
        className="grid gap-5"
        onSubmit={(event) => void onSubmit(event)}
      >
        <p role="alert" className="rounded-block bg-bad-soft px-4 py-3.5 text-ink empty:hidden">
          {trouble}
        </p>
        <TextField
          id="username"
          name="username"
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={254}
          required
          error={problems.username}
          hint={mode === 'up' ? 'Others may see it. It need not be your name.' : undefined}
        />
        <PasswordField
          key={mode}
          id="password"
          autoComplete={mode === 'in' ? 'current-password' : 'new-password'}
          error={problems.password}
          hint={
            mode === 'up'
              ? `At least ${passwordRule.min} characters. A few words in a row are good.`
              : undefined
          }
        />
        {mode === 'up' ? (
          <>
            <TextField
              id="email"
              name="email"
              type="email"
              label="Email"
              optional
              autoComplete="email"
              inputMode="email"
              maxLength={254}
              error={problems.email}
              hint="For order notes, and for a new password if you ever need one."
            />
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField
                id="first-name"
                name="firstName"
                label="First name"
                optional
                autoComplete="given-name"
                maxLength={60}
                error={problems.firstName}
              />
              <TextField
                id="last-name"
                name="lastName"
                label="Last name"
                optional
                autoComplete="family-name"
                maxLength={60}
                error={problems.lastName}
              />
            </div>
          </>
        ) : null}
        <Button type="submit" size="lg" aria-busy={busy} aria-disabled={busy}>
          {busy ? 'Processing...' : submit}
        </Button>
        {mode === 'in' ? (
          <p>
            <a href="/auth/forgot" className="link text-small">
              Forgot your password?
            </a>
          </p>
        ) : null}
      </form>
      {children}
    </>
  )
}
