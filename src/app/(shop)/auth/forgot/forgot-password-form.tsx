'use client'
import { type FormEvent, useState } from 'react'

import { finishSignIn } from '@/app/(shop)/auth/finish-sign-in'
import { PasswordField } from '@/components/account/password-field'
import {
  normalizeUsername,
  passwordError,
  passwordRule,
} from '@/modules/accounts/rules/credentials'
import { api } from '@/ui/api-client'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/form-fields'
import { fieldText, useFormSubmit } from '@/ui/use-form-submit'

const alertClass = 'rounded-block bg-bad-soft px-4 py-3.5 text-ink empty:hidden'
const nameProblem = 'Please enter your username or email address.'

const ByMail = () => {
  const [said, setSaid] = useState('')
  const { busy, problems, trouble, send, show } = useFormSubmit()
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    setSaid('')
    if (!normalizeUsername(fieldText(form, 'username')))
      return show(form, { username: nameProblem })
    void send(form, async () =>
      setSaid(
        (
          await api<{ message: string }>('POST', '/api/auth/forgot', {
            username: fieldText(form, 'username'),
          })
        ).message,
      ),
    )
  }
  return (
    <form
      method="post"
      action="/api/auth/forgot"
      noValidate
      className="grid gap-5"
      onSubmit={onSubmit}
    >
      <TextField
        id="username"
        name="username"
        label="Username or email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        required
        error={problems.username}
      />
      <Button type="submit" size="lg" aria-busy={busy} aria-disabled={busy}>
        {busy ? 'Processing...' : 'Send me a link'}
      </Button>
      <p role="status" className="rounded-block bg-good-soft px-4 py-3.5 text-ink empty:hidden">
        {said}
      </p>
      <p role="alert" className={alertClass}>
        {trouble}
      </p>
    </form>
  )
}

const ByCode = () => {
  const { busy, problems, trouble, send, show } = useFormSubmit()
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    const username = normalizeUsername(fieldText(form, 'username'))
    const secret = passwordError(fieldText(form, 'password'), username)
    const found = {
      ...(username ? {} : { username: nameProblem }),
      ...(fieldText(form, 'code').trim()
        ? {}
        : { code: 'Please enter one of your recovery codes.' }),
      ...(secret ? { password: secret } : {}),
    }
    if (Object.keys(found).length > 0) return show(form, found)
    void send(form, async () => {
      finishSignIn(
        await api('POST', '/api/auth/reset-with-code', {
          username,
          code: fieldText(form, 'code'),
          password: fieldText(form, 'password'),
        }),
        { title: 'Password changed', text: 'You are signed in. That code is used up now.' },
      )
    })
  }
  return (
    <form
      method="post"
      action="/api/auth/reset-with-code"
      noValidate
      className="grid gap-5"
      onSubmit={onSubmit}
    >
      <TextField
        id="code-username"
        name="username"
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        required
        error={problems.username}
      />
      <TextField
        id="code"
        name="code"
        label="Recovery code"
        hint="Four groups of four, like abcd-efgh-jkmn-pqrs."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        required
        error={problems.code}
      />
      <PasswordField
        id="code-password"
        label="New password"
        autoComplete="new-password"
        error={problems.password}
        hint={`At least ${passwordRule.min} characters. A few words in a row are good.`}
      />
      <Button type="submit" size="lg" aria-busy={busy} aria-disabled={busy}>
        {busy ? 'Processing...' : 'Set the new password'}
      </Button>
      <p role="alert" className={alertClass}>
        {trouble}
      </p>
    </form>
  )
}

/** Two ways to a new password: a link by mail, or a printed code. */
export function ForgotPasswordForm({ contactEmail }: { contactEmail: string }) {
  return (
    <>
      <h1 className="text-d2">A new password</h1>
      <p className="mt-1.5 mb-6 text-ink-soft">
        Tell us your username or your email address. If an address is confirmed for your account, a
        link goes there.
      </p>
      <ByMail />
      <details className="group mt-8 border-t border-line pt-5">
        <summary className="link inline-block py-2">I have a recovery code</summary>
        <div className="pt-4">
          <ByCode />
        </div>
      </details>
      <p className="mt-6 text-small text-ink-soft">
        Neither address nor code? Write to{' '}
        <a href={`mailto:${contactEmail}`} className="link text-ink">
          {contactEmail}
        </a>
        .
      </p>
      <p className="mt-4 text-small">
        <a href="/auth" className="link">
          Back to sign in
        </a>
      </p>
    </>
  )
}
