'use client'
import { Plus } from 'lucide-react'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { Dialog, DialogActions } from '@/admin/form/dialog'
import { TextArea, TextField } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { errorIn } from '@/admin/form/form-values'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { pluralize } from '@/platform/pluralize'

type Field = { name: string; label: string; maxLength?: number; hint?: string }
const optionalFields: Field[] = [
  { name: 'fullName', label: 'Full name', maxLength: 120 },
  {
    name: 'otherEmails',
    label: 'Other email addresses',
    maxLength: 1000,
    hint: 'Separate with commas. Each address gets its own link.',
  },
  { name: 'accountCreated', label: 'Approximate account creation date', maxLength: 60 },
]
type Days = { today: string; earliest: string }
type CreatedRequest = { written: string[]; unknown: string[] }

const RequestFields = ({
  today,
  earliest,
  errors,
}: Days & { errors: Readonly<Record<string, string>> }) => (
  <>
    <p>
      Anyone can send an email in someone else’s name, so we email a confirmation link to this
      address. Nothing is deleted until they confirm.
    </p>
    <TextField
      label="Email address to delete"
      name="email"
      type="email"
      required
      maxLength={254}
      autoComplete="off"
      data-focus
      error={errors.email}
    />
    <TextField
      label="Date received"
      name="receivedOn"
      type="date"
      required
      min={earliest}
      max={today}
      defaultValue={today}
      hint="Deadlines are counted from this date."
      error={errors.receivedOn}
    />
    {optionalFields.map((field) => (
      <TextField
        key={field.name}
        {...field}
        optional
        autoComplete="off"
        error={errorIn(errors, field.name)}
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
        Link sent to {written.join(', ')}.
        {unknown.length > 0 ? ` We have no data for ${unknown.join(', ')}.` : ''}
      </p>
      <DialogActions>
        <Button variant="solid" data-focus onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </div>
  </Dialog>
)

const RequestDialog = ({
  days,
  onCreated,
  onClose,
}: {
  days: Days
  onCreated: (created: CreatedRequest) => void
  onClose: () => void
}) => {
  const mutation = useAdminMutation()
  const create = async (form: FormData): Promise<void> => {
    const result = await mutation.send<CreatedRequest>({
      path: '/api/admin/data-requests',
      body: Object.fromEntries(form),
      done: 'Request added',
      failed: 'Couldn’t add the request',
    })
    if (result) onCreated(result)
  }
  return (
    <FormDialog
      title="Add an email request"
      mutation={mutation}
      submit="Add and send link"
      busy="Sending…"
      onSubmit={create}
      onClose={onClose}
    >
      <RequestFields {...days} errors={mutation.fields} />
    </FormDialog>
  )
}

/** Adds a deletion request that arrived by email. The days are YYYY-MM-DD in the shop's time zone. */
export function CreateDataRequest(days: Days) {
  const [isOpen, setIsOpen] = useState(false)
  const [created, setCreated] = useState<CreatedRequest | null>(null)
  return (
    <>
      <Button variant="solid" icon={Plus} data-new onClick={() => setIsOpen(true)}>
        Add request
      </Button>
      {isOpen ? (
        <RequestDialog
          days={days}
          onCreated={(result) => {
            setIsOpen(false)
            setCreated(result)
          }}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
      {created ? <LinksSentDialog created={created} onClose={() => setCreated(null)} /> : null}
    </>
  )
}
