'use client'
import { useState } from 'react'

import { finishSignIn } from '@/app/(shop)/auth/finish-sign-in'
import { ApiForm, SubmitButton } from '@/components/form/api-form'
import { CodeField } from '@/components/form/code-field'
import type { FormText } from '@/components/form/form-text'
import { genericErrorMessage, useSubmit } from '@/components/form/use-submit'
import { api } from '@/platform/http/api-client'
import { FormError } from '@/ui/form-error'
import { TextField } from '@/ui/form-fields'

const toast = { title: 'Login successful', text: 'Welcome back to Dayfern.' }

/** The second step of signing in: a code of the app, or one of the backup codes. */
export function CodeForm({ next }: { next: string }) {
  const [usesBackup, setUsesBackup] = useState(false)
  const { busy, errors, message, form, submit, clear } = useSubmit(genericErrorMessage)
  const send = (text: FormText): void => {
    const code = text('code').trim()
    void submit(() => finishSignIn(api('POST', '/api/auth/code', { code }), toast, next), {
      errors: { code: code ? null : 'Please enter the code.' },
    })
  }
  return (
    <>
      <h1 className="text-d2">Enter your code</h1>
      <p className="mt-1.5 mb-6 text-ink-soft">
        {usesBackup
          ? 'Enter one of the backup codes you saved. Each one works once.'
          : 'Open your authenticator app and enter the 6-digit code for Dayfern.'}
      </p>
      <ApiForm ref={form} action="/api/auth/code" className="grid gap-5" onSubmit={send}>
        {usesBackup ? (
          <TextField
            id="backup-code"
            name="code"
            label="Backup code"
            hint="4 groups of 4 characters, like abcd-efgh-jkmn-pqrs."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={60}
            required
            error={errors.code}
          />
        ) : (
          <CodeField id="code" error={errors.code} />
        )}
        <SubmitButton size="lg" busy={busy}>
          Continue
        </SubmitButton>
        <FormError>{message}</FormError>
      </ApiForm>
      <p className="mt-5">
        <button
          type="button"
          className="link cursor-pointer py-1.5 text-small"
          onClick={() => {
            clear()
            setUsesBackup(!usesBackup)
          }}
        >
          {usesBackup ? 'Use your authenticator app' : 'Use a backup code'}
        </button>
      </p>
      <p className="mt-3 text-small">
        <a href={`/auth?next=${encodeURIComponent(next)}`} className="link">
          Start over
        </a>
      </p>
    </>
  )
}
