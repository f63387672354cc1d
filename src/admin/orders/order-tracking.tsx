'use client'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { UnsavedDraft } from '@/admin/form/draft/unsaved-draft'
import { TextField } from '@/admin/form/fields'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'

type Props = { id: number; version: number; trackingNumber: string }

/** The tracking number with its own save button. Text that nobody has edited follows later saves. */
export function OrderTracking({ id, version, trackingNumber: stored }: Props) {
  const [text, setText] = useState(stored)
  const [base, setBase] = useState(stored)
  if (base !== stored && (text === base || text === stored)) {
    setBase(stored)
    setText(stored)
  }
  const { send, isBusy, fields } = useAdminMutation()
  return (
    <form
      className="df-panel__form"
      onSubmit={(event) => {
        event.preventDefault()
        // Once it’s saved the button is disabled, which would lose the focus.
        event.currentTarget.querySelector('input')?.focus()
        void send({
          method: 'PUT',
          path: `/api/admin/orders/${id}`,
          body: { trackingNumber: text || null, version },
          done: 'Order updated',
          failed: 'Error updating order',
        })
      }}
    >
      <TextField
        label="Tracking number"
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        value={text}
        error={fields.trackingNumber}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {base !== stored ? (
        <p className="df-note" role="status">
          Someone else changed this to “{stored || 'none'}”. Saving replaces it with yours.
        </p>
      ) : null}
      <UnsavedDraft
        collection="order-tracking"
        id={id}
        isDirty={text !== stored && text !== base}
        values={{ number: text }}
        put={({ number }) => {
          if (typeof number === 'string') setText(number)
        }}
      />
      <Button type="submit" small aria-busy={isBusy} disabled={text.trim() === stored}>
        {isBusy ? 'Saving...' : 'Save tracking number'}
      </Button>
    </form>
  )
}
