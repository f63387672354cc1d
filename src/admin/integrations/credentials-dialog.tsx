'use client'
import { FormError } from '@/admin/form/form-error'
import { Button } from '@/admin/form/button'
import { useState } from 'react'

import { Dialog, DialogActions } from '@/admin/form/dialog'
import { TextField } from '@/admin/form/fields'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import type { ConnectionView } from '@/modules/integrations/queries/connections'
import { connectionKeys, type ConnectionProvider } from '@/platform/connections/definitions'

type Key = { name: string; label: string; help: string; optional?: true; plain?: true }

/** Takes the keys of a service. What the server refuses stays typed; what it accepts is never shown again. */
export function CredentialsDialog({
  provider,
  label,
  onDone,
  onClose,
}: {
  provider: ConnectionProvider
  label: string
  onDone: (view: ConnectionView) => void
  onClose: () => void
}) {
  const [values, setValues] = useState<Record<string, string>>({})
  const { send, isBusy, fields, refusal } = useAdminMutation()
  const keys = connectionKeys[provider] as readonly Key[]
  const save = async (): Promise<void> => {
    const view = await send<ConnectionView>({
      method: 'PUT',
      path: `/api/admin/connections/${provider}`,
      body: { keys: values },
      done: 'Keys saved',
      failed: 'The keys were not saved',
    })
    if (view) onDone(view)
  }
  return (
    <Dialog
      title={`Keys of ${label}`}
      onClose={onClose}
      isDirty={Object.values(values).some(Boolean)}
    >
      <form
        className="df-form"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {keys.map((key) => (
          <TextField
            key={key.name}
            label={key.label}
            optional={key.optional}
            hint={key.help}
            error={fields[`keys.${key.name}`]}
            value={values[key.name] ?? ''}
            required={!key.optional}
            type={key.plain ? 'text' : 'password'}
            autoComplete="off"
            spellCheck={false}
            maxLength={500}
            onChange={({ currentTarget: { value } }) =>
              setValues((now) => ({ ...now, [key.name]: value }))
            }
          />
        ))}
        <FormError fields={fields}>{refusal}</FormError>
        <DialogActions>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="solid" isBusy={isBusy}>
            {isBusy ? 'Saving...' : 'Save keys'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
