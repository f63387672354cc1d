'use client'
import { useState } from 'react'

import { ConfirmAction } from '@/admin/form/actions'
import { Button, ButtonLink } from '@/admin/form/button'
import { TextArea } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { type AdminMutation, useAdminMutation } from '@/admin/form/use-admin-mutation'

type Request = { id: number; updatedAt: string; note: string }

const updateRequest = ({ id }: Request, body: object) => ({
  method: 'PUT' as const,
  path: `/api/admin/data-requests/${id}`,
  body,
  done: 'The request was changed',
  failed: 'The request could not be changed',
})

const NoteDialog = ({
  request,
  mutation,
  onClose,
}: {
  request: Request
  mutation: AdminMutation
  onClose: () => void
}) => {
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
  )
}

export function DataRequestActions({
  request,
  mayRefuse,
  statusHref,
}: {
  request: Request
  mayRefuse: boolean
  statusHref: string
}) {
  const mutation = useAdminMutation()
  const [isOpen, setIsOpen] = useState(false)
  const version = mutation.theirs ?? request.updatedAt
  return (
    <div className="df-row-actions">
      <ButtonLink variant="ghost" small href={statusHref} newTab>
        What the person sees
      </ButtonLink>
      <Button small onClick={() => setIsOpen(true)}>
        Note
      </Button>
      {mayRefuse ? (
        <ConfirmAction
          text="Not verified"
          question="Close this request as not verified?"
          verb="Close it"
          request={updateRequest(request, { status: 'refused', version })}
        >
          Nothing is erased. The person can ask again at any time.
        </ConfirmAction>
      ) : null}
      {isOpen ? (
        <NoteDialog request={request} mutation={mutation} onClose={() => setIsOpen(false)} />
      ) : null}
    </div>
  )
}
