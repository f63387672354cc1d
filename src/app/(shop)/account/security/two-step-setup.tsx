'use client'
import { ApiForm, SubmitButton } from '@/components/form/api-form'
import { CodeField } from '@/components/form/code-field'
import type { FormText } from '@/components/form/form-text'
import { useSubmit } from '@/components/form/use-submit'
import { api } from '@/platform/http/api-client'
import { focusOnMount } from '@/ui/focus-on-mount'
import { FormError } from '@/ui/form-error'

/** `secret` in groups of four, `qr` as SVG. */
export type Setup = { setup: string; secret: string; qr: string }

/** Scanning the QR code, and the first code of the app as proof that it worked. */
export function TwoStepSetup({
  setup: { setup, secret, qr },
  onDone,
}: {
  setup: Setup
  onDone: (codes: readonly string[]) => void
}) {
  const { busy, errors, message, form, submit } = useSubmit()
  const send = (text: FormText): void => {
    const code = text('code').trim()
    void submit(
      async () => {
        const path = '/api/account/second-factor'
        onDone((await api<{ codes: string[] }>('POST', path, { setup, code })).codes)
      },
      { errors: { code: code ? null : 'Please enter the code your app shows.' } },
    )
  }
  return (
    // The pressed button is gone.
    <div className="grid gap-5 outline-none" tabIndex={-1} ref={focusOnMount}>
      <ol className="grid list-decimal gap-2 pl-5">
        <li>
          Install an authenticator app on your phone, such as Google Authenticator, Microsoft
          Authenticator, or 1Password.
        </li>
        <li>In the app, add an account and scan this QR code.</li>
        <li>Enter the 6-digit code the app shows. We’ll sign out your other devices.</li>
      </ol>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
        alt="QR code for your authenticator app"
        width={200}
        height={200}
        className="rounded-block bg-white"
      />
      <p className="text-small text-ink-soft">
        Can’t scan it? Enter this key in the app instead:{' '}
        <span className="font-mono text-ink select-all">{secret}</span>
      </p>
      <ApiForm ref={form} className="grid max-w-[26rem] gap-5" onSubmit={send}>
        <CodeField id="setup-code" error={errors.code} />
        <SubmitButton busy={busy} className="justify-self-start">
          Turn on two-step verification
        </SubmitButton>
        <FormError>{message}</FormError>
      </ApiForm>
    </div>
  )
}
