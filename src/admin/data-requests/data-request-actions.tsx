'use client'
import { useState } from 'react'

import { ConfirmAction } from '@/admin/form/actions'
import { Button, ButtonLink, passFocusOn } from '@/admin/form/button'
import { TextArea } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'

type Request = { id: number; updatedAt: string; note: string }

const updateRequest = ({ id }: Request, body: object) => ({
  method: 'PUT' as const,
  path: `/api/admin/data-requests/${id}`,
  body,
  done: 'Request updated',
  failed: 'Couldn’t update the request',
  untilRefreshed: true,
})

const NoteDialog = ({ request, onClose }: { request: Request; onClose: () => void }) => {
  const mutation = useAdminMutation()
  const { note, updatedAt } = request
  const { send, refusal, theirs } = mutation
  const [text, setText] = useState(note)
  const save = async (): Promise<void> => {
    const body = { note: text.trim() || null, version: theirs ?? updatedAt }
    if (await send(updateRequest(request, body))) onClose()
  }
  return (
    <FormDialog
      title="Note"
      isDirty={text !== note}
      mutation={mutation}
      submit="Save"
      hidesError
      onSubmit={save}
      onClose={onClose}
    >
      <TextArea
        label="Staff note"
        maxLength={2000}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        error={refusal ?? undefined}
        hint="Deleted along with the person’s data."
      />
      {theirs === null ? null : (
        <p className="df-note">The saved note is now {note ? `“${note}”` : 'empty'}.</p>
      )}
    </FormDialog>
  )
}

export function DataRequestActions({
  request,
  mayNote,
  mayRefuse,
  statusHref,
}: {
  request: Request
  mayNote: boolean
  mayRefuse: boolean
  statusHref: string
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="df-row-actions">
      <ButtonLink variant="ghost" small href={statusHref} newTab>
        View their status page
      </ButtonLink>
      {mayNote ? (
        <Button ref={passFocusOn} small onClick={() => setIsOpen(true)}>
          Note
        </Button>
      ) : null}
      {mayRefuse ? (
        <ConfirmAction
          text="Not verified"
          question="Close this request as not verified?"
          verb="Close request"
          request={updateRequest(request, { status: 'refused', version: request.updatedAt })}
        >
          Only this request’s details are deleted, along with your note. The person can ask again at
          any time.
        </ConfirmAction>
      ) : null}
      {isOpen ? <NoteDialog request={request} onClose={() => setIsOpen(false)} /> : null}
    </div>
  )
}
