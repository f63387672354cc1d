'use client'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { finishSignIn } from '@/app/(focused)/auth/finish-sign-in'
import { PasskeySignIn } from '@/app/(focused)/auth/passkey-sign-in'
import type { SessionUser } from '@/components/account/session-store'
import { ApiForm, SubmitButton } from '@/components/form/api-form'
import { CodeField } from '@/components/form/code-field'
import type { FormText } from '@/components/form/form-text'
import { useSubmit } from '@/components/form/use-submit'
import { api } from '@/platform/http/api-client'
import { FormError } from '@/ui/form-error'
import { TextField } from '@/ui/form-fields'

const toast = { title: 'Login successful', text: 'Welcome back to Dayfern.' }

type Step = 'app' | 'backup' | 'passkey'
const steps = {
  app: {
    title: 'Enter your code',
    text: 'Open your authenticator app and enter the 6-digit code for Dayfern.',
    link: 'Use your authenticator app',
  },
  backup: {
    title: 'Enter your code',
    text: 'Enter one of the backup codes you saved. Each one works once.',
    link: 'Use a backup code',
  },
  passkey: {
    title: 'Use your passkey',
    text: 'Confirm with your device’s fingerprint, face, or screen lock.',
    link: 'Use your passkey',
  },
} satisfies Record<Step, object>

const CodeInput = ({ step, error }: { step: Step; error: string | undefined }) =>
  step === 'backup' ? (
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
      error={error}
    />
  ) : (
    <CodeField id="code" error={error} />
  )

const OtherSteps = ({ others, onChange }: { others: Step[]; onChange: (step: Step) => void }) => (
  <p className="mt-5 flex flex-wrap gap-x-6">
    {others.map((other) => (
      <button
        key={other}
        type="button"
        className="link cursor-pointer py-1.5 text-small"
        onClick={() => onChange(other)}
      >
        {steps[other].link}
      </button>
    ))}
  </p>
)

type Props = { next: string; hasApp: boolean; hasPasskey: boolean }

/** The second step of signing in: a code of the app, a passkey, or one of the backup codes. */
export function CodeForm({ next, hasApp, hasPasskey }: Props) {
  const [step, setStep] = useState<Step>(hasApp ? 'app' : 'passkey')
  const { busy, errors, message, form, submit, clear } = useSubmit()
  const send = (text: FormText): void => {
    const code = text('code').trim()
    void submit(() => finishSignIn(api('POST', '/api/auth/code', { code }), toast, next), {
      errors: { code: code ? null : 'Please enter the code.' },
    })
  }
  const heading = useRef<HTMLHeadingElement>(null)
  /** The pressed link is gone then: the focus moves to the field, or to the heading of a step without one. */
  const change = (next: Step): void => {
    flushSync(() => {
      clear()
      setStep(next)
    })
    const target = form.current?.querySelector('input') ?? heading.current
    target?.focus()
  }
  const others = [
    ...(hasApp ? (['app'] as const) : []),
    ...(hasPasskey ? (['passkey'] as const) : []),
    'backup' as const,
  ].filter((other) => other !== step)
  const finish = (signedIn: { user: SessionUser }): void =>
    void finishSignIn(Promise.resolve({ ...signedIn, setUpSecondFactor: false }), toast, next)
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-d2 outline-none">
        {steps[step].title}
      </h1>
      <p className="mt-1.5 mb-6 text-ink-soft">{steps[step].text}</p>
      {step === 'passkey' ? (
        <PasskeySignIn variant="solid" onSignedIn={finish} />
      ) : (
        <ApiForm ref={form} action="/api/auth/code" className="grid gap-5" onSubmit={send}>
          <CodeInput step={step} error={errors.code} />
          <SubmitButton size="lg" busy={busy}>
            Continue
          </SubmitButton>
          <FormError>{message}</FormError>
        </ApiForm>
      )}
      <OtherSteps others={others} onChange={change} />
      <p className="mt-3 text-small">
        <a href={`/auth?next=${encodeURIComponent(next)}`} className="link">
          Start over
        </a>
      </p>
    </>
  )
}
