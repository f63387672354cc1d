'use client'
import { useState } from 'react'

import { type Role, roleLabels, roles } from '@/access/roles'
import { Button } from '@/admin/form/button'
import { ConfirmDialog } from '@/admin/form/confirm-dialog'
import { SelectField, Switch } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'

type Props = {
  id: number
  name: string
  role: Role
  isActive: boolean
  mayChangeRole: boolean
  /** Why the viewer may not change this user. */
  obstacle: string | null
}

const roleOptions = roles.map((role) => [role, roleLabels[role]] as const)

export function UserActions({ id, name, role, isActive, mayChangeRole, obstacle }: Props) {
  const mutation = useAdminMutation()
  const { isBusy, refusal } = mutation
  const [open, setOpen] = useState<'role' | 'deactivate' | null>(null)
  const close = (): void => setOpen(null)
  const change = async (body: object): Promise<void> => {
    const saved = await mutation.send({
      method: 'PATCH',
      path: `/api/admin/users/${id}`,
      body,
      done: 'Success',
      doneText: 'User updated successfully',
      failed: 'Error',
      failedText: 'Failed to update user',
    })
    if (saved) close()
  }
  if (obstacle) return <p className="df-users__obstacle">{obstacle}</p>
  return (
    <div className="df-row-actions">
      {/* Switching off signs a user out everywhere, so it asks first. */}
      <Switch
        label={`${name} is active`}
        hideLabel
        checked={isActive}
        isBusy={isBusy}
        onChange={(isOn) => (isOn ? void change({ isActive: true }) : setOpen('deactivate'))}
      />
      {mayChangeRole ? (
        <Button small aria-label={`Edit the role of ${name}`} onClick={() => setOpen('role')}>
          Edit role
        </Button>
      ) : null}
      {open === 'role' ? (
        <FormDialog
          title="Edit User Role"
          isDirty={false}
          mutation={mutation}
          submit="Save Changes"
          hidesError
          onSubmit={(form) => change({ role: form.get('role') })}
          onClose={close}
        >
          <p>
            {name} is {roleLabels[role]} now. A new role signs them out everywhere.
          </p>
          <SelectField
            label="Role"
            name="role"
            defaultValue={role}
            options={roleOptions}
            error={refusal ?? undefined}
          />
        </FormDialog>
      ) : null}
      {open === 'deactivate' ? (
        <ConfirmDialog
          question={`Deactivate ${name}?`}
          verb="Deactivate"
          isBusy={isBusy}
          onCancel={close}
          onConfirm={() => change({ isActive: false })}
        >
          They are signed out everywhere at once and cannot sign in by any way. You can switch them
          on again here.
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
