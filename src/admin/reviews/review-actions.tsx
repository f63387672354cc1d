'use client'
import { useState } from 'react'

import { Button, passFocusOn } from '@/admin/form/button'
import { TextField } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { type AdminMutation, useAdminMutation } from '@/admin/form/use-admin-mutation'

type Status = 'waiting' | 'approved' | 'rejected'
type Props = { id: number; updatedAt: string; status: Status; author: string }

const doneMessages = {
  approved: 'Review published',
  rejected: 'Review hidden',
  waiting: 'Review moved back to pending',
} satisfies Record<Status, string>

const RejectDialog = ({
  mutation,
  onSubmit,
  onClose,
}: {
  mutation: AdminMutation
  onSubmit: (note: string | null) => Promise<void>
  onClose: () => void
}) => {
  const [note, setNote] = useState('')
  return (
    <FormDialog
      isDirty={note !== ''}
      title="Hide this review"
      mutation={mutation}
      submit="Hide review"
      busy="Hide review"
      hidesError
      onSubmit={() => onSubmit(note.trim() || null)}
      onClose={onClose}
    >
      <p>
        Don’t hide a review just because its rating is low. That’s unfair to shoppers and against
        the law.
      </p>
      <TextField
        label="Reason"
        optional
        maxLength={300}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        hint="Visible to staff only."
        error={mutation.refusal ?? undefined}
      />
    </FormDialog>
  )
}

export function ReviewActions({ id, updatedAt, status, author }: Props) {
  const mutation = useAdminMutation()
  const { isBusy } = mutation
  const [isConfirming, setIsConfirming] = useState(false)
  const request = {
    method: 'PUT' as const,
    path: `/api/admin/reviews/${id}`,
    failed: 'Couldn’t update the review',
  }
  const setStatus = async (next: Status, change: { note?: string | null } = {}): Promise<void> => {
    const saved = await mutation.send({
      ...request,
      body: { status: next, version: updatedAt, ...change },
      done: doneMessages[next],
      undo: { ...request, body: { status } },
    })
    if (saved) setIsConfirming(false)
  }
  return (
    <div className="df-row-actions">
      {status !== 'rejected' ? (
        <Button
          ref={passFocusOn}
          small
          disabled={isBusy}
          onClick={() => setIsConfirming(true)}
          aria-label={`Hide the review by ${author}`}
        >
          Hide
        </Button>
      ) : null}
      {status !== 'approved' ? (
        <Button
          ref={passFocusOn}
          variant="solid"
          small
          disabled={isBusy}
          onClick={() => void setStatus('approved')}
          aria-label={`Publish the review by ${author}`}
        >
          Publish
        </Button>
      ) : null}
      {isConfirming ? (
        <RejectDialog
          mutation={mutation}
          onSubmit={(note) => setStatus('rejected', { note })}
          onClose={() => setIsConfirming(false)}
        />
      ) : null}
    </div>
  )
}
