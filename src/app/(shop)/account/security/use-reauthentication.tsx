'use client'
import { type ReactNode, useRef, useState } from 'react'

import { CurrentPasswordField } from '@/components/account/password-field'
import { ApiForm, SubmitButton } from '@/components/form/api-form'
import { CodeField } from '@/components/form/code-field'
import { genericErrorMessage, useSubmit } from '@/components/form/use-submit'
import { api, ApiError } from '@/platform/http/api-client'
import { type IdentityProvider, identityProviderLabels } from '@/platform/identity-providers'
import { ButtonLink } from '@/ui/button'
import { FormError } from '@/ui/form-error'
import { Modal, useModal } from '@/ui/modal'

import { currentPasswordError } from './security-section'

type Work = () => Promise<void>
/** How the user signs in. */
export type SignInMethods = { hasPassword: boolean; providers: readonly IdentityProvider[] }

const PasswordForm = ({ onConfirmed }: { onConfirmed: Work }) => {
  const { busy, errors, message, form, submit } = useSubmit(genericErrorMessage)
  return (
    <ApiForm
      ref={form}
      className="mt-2 grid gap-5"
      onSubmit={(text) => {
        const currentPassword = text('currentPassword')
        void submit(
          async () => {
            await api('POST', '/api/account/reauthenticate', { currentPassword })
            await onConfirmed()
          },
          { errors: { currentPassword: currentPasswordError(true, currentPassword) } },
        )
      }}
    >
      <p className="text-ink-soft">You signed in a while ago. Enter your password to continue.</p>
      <CurrentPasswordField
        id="confirm-password"
        label="Your password"
        error={errors.currentPassword}
      />
      <SubmitButton busy={busy} className="justify-self-start">
        Continue
      </SubmitButton>
      <FormError>{message}</FormError>
    </ApiForm>
  )
}

const CodeForm = ({ onConfirmed }: { onConfirmed: Work }) => {
  const { busy, errors, message, form, submit } = useSubmit(genericErrorMessage)
  return (
    <ApiForm
      ref={form}
      className="mt-2 grid gap-5"
      onSubmit={(text) => {
        const code = text('code').trim()
        void submit(
          async () => {
            await api('POST', '/api/account/reauthenticate', { code })
            await onConfirmed()
          },
          { errors: { code: code ? null : 'Please enter the code.' } },
        )
      }}
    >
      <p className="text-ink-soft">
        You signed in a while ago. Enter the code from your authenticator app to continue.
      </p>
      <CodeField id="confirm-code" error={errors.code} />
      <SubmitButton busy={busy} className="justify-self-start">
        Continue
      </SubmitButton>
      <FormError>{message}</FormError>
    </ApiForm>
  )
}

const ProviderLinks = ({ providers }: Pick<SignInMethods, 'providers'>) => (
  <div className="mt-2 grid gap-5">
    <p className="text-ink-soft">
      You signed in a while ago. Sign in once more, then make your change within 10 minutes.
    </p>
    {providers.map((provider) => (
      <ButtonLink
        key={provider}
        rel="nofollow"
        className="justify-self-start"
        href={`/auth/${provider}?next=${encodeURIComponent('/account/security')}`}
      >
        Sign in with {identityProviderLabels[provider]}
      </ButtonLink>
    ))}
  </div>
)

/** With two-step verification, a code confirms who it is. */
const asksForCode = ({ body }: ApiError): boolean =>
  typeof body === 'object' && body !== null && 'method' in body && body.method === 'code'

/**
 * Does work that needs a recent sign-in: when the server asks for one, `dialog` asks for the
 * password or the code of two-step verification, and the work is done again. Users without a password sign in again where they did
 * before.
 */
export function useReauthentication({ hasPassword, providers }: SignInMethods): {
  confirmed: (work: Work) => Promise<void>
  dialog: ReactNode
} {
  const { ref, isInPage, open, close } = useModal()
  const waiting = useRef<Work>(undefined)
  const [needsCode, setNeedsCode] = useState(false)
  const confirmed = async (work: Work): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'reauthentication_required') throw error
      waiting.current = work
      setNeedsCode(asksForCode(error))
      open()
    }
  }
  const resume = async (): Promise<void> => {
    await waiting.current?.()
    close()
  }
  return {
    confirmed,
    dialog: isInPage ? (
      <Modal ref={ref} title="Confirm it’s you">
        {needsCode ? (
          <CodeForm onConfirmed={resume} />
        ) : hasPassword ? (
          <PasswordForm onConfirmed={resume} />
        ) : (
          <ProviderLinks providers={providers} />
        )}
      </Modal>
    ) : null,
  }
}
