'use client'
import { Button } from '@/admin/form/button'
import { useState } from 'react'

import { Dialog, DialogActions } from '@/admin/form/dialog'
import { TextField } from '@/admin/form/fields'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'

type Status = 'waiting' | 'approved' | 'rejected'

export function ReviewActions({
  id,
  updatedAt,
  status,
  author,
}: {
  id: number
  updatedAt: string
  status: Status
  author: string
}) {
  const { call, isBusy, refusal } = useAdminMutation()
  const [isAsking, setIsAsking] = useState(false)
  const [note, setNote] = useState('')
  const set = async (next: Status, text?: string): Promise<void> => {
    const done = await call(
      'PUT',
      `/api/admin/reviews/${id}`,
      { status: next, version: updatedAt, ...(text === undefined ? {} : { note: text || null }) },
      {
        done:
          next === 'approved'
            ? 'The review is shown'
            : next === 'rejected'
              ? 'The review is not shown'
              : 'The review waits again',
        failed: 'The review could not be changed',
        undo: () =>
          void call(
            'PUT',
            `/api/admin/reviews/${id}`,
            { status },
            { failed: 'The review could not be changed' },
          ),
      },
    )
    if (done) setIsAsking(false)
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
          onClick={() => void set('approved')}
          aria-label={`Show the review of ${author}`}
        >
          Show
        </Button>
      ) : null}
      {isAsking ? (
        <Dialog
          title="Do not show this review"
          onClose={() => setIsAsking(false)}
          isDirty={note !== ''}
        >
          <form
            className="df-form"
            onSubmit={(event) => {
              event.preventDefault()
              void set('rejected', note.trim())
            }}
          >
            <p>
              A low rating alone is no reason: leaving those out would be unfair to the next buyer,
              and unlawful.
            </p>
            <TextField
              label="Why"
              optional
              maxLength={300}
              value={note}
              onChange={({ currentTarget }) => setNote(currentTarget.value)}
              hint="For the team; nobody else reads it."
              error={refusal ?? undefined}
            />
            <DialogActions>
              <Button variant="ghost" onClick={() => setIsAsking(false)}>
                Cancel
              </Button>
              <Button type="submit" variant="solid" disabled={isBusy}>
                Don’t show it
              </Button>
            </DialogActions>
          </form>
        </Dialog>
      ) : null}
    </div>
  )
}
