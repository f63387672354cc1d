'use client'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { TextField } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { type AdminMutation, useAdminMutation } from '@/admin/form/use-admin-mutation'

type Status = 'waiting' | 'approved' | 'rejected'
type Props = { id: number; updatedAt: string; status: Status; author: string }

const doneMessages = {
  approved: 'The review is shown',
  rejected: 'The review is not shown',
  waiting: 'The review waits again',
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
      title="Do not show this review"
      mutation={mutation}
      submit="Don’t show it"
      busy="Don’t show it"
      hidesError
      onSubmit={() => onSubmit(note.trim() || null)}
      onClose={onClose}
    >
      <p>
        A low rating alone is no reason: leaving those out would be unfair to the next buyer, and
        unlawful.
      </p>
      <TextField
        label="Why"
        optional
        maxLength={300}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        hint="For the team; nobody else reads it."
        error={mutation.refusal ?? undefined}
      />
    </FormDialog>
  )
}

export function ReviewActions({ id, updatedAt, status, author }: Props) {
  const mutation = useAdminMutation()
  const { isBusy } = mutation
  const [isAsking, setIsAsking] = useState(false)
  const request = {
    method: 'PUT' as const,
    path: `/api/admin/reviews/${id}`,
    failed: 'The review could not be changed',
  }
  const setStatus = async (next: Status, change: { note?: string | null } = {}): Promise<void> => {
    const saved = await mutation.send({
      ...request,
      body: { status: next, version: updatedAt, ...change },
      done: doneMessages[next],
      undo: { ...request, body: { status } },
    })
    if (saved) setIsAsking(false)
  }
  return (
    <div className="df-row-actions">
      {status !== 'rejected' ? (
        <Button
          small
          disabled={isBusy}
          onClick={() => setIsAsking(true)}
          aria-label={`Do not show the review of ${author}`}
        >
          Don’t show
        </Button>
      ) : null}
      {status !== 'approved' ? (
        <Button
          variant="solid"
          small
          disabled={isBusy}
          onClick={() => void setStatus('approved')}
          aria-label={`Show the review of ${author}`}
        >
          Show
        </Button>
      ) : null}
      {isAsking ? (
        <RejectDialog
          mutation={mutation}
          onSubmit={(note) => setStatus('rejected', { note })}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </div>
  )
}
