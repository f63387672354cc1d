'use client'
import { useState } from 'react'

import { type Role, roleLabels, roles } from '@/access/roles'
import { ActionButton } from '@/admin/form/actions'
import { Button } from '@/admin/form/button'
import { ConfirmDialog } from '@/admin/form/confirm-dialog'
import { SelectField, Switch } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { type AdminMutation, useAdminMutation } from '@/admin/form/use-admin-mutation'

type User = {
  id: number
  name: string
  role: Role
  isActive: boolean
  canReset: boolean
  /** Has an invitation that wasn't accepted yet. */
  isInvited: boolean
}
type Props = User & {
  mayChangeRole: boolean
  /** Why the viewer may not change this user. */
  obstacle: string | null
}
type DialogProps = {
  user: User
  mutation: AdminMutation
  onChange: (body: object) => void
  onReset: () => void
  onClose: () => void
}

const roleOptions = roles.map((role) => [role, roleLabels[role]] as const)

const RoleDialog = ({ user: { name, role }, mutation, onChange, onClose }: DialogProps) => (
  <FormDialog
    title="Edit User Role"
    isDirty={false}
    mutation={mutation}
    submit="Save Changes"
    hidesError
    onSubmit={(form) => onChange({ role: form.get('role') })}
    onClose={onClose}
  >
    <p>
      {name}’s current role is {roleLabels[role]}. Changing it signs them out everywhere.
    </p>
    <SelectField
      label="Role"
      name="role"
      defaultValue={role}
      options={roleOptions}
      error={mutation.refusal ?? undefined}
    />
  </FormDialog>
)

const DeactivateDialog = ({
  user: { name, isInvited },
  mutation,
  onChange,
  onClose,
}: DialogProps) => (
  <ConfirmDialog
    question={`Deactivate ${name}?`}
    verb="Deactivate"
    isBusy={mutation.isBusy}
    onCancel={onClose}
    onConfirm={() => onChange({ isActive: false })}
  >
    {isInvited
      ? 'The link in their invitation will stop working.'
      : 'They’ll be signed out everywhere and can’t sign in.'}{' '}
    You can reactivate them anytime.
  </ConfirmDialog>
)

const ResetDialog = ({ user: { name }, mutation, onReset, onClose }: DialogProps) => (
  <ConfirmDialog
    question={`Reset two-step verification for ${name}?`}
    verb="Reset"
    isBusy={mutation.isBusy}
    onCancel={onClose}
    onConfirm={onReset}
  >
    This removes their authenticator app and passkeys. They’ll be signed out everywhere and can sign
    in with just their password. Make sure the request really came from them.
  </ConfirmDialog>
)

/** Sends the changes of a user. `onSaved` closes the dialog. */
function useUserChanges(id: number, onSaved: () => void) {
  const mutation = useAdminMutation()
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
    if (saved) onSaved()
  }
  const reset = async (): Promise<void> => {
    const saved = await mutation.send({
      method: 'DELETE',
      path: `/api/admin/users/${id}/second-factor`,
      done: 'Two-step verification reset',
      failed: 'Couldn’t reset two-step verification',
    })
    if (saved) onSaved()
  }
  return { mutation, change, reset }
}

/** The actions of a row: activate, invite again, change the role, reset two-step verification. */
export function UserActions({ mayChangeRole, obstacle, ...user }: Props) {
  const { id, name, isActive, isInvited } = user
  const [open, setOpen] = useState<'role' | 'deactivate' | 'reset' | null>(null)
  const close = (): void => setOpen(null)
  const { mutation, change, reset } = useUserChanges(id, close)
  if (obstacle) return <p className="df-users__obstacle">{obstacle}</p>
  const dialog = { user, mutation, onChange: change, onReset: reset, onClose: close }
  return (
    <div className="df-row-actions">
      {/* Deactivating signs the user out everywhere, so it needs a confirmation. */}
      <Switch
        label={`${name} is active`}
        hideLabel
        checked={isActive}
        isBusy={mutation.isBusy}
        onChange={(isOn) => (isOn ? void change({ isActive: true }) : setOpen('deactivate'))}
      />
      {mayChangeRole && isInvited && isActive ? (
        <ActionButton
          small
          label={`Resend invitation to ${name}`}
          request={{
            path: `/api/admin/users/${id}/invitation`,
            done: 'Invitation sent',
            failed: 'Error sending invitation',
          }}
        >
          Resend invitation
        </ActionButton>
      ) : null}
      {mayChangeRole ? (
        <Button small aria-label={`Edit the role of ${name}`} onClick={() => setOpen('role')}>
          Edit role
        </Button>
      ) : null}
      {mayChangeRole && user.canReset ? (
        <Button
          small
          aria-label={`Reset two-step verification for ${name}`}
          onClick={() => setOpen('reset')}
        >
          Reset two-step
        </Button>
      ) : null}
      {open === 'reset' ? <ResetDialog {...dialog} /> : null}
      {open === 'role' ? <RoleDialog {...dialog} /> : null}
      {open === 'deactivate' ? <DeactivateDialog {...dialog} /> : null}
    </div>
  )
}
