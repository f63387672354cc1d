'use client'
import { Button } from '@/admin/form/button'
import { toast } from '@payloadcms/ui'
import { Copy, Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'

import { Dialog, DialogActions } from '@/admin/form/dialog'
import { SelectField, TextField } from '@/admin/form/fields'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'

const ends = [
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
  ['', 'Not by itself'],
] as const
const inDays = (days: string): string | null =>
  days ? new Date(Date.now() + Number(days) * 86_400_000).toISOString() : null

/** The one time the key is seen. */
const Made = ({ secret, onClose }: { secret: string; onClose: () => void }) => {
  const copy = (): void =>
    void navigator.clipboard.writeText(secret).then(
      () => toast.success('Key copied'),
      () => toast.error('Not copied', { description: 'Please select it and copy it yourself.' }),
    )
  return (
    <Dialog
      title="Your new key"
      isDirty
      ask={{ question: 'The key is not shown again. Do you have it?', verb: 'I have it' }}
      onClose={onClose}
    >
      <div className="df-form">
        <p>
          Copy it now and keep it somewhere safe. It is not shown again: the shop does not keep it.
        </p>
        <TextField
          label="Key"
          value={secret}
          readOnly
          spellCheck={false}
          data-focus
          onFocus={({ currentTarget }) => currentTarget.select()}
          hint="Sent with each call as: Authorization: Bearer dfk_…"
        />
        <DialogActions>
          <Button icon={Copy} onClick={copy}>
            Copy key
          </Button>
          <Button variant="solid" onClick={onClose}>
            I have it
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}

export function CreateApiKey({
  grantable,
}: {
  grantable: readonly { value: string; label: string }[]
}) {
  const { call, isBusy, fields, refusal } = useAdminMutation()
  const [isOpen, setIsOpen] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const [isDirty, setIsDirty] = useState(false)

  const make = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const made = await call<{ key: string }>(
      'POST',
      '/api/admin/api-keys',
      {
        name: form.get('name'),
        permissions: form.getAll('permissions'),
        expiresAt: inDays(String(form.get('ends'))),
      },
      { failed: 'The key could not be made' },
    )
    if (!made) return
    toast.dismiss()
    setIsOpen(false)
    setSecret(made.key)
  }
  return (
    <>
      <Button
        variant="solid"
        icon={Plus}
        data-new
        onClick={() => {
          setIsDirty(false)
          setIsOpen(true)
        }}
      >
        New key
      </Button>
      {isOpen ? (
        <Dialog title="New key" isDirty={isDirty} onClose={() => setIsOpen(false)}>
          <form onSubmit={(event) => void make(event)} onChange={() => setIsDirty(true)} noValidate>
            <TextField
              label="Name"
              name="name"
              required
              maxLength={80}
              autoComplete="off"
              data-focus
              placeholder="Warehouse"
              hint="What the program is, so that you know it later."
              error={fields.name}
            />
            <fieldset
              className="df-choices"
              aria-describedby={fields.permissions ? 'key-permissions-error' : undefined}
            >
              <legend>It may</legend>
              {grantable.map(({ value, label }) => (
                <label key={value}>
                  <input type="checkbox" name="permissions" value={value} />
                  {label}
                </label>
              ))}
              {fields.permissions ? (
                <p id="key-permissions-error" className="df-field__error">
                  {fields.permissions}
                </p>
              ) : null}
            </fieldset>
            <SelectField
              label="It stops working"
              name="ends"
              defaultValue="90"
              error={fields.expiresAt}
            >
              {ends.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </SelectField>
            {refusal && Object.keys(fields).length === 0 ? (
              <p className="df-form__refusal" role="alert">
                {refusal}
              </p>
            ) : null}
            <DialogActions>
              <Button variant="ghost" onClick={() => setIsOpen(false)}>
                Cancel
              </Button>
              <Button type="submit" variant="solid" isBusy={isBusy}>
                {isBusy ? 'Making…' : 'Make key'}
              </Button>
            </DialogActions>
          </form>
        </Dialog>
      ) : null}
      {secret ? <Made secret={secret} onClose={() => setSecret(null)} /> : null}
    </>
  )
}
