'use client'
import { useState, useSyncExternalStore } from 'react'

import { api, ApiError, errorSentence } from '@/platform/http/api-client'

import { TextField } from './fields'
import { FormDialog } from './form-dialog'
import {
  type Confirmation,
  type ConfirmationMethod,
  confirmationStore,
} from './identity-confirmation'

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

type Props = { method: Exclude<ConfirmationMethod, 'sign-in'>; settle: Confirmation['settle'] }

const PromptDialog = ({ method, settle }: Props) => {
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
      title="Confirm it’s you"
      isDirty={false}
      mutation={{ isBusy, ...failure, theirs: null }}
      submit="Continue"
      busy="Checking..."
      onSubmit={send}
      onClose={() => settle(false)}
    >
      <p>{text}</p>
      <TextField {...field} required data-focus error={failure.fields[field.name]} />
    </FormDialog>
  )
}

/** Asks staff to confirm who they are when a call needs a recent sign-in. In the page once. */
export function IdentityPrompt() {
  const waiting = useSyncExternalStore(
    confirmationStore.subscribe,
    confirmationStore.get,
    () => null,
  )
  return waiting && waiting.method !== 'sign-in' ? (
    <PromptDialog method={waiting.method} settle={waiting.settle} />
  ) : null
}
