'use client'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { SelectField, TextField } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'

const roleOptions = [
  ['editor', 'Editor'],
  ['admin', 'Admin'],
] as const

export function InviteStaff() {
  const [isOpen, setIsOpen] = useState(false)
  const mutation = useAdminMutation()
  const invite = async (form: FormData): Promise<void> => {
    const sent = await mutation.send({
      path: '/api/admin/users/invitations',
      body: { email: form.get('email'), role: form.get('role') },
      done: 'Invitation sent',
      doneText: 'The link in it works for 3 days.',
      failed: 'Error sending invitation',
    })
    if (sent) setIsOpen(false)
  }
  return (
    <>
      <Button variant="solid" icon={UserPlus} onClick={() => setIsOpen(true)}>
        Invite staff
      </Button>
      {isOpen ? (
        <FormDialog
          title="Invite staff"
          mutation={{ ...mutation, theirs: null }}
          submit="Send invitation"
          busy="Sending…"
          onSubmit={invite}
          onClose={() => setIsOpen(false)}
        >
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="off"
            maxLength={254}
            data-focus
            required
            error={mutation.fields.email}
            hint="They get a link to choose a username and password. It works once and expires after 3 days."
          />
          <SelectField
            label="Role"
            name="role"
            defaultValue="editor"
            options={roleOptions}
            error={mutation.fields.role}
            hint="To make someone a super admin, change their role after they join."
          />
        </FormDialog>
      ) : null}
    </>
  )
}
