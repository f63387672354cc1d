'use client'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { UnsavedDraft } from '@/admin/form/draft/unsaved-draft'
import { TextArea } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { newUuid } from '@/platform/http/new-uuid'

/** What notes are about: the path of their API calls and the text of the toasts. */
export type NoteTarget = {
  path: string
  /** Of the order, or of the customer's first order. */
  id: number
  collection: 'order-notes' | 'customer-notes'
  done: string
  failed: string
  hint: string
}

/** Adds a dated note. Its request id stays the same until its text changes, so that sending it twice adds one note. */
export function AddNote({ target }: { target: NoteTarget }) {
  const { send, isBusy, fields } = useAdminMutation()
  const [text, setText] = useState('')
  const [requestId, setRequestId] = useState<string | null>(null)
  const change = (next: string): void => {
    setText(next)
    setRequestId(null)
  }
  const add = async (form: HTMLFormElement): Promise<void> => {
    const id = requestId ?? newUuid()
    setRequestId(id)
    const result = await send({
      path: target.path,
      body: { text, requestId: id },
      done: target.done,
      failed: target.failed,
    })
    if (!result) return
    // Input during the request stays unsaved.
    setText((now) => (now === text ? '' : now))
    setRequestId(null)
    // Without a text the button is disabled, which would lose the focus.
    form.querySelector('textarea')?.focus()
  }
  return (
    <form
      className="df-panel__form"
      onSubmit={(event) => {
        event.preventDefault()
        void add(event.currentTarget)
      }}
    >
      <TextArea
        label="New note"
        rows={3}
        maxLength={5000}
        hint={target.hint}
        value={text}
        error={fields.text}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      <UnsavedDraft
        collection={target.collection}
        id={target.id}
        isDirty={text !== ''}
        values={{ text }}
        put={({ text: restored }) => {
          if (typeof restored === 'string') change(restored)
        }}
      />
      <Button type="submit" small disabled={text.trim() === ''} aria-busy={isBusy}>
        {isBusy ? 'Adding…' : 'Add note'}
      </Button>
    </form>
  )
}

type NoteProps = { target: NoteTarget; text: string }

const NoteDialog = ({ target, text, onClose }: NoteProps & { onClose: () => void }) => {
  const mutation = useAdminMutation()
  const save = async (edited: FormDataEntryValue | null): Promise<void> => {
    const result = await mutation.send({
      method: 'PUT',
      path: target.path,
      body: { text: edited },
      done: target.done,
      failed: target.failed,
    })
    if (result) onClose()
  }
  return (
    <FormDialog
      title="Edit note"
      mutation={{ ...mutation, theirs: null }}
      submit="Save note"
      onSubmit={(data) => save(data.get('text'))}
      onClose={onClose}
    >
      <TextArea
        label="Note"
        name="text"
        rows={5}
        maxLength={5000}
        defaultValue={text}
        error={mutation.fields.text}
        data-focus
      />
    </FormDialog>
  )
}

export function EditNote(note: NoteProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="ghost" small onClick={() => setIsOpen(true)}>
        Edit
      </Button>
      {isOpen ? <NoteDialog {...note} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
