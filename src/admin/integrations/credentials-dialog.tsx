'use client'
import { type ReactNode, useState } from 'react'

import { TextField } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import {
  type ConnectionKey,
  connectionKeys,
  type ConnectionProvider,
} from '@/platform/connections/definitions'

type Props = {
  provider: ConnectionProvider
  label: string
  doneText?: string
  failed?: string
  noValidate?: boolean
  onClose: () => void
  children?: ReactNode
}

/** Takes the keys of a service. Rejected keys stay typed; accepted ones are never shown again. */
export function CredentialsDialog({
  provider,
  label,
  doneText,
  failed = 'Couldn’t save the keys',
  noValidate = false,
  onClose,
  children,
}: Props) {
  const [values, setValues] = useState<Record<string, string>>({})
  const mutation = useAdminMutation()
  const keys: readonly ConnectionKey[] = connectionKeys[provider]
  const save = async (): Promise<void> => {
    const saved = await mutation.send({
      method: 'PUT',
      path: `/api/admin/connections/${provider}`,
      body: { keys: values },
      done: 'Keys saved',
      doneText,
      failed,
    })
    if (saved) onClose()
  }
  return (
    <FormDialog
      title={`${label} keys`}
      isDirty={Object.values(values).some(Boolean)}
      mutation={mutation}
      submit="Save keys"
      noValidate={noValidate}
      onSubmit={save}
      onClose={onClose}
    >
      {keys.map(({ name, label: keyLabel, help, optional, plain }) => (
        <TextField
          key={name}
          label={keyLabel}
          optional={optional}
          hint={help}
          error={mutation.fields[`keys.${name}`]}
          value={values[name] ?? ''}
          required={!optional}
          type={plain ? 'text' : 'password'}
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          onChange={({ currentTarget: { value } }) =>
            setValues((now) => ({ ...now, [name]: value }))
          }
        />
      ))}
      {children}
    </FormDialog>
  )
}
