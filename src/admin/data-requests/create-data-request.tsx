'use client'
import { Plus } from 'lucide-react'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { Dialog, DialogActions } from '@/admin/form/dialog'
import { TextArea, TextField } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { pluralize } from '@/admin/shell/pluralize'

type Field = { name: string; label: string; maxLength?: number; hint?: string }
const optionalFields: Field[] = [
  { name: 'fullName', label: 'Full name', maxLength: 120 },
  {
    name: 'otherEmails',
    label: 'Other addresses of theirs',
    maxLength: 1000,
    hint: 'With commas between them. Each gets a link of its own.',
  },
  { name: 'accountCreated', label: 'Roughly when the account was made', maxLength: 60 },
]
type Days = { today: string; earliest: string }
type CreatedRequest = { written: string[]; unknown: string[] }

const RequestFields = ({
  today,
  earliest,
  errors,
}: Days & { errors: Readonly<Record<string, string>> }) => {
  const errorOf = (name: string): string | undefined =>
    Object.entries(errors).find(([field]) => field === name || field.startsWith(`${name}.`))?.[1]
  return (
    <>
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
        error={errors.email}
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
        error={errors.receivedOn}
      />
      {optionalFields.map((field) => (
        <TextField
          key={field.name}
          {...field}
          optional
          autoComplete="off"
          error={errorOf(field.name)}
        />
      ))}
      <TextArea
        label="Reason"
        optional
        name="reason"
        rows={3}
        maxLength={2000}
        error={errors.reason}
      />
    </>
  )
}

const LinksSentDialog = ({
  created: { written, unknown },
  onClose,
}: {
  created: CreatedRequest
  onClose: () => void
}) => (
  <Dialog title={`${pluralize(written.length, 'link')} sent`} onClose={onClose}>
    <div className="df-form">
      <p>
        The link went to {written.join(', ')}.
        {unknown.length > 0 ? ` Nothing is held under ${unknown.join(', ')}.` : ''}
      </p>
      <DialogActions>
        <Button variant="solid" data-focus onClick={onClose}>
          Good
        </Button>
      </DialogActions>
    </div>
  </Dialog>
)

/** For a request that came by mail. `today` and `earliest` are days of the shop: 2026-11-21. */
export function CreateDataRequest(days: Days) {
  const mutation = useAdminMutation()
  const [isOpen, setIsOpen] = useState(false)
  const [created, setCreated] = useState<CreatedRequest | null>(null)
  const create = async (form: FormData): Promise<void> => {
    const result = await mutation.send<CreatedRequest>({
      path: '/api/admin/data-requests',
      body: Object.fromEntries(form),
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
          <RequestFields {...days} errors={mutation.fields} />
        </FormDialog>
      ) : null}
      {created ? <LinksSentDialog created={created} onClose={() => setCreated(null)} /> : null}
    </>
  )
}
