'use client'
import { type ReactNode, useRef, useState } from 'react'

import { CurrentPasswordField } from '@/components/account/password-field'
import {
  type RequiredConfirmation,
  requiredConfirmation,
} from '@/components/account/required-confirmation'
import { usePasskeyConfirmation } from '@/components/account/use-passkeys'
import { ApiForm, SubmitButton } from '@/components/form/api-form'
import { CodeField } from '@/components/form/code-field'
import { useSubmit } from '@/components/form/use-submit'
import { api } from '@/platform/http/api-client'
import { type IdentityProvider, identityProviderLabels } from '@/platform/identity-providers'
import { Button, ButtonLink } from '@/ui/button'
import { FormError } from '@/ui/form-error'
import { Icon } from '@/ui/icon'
import { Modal, useModal } from '@/ui/modal'

type Work = () => Promise<void>
export type SignInMethods = {
  hasPassword: boolean
  hasPasskey: boolean
  providers: readonly IdentityProvider[]
}

type SecretProps = { onConfirmed: () => void }

/** Asks for one secret and sends it under its field's name. */
const SecretForm = ({
  onConfirmed,
  name,
  lead,
  missing,
  field: Field,
}: SecretProps & {
  name: 'currentPassword' | 'code'
  lead: string
  missing: string
  field: (props: { id: string; error?: string }) => ReactNode
}) => {
  const { busy, errors, message, form, submit } = useSubmit()
  return (
    <ApiForm
      ref={form}
      className="mt-2 grid gap-5"
      onSubmit={(text) => {
        const secret = name === 'code' ? text(name).trim() : text(name)
        void submit(
          async () => {
            await api('POST', '/api/account/reauthenticate', { [name]: secret })
            onConfirmed()
          },
          { errors: { [name]: secret ? null : missing } },
        )
      }}
    >
      <p className="text-ink-soft">You signed in a while ago. {lead}</p>
      <Field id={`confirm-${name}`} error={errors[name]} />
      <SubmitButton busy={busy} className="justify-self-start">
        Continue
      </SubmitButton>
      <FormError>{message}</FormError>
    </ApiForm>
  )
}

const YourPassword = (props: { id: string; error?: string }) => (
  <CurrentPasswordField label="Your password" {...props} />
)

const PasswordForm = ({ onConfirmed }: SecretProps) => (
  <SecretForm
    onConfirmed={onConfirmed}
    name="currentPassword"
    lead="Enter your password to continue."
    missing="Please enter your password."
    field={YourPassword}
  />
)

const CodeForm = ({ onConfirmed }: SecretProps) => (
  <SecretForm
    onConfirmed={onConfirmed}
    name="code"
    lead="Enter the code from your authenticator app to continue."
    missing="Please enter the code."
    field={CodeField}
  />
)

const ProviderLinks = ({ providers }: Pick<SignInMethods, 'providers'>) => (
  <div className="mt-2 grid gap-5">
    <p className="text-ink-soft">
      You signed in a while ago. Sign in again, then make your change within 10 minutes.
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

const PasskeyForm = ({ isOnly, onConfirmed }: SecretProps & { isOnly: boolean }) => {
  const { busy, message, confirm } = usePasskeyConfirmation(onConfirmed)
  return (
    <div className="mt-4 grid gap-4">
      {isOnly ? (
        <p className="text-ink-soft">You signed in a while ago. Use your passkey to continue.</p>
      ) : null}
      <Button
        variant={isOnly ? 'solid' : 'line'}
        isBusy={busy}
        className="justify-self-start"
        onClick={confirm}
      >
        <Icon name="key" className="size-5" />
        {busy ? 'Waiting for your passkey…' : 'Use your passkey'}
      </Button>
      <FormError>{message}</FormError>
    </div>
  )
}

const methodForms = {
  code: CodeForm,
  password: PasswordForm,
  passkey: () => null,
  'sign-in': () => null,
} satisfies Record<RequiredConfirmation['method'], (props: SecretProps) => ReactNode>

/**
 * Does work that needs a recent sign-in: when the server asks for one, `dialog` asks for a passkey,
 * the password, or the code of two-step verification and closes. Then the work is done again, so its
 * errors show in the form that started it. Users with none of them sign in again where they did before.
 */
export function useReauthentication({ providers }: Pick<SignInMethods, 'providers'>): {
  confirmed: (work: Work) => Promise<void>
  dialog: ReactNode
} {
  const { ref, isInPage, open, close } = useModal()
  const settle = useRef<(isConfirmed: boolean) => void>(undefined)
  const [required, setRequired] = useState<RequiredConfirmation | null>(null)
  const confirmed = async (work: Work): Promise<void> => {
    try {
      await work()
    } catch (error) {
      const confirmation = requiredConfirmation(error)
      if (!confirmation) throw error
      setRequired(confirmation)
      open()
      const isConfirmed = await new Promise<boolean>((resolve) => {
        settle.current = resolve
      })
      if (isConfirmed) await work()
    }
  }
  const resume = (): void => {
    settle.current?.(true)
    close()
  }
  const MethodForm = required ? methodForms[required.method] : null
  return {
    confirmed,
    dialog:
      isInPage && required && MethodForm ? (
        <Modal ref={ref} title="Confirm it’s you" onClose={() => settle.current?.(false)}>
          <MethodForm onConfirmed={resume} />
          {required.hasPasskey ? (
            <PasskeyForm isOnly={required.method === 'passkey'} onConfirmed={resume} />
          ) : null}
          {required.method === 'sign-in' ? <ProviderLinks providers={providers} /> : null}
        </Modal>
      ) : null,
  }
}
