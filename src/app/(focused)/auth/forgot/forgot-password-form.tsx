'use client'
import { useState } from 'react'

import { finishSignIn } from '@/app/(focused)/auth/finish-sign-in'
import { NewPasswordField } from '@/components/account/password-field'
import { ApiForm, FormSuccess, SubmitButton } from '@/components/form/api-form'
import type { FormText } from '@/components/form/form-text'
import { useSubmit } from '@/components/form/use-submit'
import { normalizeUsername } from '@/modules/accounts/rules/credentials'
import { api } from '@/platform/http/api-client'
import { FormError } from '@/ui/form-error'
import { TextField } from '@/ui/form-fields'

const missingUsername = 'Please enter your username or email address.'
const shared = { autoCapitalize: 'none', spellCheck: false, required: true } as const

const EmailLinkForm = () => {
  const [success, setSuccess] = useState('')
  const { busy, errors, message, form, submit } = useSubmit()
  const send = (text: FormText): void => {
    const username = text('username')
    setSuccess('')
    void submit(
      async () => {
        const sent = await api<{ message: string }>('POST', '/api/auth/forgot', { username })
        setSuccess(sent.message)
      },
      { errors: { username: normalizeUsername(username) ? null : missingUsername } },
    )
  }
  return (
    <ApiForm ref={form} action="/api/auth/forgot" className="grid gap-5" onSubmit={send}>
      <TextField
        {...shared}
        id="username"
        name="username"
        label="Username or email"
        autoComplete="username"
        maxLength={254}
        error={errors.username}
      />
      <SubmitButton size="lg" busy={busy}>
        Send me a link
      </SubmitButton>
      <FormSuccess>{success}</FormSuccess>
      <FormError>{message}</FormError>
    </ApiForm>
  )
}

const RecoveryCodeForm = () => {
  const { busy, errors, message, form, submit } = useSubmit()
  const send = (text: FormText): void => {
    const [username, code, password] = ['username', 'code', 'password'].map(text)
    void submit(() =>
      finishSignIn(api('POST', '/api/auth/reset-with-code', { username, code, password }), {
        title: 'Password changed',
        text: 'You’re signed in. That code can’t be used again.',
      }),
    )
  }
  return (
    <ApiForm ref={form} action="/api/auth/reset-with-code" className="grid gap-5" onSubmit={send}>
      <TextField
        {...shared}
        id="code-username"
        name="username"
        label="Username"
        autoComplete="username"
        maxLength={254}
        error={errors.username}
      />
      <TextField
        {...shared}
        id="code"
        name="code"
        label="Recovery code"
        hint="4 groups of 4 characters, like abcd-efgh-jkmn-pqrs."
        autoComplete="off"
        maxLength={60}
        error={errors.code}
      />
      <NewPasswordField id="code-password" error={errors.password} />
      <SubmitButton size="lg" busy={busy}>
        Set new password
      </SubmitButton>
      <FormError>{message}</FormError>
    </ApiForm>
  )
}

export function ForgotPasswordForm({ contactEmail }: { contactEmail: string }) {
  return (
    <>
      <h1 className="text-d2">Reset your password</h1>
      <p className="mt-1.5 mb-6 text-ink-soft">
        Enter your username or email. If your account has a confirmed email, we’ll send a link to
        reset your password.
      </p>
      <EmailLinkForm />
      <details className="group mt-8 border-t border-line pt-5">
        <summary className="link inline-block py-2">I have a recovery code</summary>
        <div className="pt-4">
          <RecoveryCodeForm />
        </div>
      </details>
      <p className="mt-6 text-small text-ink-soft">
        Don’t have either? Email{' '}
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
