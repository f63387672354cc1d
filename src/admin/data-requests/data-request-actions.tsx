'use client'
import { useState } from 'react'

import { ConfirmAction } from '@/admin/form/actions'
import { Button, ButtonLink } from '@/admin/form/button'
import { TextArea } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'

type Props = { id: number; updatedAt: string; note: string; mayRefuse: boolean; statusHref: string }

export function DataRequestActions({ id, updatedAt, note, mayRefuse, statusHref }: Props) {
  const mutation = useAdminMutation()
  const { refusal, theirs } = mutation
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState(note)
  const update = (body: { note?: string | null; status?: 'refused' }) => ({
    method: 'PUT' as const,
    path: `/api/admin/data-requests/${id}`,
    body: { ...body, version: theirs ?? updatedAt },
    done: 'The request was changed',
    failed: 'The request could not be changed',
  })
  const save = async (): Promise<void> => {
    if (await mutation.send(update({ note: text.trim() || null }))) setIsOpen(false)
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
          setIsOpen(true)
        }}
      >
        Note
      </Button>
      {mayRefuse ? (
        <ConfirmAction
          text="Not verified"
          question="Close this request as not verified?"
          verb="Close it"
          request={update({ status: 'refused' })}
        >
          Nothing is erased. The person can ask again at any time.
        </ConfirmAction>
      ) : null}
      {isOpen ? (
        <FormDialog
          title="Note"
          isDirty={text !== note}
          mutation={mutation}
          submit="Save"
          hidesError
          onSubmit={save}
          onClose={() => setIsOpen(false)}
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
        </FormDialog>
      ) : null}
    </div>
  )
}
