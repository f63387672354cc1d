'use client'
import { KeyRound } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'

import { usePasskeyConfirmation } from '@/components/account/use-passkeys'
import { api, ApiError, errorSentence } from '@/platform/http/api-client'
import { FormError } from '@/ui/form-error'

import { Button } from './button'
import { Dialog } from './dialog'
import { TextField } from './fields'
import { FormDialog } from './form-dialog'
import { type Confirmation, confirmationStore } from './identity-confirmation'

const prompts = {
  code: {
    text: 'You signed in a while ago. Enter the code from your authenticator app to continue.',
    field: {
      name: 'code',
      label: '6-digit code',
      autoComplete: 'one-time-code',
      inputMode: 'numeric',
      maxLength: 60,
    },
  },
  password: {
    text: 'You signed in a while ago. Enter your password to continue.',
    field: {
      name: 'currentPassword',
      label: 'Your password',
      type: 'password',
      autoComplete: 'current-password',
      maxLength: 128,
    },
  },
} as const

type Failure = { fields: Record<string, string>; refusal: string | null }
const noFailure: Failure = { fields: {}, refusal: null }

const title = 'Confirm it’s you'
type Settle = Pick<Confirmation, 'settle'>

const PasskeyButton = ({ settle, variant }: Settle & { variant: 'solid' | 'line' }) => {
  const { busy, message, confirm } = usePasskeyConfirmation(() => settle(true))
  return (
    <>
      <FormError>{message}</FormError>
      <p>
        <Button
          variant={variant}
          icon={KeyRound}
          isBusy={busy}
          data-focus={variant === 'solid' ? true : undefined}
          onClick={confirm}
        >
          {busy ? 'Waiting for your passkey…' : 'Use your passkey'}
        </Button>
      </p>
    </>
  )
}

/** For users whose passkey is their second step: their password isn't enough. */
const PasskeyDialog = ({ settle }: Settle) => (
  <Dialog title={title} onClose={() => settle(false)}>
    <div className="df-form">
      <p>You signed in a while ago. Use your passkey to continue.</p>
      <PasskeyButton settle={settle} variant="solid" />
    </div>
  </Dialog>
)

type PromptProps = Settle & { method: keyof typeof prompts; hasPasskey: boolean }

const PromptDialog = ({ method, hasPasskey, settle }: PromptProps) => {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState(noFailure)
  const { text, field } = prompts[method]
  const send = async (form: FormData): Promise<void> => {
    setIsBusy(true)
    try {
      await api('POST', '/api/account/reauthenticate', { [field.name]: form.get(field.name) })
      settle(true)
    } catch (error) {
      const fields = (error instanceof ApiError && error.fields) || {}
      setFailure({ fields, refusal: fields[field.name] ? null : errorSentence(error) })
      setIsBusy(false)
    }
  }
  return (
    <FormDialog
      title={title}
      isDirty={false}
      mutation={{ isBusy, ...failure, theirs: null }}
      submit="Continue"
      busy="Checking…"
      onSubmit={send}
      onClose={() => settle(false)}
    >
      <p>{text}</p>
      <TextField {...field} required data-focus error={failure.fields[field.name]} />
      {hasPasskey ? <PasskeyButton settle={settle} variant="line" /> : null}
    </FormDialog>
  )
}

/** Asks staff to confirm who they are when a call needs a recent sign-in. Rendered once per page. */
export function IdentityPrompt() {
  const waiting = useSyncExternalStore(
    confirmationStore.subscribe,
    confirmationStore.get,
    () => null,
  )
  if (!waiting || waiting.method === 'sign-in') return null
  const { method, hasPasskey, settle } = waiting
  return method === 'passkey' ? (
    <PasskeyDialog settle={settle} />
  ) : (
    <PromptDialog method={method} hasPasskey={hasPasskey} settle={settle} />
  )
}
