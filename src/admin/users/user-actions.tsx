'use client'
import { Button } from '@/admin/form/button'
import { useState } from 'react'

import { type Role, roleLabels, roles } from '@/access/roles'
import { ConfirmDialog } from '@/admin/form/confirm-dialog'
import { Dialog, DialogActions } from '@/admin/form/dialog'
import { SelectField, Switch } from '@/admin/form/fields'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'

type Props = {
  id: number
  name: string
  role: Role
  isActive: boolean
  mayChangeRole: boolean
  obstacle: string | null
}

const told = {
  done: 'Success',
  doneText: 'User updated successfully',
  failed: 'Error',
  failedText: 'Failed to update user',
}

export function UserActions({ id, name, role, isActive, mayChangeRole, obstacle }: Props) {
  const { call, isBusy, refusal } = useAdminMutation()
  const [open, setOpen] = useState<'role' | 'deactivate' | null>(null)
  const [chosen, setChosen] = useState(role)

  const change = async (body: { role: Role } | { isActive: boolean }): Promise<void> => {
    if (await call('PATCH', `/api/admin/users/${id}`, body, told)) setOpen(null)
  }
  if (obstacle) return <p className="df-users__obstacle">{obstacle}</p>
  return (
    <div className="df-row-actions">
      {/* Switching on harms nobody; switching off signs a person out everywhere, and asks first. */}
      <Switch
        label={`${name} is active`}
        hideLabel
        checked={isActive}
        isBusy={isBusy}
        onChange={(on) => (on ? void change({ isActive: true }) : setOpen('deactivate'))}
      />
      {mayChangeRole ? (
        <Button
          small
          aria-label={`Edit the role of ${name}`}
          onClick={() => {
            setChosen(role)
            setOpen('role')
          }}
        >
          Edit role
        </Button>
      ) : null}
      {open === 'role' ? (
        <Dialog title="Edit User Role" onClose={() => setOpen(null)}>
          <form
            onSubmit={(event) => {
              event.preventDefault()
              void change({ role: chosen })
            }}
          >
            <p>
              {name} is {roleLabels[role]} now. A new role signs them out everywhere.
            </p>
            <SelectField
              label="Role"
              value={chosen}
              onChange={({ currentTarget }) => setChosen(currentTarget.value as Role)}
              error={refusal ?? undefined}
            >
              {roles.map((value) => (
                <option key={value} value={value}>
                  {roleLabels[value]}
                </option>
              ))}
            </SelectField>
            <DialogActions>
              <Button variant="ghost" onClick={() => setOpen(null)}>
                Cancel
              </Button>
              <Button type="submit" variant="solid" isBusy={isBusy}>
                {isBusy ? 'Saving...' : 'Save Changes'}
              </Button>
            </DialogActions>
          </form>
        </Dialog>
      ) : null}
      {open === 'deactivate' ? (
        <ConfirmDialog
          question={`Deactivate ${name}?`}
          verb="Deactivate"
          isBusy={isBusy}
          onCancel={() => setOpen(null)}
          onConfirm={() => void change({ isActive: false })}
        >
          They are signed out everywhere at once and cannot sign in by any way. You can switch them
          on again here.
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
