'use client'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { TextArea } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { UnsavedDraft } from '@/admin/form/unsaved-draft'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'

/** Adds a dated note. Its request id stays the same until it is saved, so that sending it twice adds one note. */
export function AddOrderNote({ orderId }: { orderId: number }) {
  const { send, isBusy, fields } = useAdminMutation()
  const [text, setText] = useState('')
  const [requestId, setRequestId] = useState<string | null>(null)
  const add = async (): Promise<void> => {
    const id = requestId ?? crypto.randomUUID()
    setRequestId(id)
    const result = await send({
      path: `/api/admin/orders/${orderId}/notes`,
      body: { text, requestId: id },
      done: 'Order updated',
      failed: 'Error updating order',
    })
    if (!result) return
    setText('')
    setRequestId(null)
  }
  return (
    <form
      className="df-panel__form"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <TextArea
        label="New note"
        rows={3}
        maxLength={5000}
        hint="Not visible to the customer."
        value={text}
        error={fields.text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <UnsavedDraft
        collection="order-notes"
        id={orderId}
        isDirty={text !== ''}
        values={{ text }}
        put={({ text: restored }) => {
          if (typeof restored === 'string') setText(restored)
        }}
      />
      <Button type="submit" small disabled={text.trim() === ''} aria-busy={isBusy}>
        {isBusy ? 'Adding...' : 'Add note'}
      </Button>
    </form>
  )
}

/** Edits the text of one's own note. */
export function EditOrderNote({ path, text }: { path: string; text: string }) {
  const mutation = useAdminMutation()
  const [isOpen, setIsOpen] = useState(false)
  const save = async (edited: FormDataEntryValue | null): Promise<void> => {
    const result = await mutation.send({
      method: 'PUT',
      path,
      body: { text: edited },
      done: 'Order updated',
      failed: 'Error updating order',
    })
    if (result) setIsOpen(false)
  }
  return (
    <>
      <Button variant="ghost" small onClick={() => setIsOpen(true)}>
        Edit
      </Button>
      {isOpen ? (
        <FormDialog
          title="Edit note"
          mutation={{ ...mutation, theirs: null }}
          submit="Save note"
          onSubmit={(data) => save(data.get('text'))}
          onClose={() => setIsOpen(false)}
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
      ) : null}
    </>
  )
}
