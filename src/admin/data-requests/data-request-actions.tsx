'use client'
import { ButtonLink, Button } from '@/admin/form/button'
import { useState } from 'react'

import { ConfirmDialog } from '@/admin/form/confirm-dialog'
import { ConflictNotice } from '@/admin/form/conflict-notice'
import { Dialog, DialogActions } from '@/admin/form/dialog'
import { TextArea } from '@/admin/form/fields'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'

type Props = { id: number; updatedAt: string; note: string; mayRefuse: boolean; statusHref: string }

export function DataRequestActions({ id, updatedAt, note, mayRefuse, statusHref }: Props) {
  const { call, isBusy, refusal, theirs } = useAdminMutation()
  const [open, setOpen] = useState<'note' | 'refuse' | null>(null)
  const [text, setText] = useState(note)
  const save = async (body: { note?: string | null; status?: 'refused' }): Promise<void> => {
    if (
      await call(
        'PUT',
        `/api/admin/data-requests/${id}`,
        { ...body, version: theirs ?? updatedAt },
        { done: 'The request was changed', failed: 'The request could not be changed' },
      )
    )
      setOpen(null)
  }
  return (
    <div className="df-row-actions">
      <ButtonLink variant="ghost" small href={statusHref} newTab>
        What the person sees
      </ButtonLink>
      <Button
        small
        onClick={() => {
          setText(note)
          setOpen('note')
        }}
      >
        Note
      </Button>
      {mayRefuse ? (
        <Button small onClick={() => setOpen('refuse')}>
          Not verified
        </Button>
      ) : null}
      {open === 'note' ? (
        <Dialog title="Note" onClose={() => setOpen(null)} isDirty={text !== note}>
          <form
            className="df-form"
            onSubmit={(event) => {
              event.preventDefault()
              void save({ note: text.trim() || null })
            }}
          >
            <TextArea
              label="For the team"
              maxLength={2000}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
              error={refusal ?? undefined}
              hint="It goes with the person when they are erased."
            />
            {theirs === null ? null : (
              <p className="df-note">There it says now: “{note || 'nothing'}”.</p>
            )}
            <ConflictNotice theirs={theirs} />
            <DialogActions>
              <Button variant="ghost" onClick={() => setOpen(null)}>
                Cancel
              </Button>
              <Button type="submit" variant="solid" disabled={isBusy}>
                {isBusy ? 'Saving...' : 'Save'}
              </Button>
            </DialogActions>
          </form>
        </Dialog>
      ) : null}
      {open === 'refuse' ? (
        <ConfirmDialog
          question="Close this request as not verified?"
          verb="Close it"
          isBusy={isBusy}
          onCancel={() => setOpen(null)}
          onConfirm={() => void save({ status: 'refused' })}
        >
          Nothing is erased. The person can ask again at any time.
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
