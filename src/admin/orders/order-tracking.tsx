'use client'
import { type ReactNode, useState } from 'react'

import { Button } from '@/admin/form/button'
import { Field } from '@/admin/form/fields'
import { UnsavedDraft } from '@/admin/form/unsaved-draft'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'

type Control = { value: string; onChange: (value: string) => void }
type Props = {
  id: number
  version: number
  field: 'notes' | 'trackingNumber'
  stored: string
  label: string
  hint?: string
  submit: string
  /** Below the field after somebody else has saved. */
  conflict: string
  /** The collection and the name of the value in unsaved drafts. */
  draft: { collection: string; name: string }
  control: (control: Control, attributes: object) => ReactNode
}

/** One field of an order with its own save button. Text that nobody has edited follows later saves. */
function OrderField({
  id,
  version,
  field,
  stored,
  label,
  hint,
  submit,
  conflict,
  draft,
  control,
}: Props) {
  const [text, setText] = useState(stored)
  const [base, setBase] = useState(stored)
  if (base !== stored && (text === base || text === stored)) {
    setBase(stored)
    setText(stored)
  }
  const { send, isBusy } = useAdminMutation()
  return (
    <form
      className="df-panel__form"
      onSubmit={(event) => {
        event.preventDefault()
        void send({
          method: 'PUT',
          path: `/api/admin/orders/${id}`,
          body: { [field]: field === 'notes' ? text : text || null, version },
          done: 'Order updated',
          failed: 'Error updating order',
        })
      }}
    >
      <Field label={label} hint={hint}>
        {(attributes) => control({ value: text, onChange: setText }, attributes)}
      </Field>
      {base !== stored ? (
        <p className="df-note" role="status">
          {conflict}
        </p>
      ) : null}
      <UnsavedDraft
        collection={draft.collection}
        id={id}
        isDirty={text !== stored && text !== base}
        values={{ [draft.name]: text }}
        put={({ [draft.name]: restored }) => {
          if (typeof restored === 'string') setText(restored)
        }}
      />
      <Button type="submit" small aria-busy={isBusy}>
        {isBusy ? 'Saving...' : submit}
      </Button>
    </form>
  )
}

/** For staff only; the buyer never reads them. */
export function OrderNotes({ id, version, notes }: { id: number; version: number; notes: string }) {
  return (
    <OrderField
      id={id}
      version={version}
      field="notes"
      stored={notes}
      label="Staff notes"
      hint="Not visible to the customer."
      submit="Save notes"
      conflict={`Someone else changed this to “${notes || 'nothing'}”. Saving replaces it with yours.`}
      draft={{ collection: 'order-notes', name: 'text' }}
      control={({ value, onChange }, attributes) => (
        <textarea
          {...attributes}
          className="df-control"
          rows={4}
          maxLength={5000}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    />
  )
}

export function OrderTracking({
  id,
  version,
  trackingNumber,
}: {
  id: number
  version: number
  trackingNumber: string
}) {
  return (
    <OrderField
      id={id}
      version={version}
      field="trackingNumber"
      stored={trackingNumber}
      label="Tracking number"
      submit="Save tracking number"
      conflict={`Someone else changed this to “${trackingNumber || 'none'}”. Saving replaces it with yours.`}
      draft={{ collection: 'order-tracking', name: 'number' }}
      control={({ value, onChange }, attributes) => (
        <input
          {...attributes}
          className="df-control"
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    />
  )
}
