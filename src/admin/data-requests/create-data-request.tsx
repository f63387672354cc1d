'use client'
import { Plus } from 'lucide-react'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { Dialog, DialogActions } from '@/admin/form/dialog'
import { TextArea, TextField } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { pluralize } from '@/admin/shell/pluralize'

const names = [
  'email',
  'fullName',
  'otherEmails',
  'receivedOn',
  'accountCreated',
  'reason',
] as const
const optionalFields = [
  ['fullName', 'Full name', 120, undefined],
  [
    'otherEmails',
    'Other addresses of theirs',
    1000,
    'With commas between them. Each gets a link of its own.',
  ],
  ['accountCreated', 'Roughly when the account was made', 60, undefined],
] as const
type CreatedRequest = { written: string[]; unknown: string[] }

/** For a request that came by mail. `today` and `earliest` are days of the shop: 2026-11-21. */
export function CreateDataRequest({ today, earliest }: { today: string; earliest: string }) {
  const mutation = useAdminMutation()
  const { fields } = mutation
  const [isOpen, setIsOpen] = useState(false)
  const [created, setCreated] = useState<CreatedRequest | null>(null)
  const errorOf = (name: string): string | undefined =>
    Object.entries(fields).find(([field]) => field === name || field.startsWith(`${name}.`))?.[1]

  const create = async (form: FormData): Promise<void> => {
    const result = await mutation.send<CreatedRequest>({
      path: '/api/admin/data-requests',
      body: Object.fromEntries(names.map((name) => [name, form.get(name)])),
      done: 'The request was entered',
      failed: 'The request could not be entered',
    })
    if (!result) return
    setIsOpen(false)
    setCreated(result)
  }
  return (
    <>
      <Button variant="solid" icon={Plus} data-new onClick={() => setIsOpen(true)}>
        Enter a request
      </Button>
      {isOpen ? (
        <FormDialog
          title="A request that came by mail"
          mutation={mutation}
          submit="Enter and send the link"
          busy="Sending…"
          onSubmit={create}
          onClose={() => setIsOpen(false)}
        >
          <p>
            A mail can be sent in anybody’s name, so the shop writes to the address with a link that
            confirms it. Nothing is erased before the person follows it.
          </p>
          <TextField
            label="Email address it is about"
            name="email"
            type="email"
            required
            maxLength={254}
            autoComplete="off"
            data-focus
            error={fields.email}
          />
          <TextField
            label="The day the mail came"
            name="receivedOn"
            type="date"
            required
            min={earliest}
            max={today}
            defaultValue={today}
            hint="The deadlines count from it."
            error={fields.receivedOn}
          />
          {optionalFields.map(([name, label, maxLength, hint]) => (
            <TextField
              key={name}
              label={label}
              optional
              name={name}
              maxLength={maxLength}
              autoComplete="off"
              hint={hint}
              error={errorOf(name)}
            />
          ))}
          <TextArea
            label="Reason"
            optional
            name="reason"
            rows={3}
            maxLength={2000}
            error={fields.reason}
          />
        </FormDialog>
      ) : null}
      {created ? (
        <Dialog
          title={`${pluralize(created.written.length, 'link')} sent`}
          onClose={() => setCreated(null)}
        >
          <div className="df-form">
            <p>
              The link went to {created.written.join(', ')}.
              {created.unknown.length > 0
                ? ` Nothing is held under ${created.unknown.join(', ')}.`
                : ''}
            </p>
            <DialogActions>
              <Button variant="solid" data-focus onClick={() => setCreated(null)}>
                Good
              </Button>
            </DialogActions>
          </div>
        </Dialog>
      ) : null}
    </>
  )
}
