'use client'
import { useState } from 'react'

import { isLinkExpired, LinkExpired } from '@/app/(focused)/auth/link-expired'
import { NewPasswordField } from '@/components/account/password-field'
import { ApiForm, SubmitButton } from '@/components/form/api-form'
import type { FormText } from '@/components/form/form-text'
import { NameFields } from '@/components/form/name-fields'
import { useSubmit } from '@/components/form/use-submit'
import { api } from '@/platform/http/api-client'
import { ButtonLink } from '@/ui/button'
import { focusOnMount } from '@/ui/focus-on-mount'
import { FormError } from '@/ui/form-error'
import { TextField } from '@/ui/form-fields'

const expired = (
  <LinkExpired href="/contact" label="Contact us">
    Invitations work once and expire after 3 days. Ask the person who invited you to send a new one.
  </LinkExpired>
)

const done = (
  <div className="grid gap-5" role="status">
    <h1 className="text-d2 outline-none" tabIndex={-1} ref={focusOnMount}>
      Your account is ready
    </h1>
    <p className="text-lead text-ink-soft">Sign in with your new username and password.</p>
    <ButtonLink size="lg" href="/admin/login">
      Sign in
    </ButtonLink>
  </div>
)

const UsernameField = ({ error }: { error?: string }) => (
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
    error={error}
  />
)

/** Opens an invited account. Opening the page does not use the link up, because mail scanners open links. */
export function AcceptInvitationForm({ token }: { token: string }) {
  const [state, setState] = useState<'open' | 'expired' | 'done'>(token === '' ? 'expired' : 'open')
  const { busy, errors, message, form, submit } = useSubmit()
  const send = (text: FormText): void => {
    void submit(
      async () => {
        await api('POST', '/api/auth/invitation', {
          token,
          username: text('username'),
          password: text('password'),
          firstName: text('firstName'),
          lastName: text('lastName'),
        })
        setState('done')
      },
      {
        onError: (error) => {
          if (isLinkExpired(error)) setState('expired')
        },
      },
    )
  }
  if (state === 'expired') return expired
  if (state === 'done') return done
  return (
    <>
      <h1 className="text-d2">Accept your invitation</h1>
      <p className="mt-1.5 mb-6 text-ink-soft">Choose how you’ll sign in to the Dayfern admin.</p>
      <ApiForm ref={form} action="/api/auth/invitation" className="grid gap-5" onSubmit={send}>
        <UsernameField error={errors.username} />
        <NewPasswordField id="password" error={errors.password} />
        <NameFields
          className="grid gap-5 sm:grid-cols-2"
          ids={{ firstName: 'first-name', lastName: 'last-name' }}
          errors={errors}
        />
        <SubmitButton size="lg" busy={busy}>
          Accept invitation
        </SubmitButton>
        <FormError>{message}</FormError>
      </ApiForm>
    </>
  )
}
