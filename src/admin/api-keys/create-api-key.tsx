'use client'
import { toast } from '@payloadcms/ui'
import { Plus } from 'lucide-react'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { SelectField, TextField } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { SecretDialog } from '@/admin/form/secret-dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'

const lifetimes = [
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
  ['', 'Never'],
] as const
const inDays = (days: FormDataEntryValue | null): string | null =>
  days ? new Date(Date.now() + Number(days) * 86_400_000).toISOString() : null

type Permissions = readonly { value: string; label: string }[]

const PermissionChoices = ({ grantable, error }: { grantable: Permissions; error?: string }) => (
  <fieldset className="df-choices" aria-describedby={error ? 'key-permissions-error' : undefined}>
    <legend>Permissions</legend>
    {grantable.map(({ value, label }) => (
      <label key={value}>
        <input type="checkbox" name="permissions" value={value} />
        {label}
      </label>
    ))}
    {error ? (
      <p id="key-permissions-error" className="df-field__error">
        {error}
      </p>
    ) : null}
  </fieldset>
)

const KeyDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <SecretDialog
    title="Your new key"
    noun="key"
    secret={secret}
    advice="store it somewhere safe"
    hint="Send it with each request: Authorization: Bearer dfk_…"
    onClose={onClose}
  />
)

export function CreateApiKey({ grantable }: { grantable: Permissions }) {
  const mutation = useAdminMutation()
  const { fields } = mutation
  const [isOpen, setIsOpen] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)

  const create = async (form: FormData): Promise<void> => {
    const created = await mutation.send<{ key: string }>({
      path: '/api/admin/api-keys',
      body: {
        name: form.get('name'),
        permissions: form.getAll('permissions'),
        expiresAt: inDays(form.get('ends')),
      },
      failed: 'Couldn’t create the key',
    })
    if (!created) return
    toast.dismiss()
    setIsOpen(false)
    setSecret(created.key)
  }
  return (
    <>
      <Button variant="solid" icon={Plus} data-new onClick={() => setIsOpen(true)}>
        New key
      </Button>
      {isOpen ? (
        <FormDialog
          title="New key"
          mutation={mutation}
          submit="Create key"
          busy="Creating…"
          onSubmit={create}
          onClose={() => setIsOpen(false)}
        >
          <TextField
            label="Name"
            name="name"
            required
            maxLength={80}
            autoComplete="off"
            data-focus
            placeholder="Warehouse"
            hint="The app that uses this key."
            error={fields.name}
          />
          <PermissionChoices grantable={grantable} error={fields.permissions} />
          <SelectField
            label="Expires"
            name="ends"
            defaultValue="90"
            options={lifetimes}
            error={fields.expiresAt}
          />
        </FormDialog>
      ) : null}
      {secret ? <KeyDialog secret={secret} onClose={() => setSecret(null)} /> : null}
    </>
  )
}
