'use client'
import { Button } from '@/admin/form/button'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'

import { Dialog, DialogActions } from '@/admin/form/dialog'
import { TextArea, TextField } from '@/admin/form/fields'
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
type Entered = { written: string[]; unknown: string[] }

const saidOf = ({ written, unknown }: Entered): string =>
  `The link went to ${written.join(', ')}.${unknown.length > 0 ? ` Nothing is held under ${unknown.join(', ')}.` : ''}`

/** For a request that came by mail. `today` and `earliest` are days of the shop: 2026-11-21. */
export function CreateDataRequest({ today, earliest }: { today: string; earliest: string }) {
  const { call, isBusy, fields, refusal } = useAdminMutation()
  const [isOpen, setIsOpen] = useState(false)
  const [isDirty, setIsDirty] = useState(false)
  const [entered, setEntered] = useState<Entered | null>(null)
  const otherProblem = Object.entries(fields).find(([name]) => name.startsWith('otherEmails'))?.[1]

  const enter = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const made = await call<Entered>(
      'POST',
      '/api/admin/data-requests',
      Object.fromEntries(names.map((name) => [name, form.get(name)])),
      { done: 'The request was entered', failed: 'The request could not be entered' },
    )
    if (!made) return
    setIsOpen(false)
    setEntered(made)
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
        Enter a request
      </Button>
      {isOpen ? (
        <Dialog
          title="A request that came by mail"
          isDirty={isDirty}
          onClose={() => setIsOpen(false)}
        >
          <form
            className="df-form"
            onSubmit={(event) => void enter(event)}
            onChange={() => setIsDirty(true)}
            noValidate
          >
            <p>
              A mail can be sent in anybody’s name, so the shop writes to the address with a link
              that confirms it. Nothing is erased before the person follows it.
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
            <TextField
              label="Full name"
              optional
              name="fullName"
              maxLength={120}
              autoComplete="off"
              error={fields.fullName}
            />
            <TextField
              label="Other addresses of theirs"
              optional
              name="otherEmails"
              maxLength={1000}
              autoComplete="off"
              hint="With commas between them. Each gets a link of its own."
              error={otherProblem}
            />
            <TextField
              label="Roughly when the account was made"
              optional
              name="accountCreated"
              maxLength={60}
              autoComplete="off"
              error={fields.accountCreated}
            />
            <TextArea
              label="Reason"
              optional
              name="reason"
              rows={3}
              maxLength={2000}
              error={fields.reason}
            />
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
                {isBusy ? 'Sending…' : 'Enter and send the link'}
              </Button>
            </DialogActions>
          </form>
        </Dialog>
      ) : null}
      {entered ? (
        <Dialog
          title={`${pluralize(entered.written.length, 'link')} sent`}
          onClose={() => setEntered(null)}
        >
          <div className="df-form">
            <p>{saidOf(entered)}</p>
            <DialogActions>
              <Button variant="solid" data-focus onClick={() => setEntered(null)}>
                Good
              </Button>
            </DialogActions>
          </div>
        </Dialog>
      ) : null}
    </>
  )
}
