'use client'
import { Button } from '@/admin/form/button'
import { useState } from 'react'

import { UnsavedDraft } from '@/admin/form/unsaved-draft'

import { useSaveOrder } from './use-save-order'

type Props = { id: number; version: number; notes: string; mayChange: boolean }

/** For staff only; the buyer never reads them. */
export function OrderNotes({ id, version, notes, mayChange }: Props) {
  const [text, setText] = useState(notes)
  const [known, setKnown] = useState(notes)
  // Read anew after a save of ours or of somebody else: what nobody has touched here follows.
  if (known !== notes && (text === known || text === notes)) {
    setKnown(notes)
    setText(notes)
  }
  const { isSaving, save } = useSaveOrder(id)
  if (!mayChange) return <p className="df-panel__text">{notes || 'No notes.'}</p>
  return (
    <form
      className="df-panel__form"
      onSubmit={(event) => {
        event.preventDefault()
        void save({ notes: text }, version)
      }}
    >
      <div className="df-field">
        <label htmlFor="order-notes">Notes for the team</label>
        <textarea
          id="order-notes"
          className="df-control"
          rows={4}
          maxLength={5000}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          aria-describedby="order-notes-hint"
        />
        {known !== notes ? (
          <p className="df-note" role="status">
            Somebody else has written meanwhile: “{notes || 'nothing'}”. Saving puts your words in
            its place.
          </p>
        ) : null}
        <p id="order-notes-hint" className="df-field__hint">
          The buyer does not see these.
        </p>
      </div>
      <UnsavedDraft
        collection="order-notes"
        id={id}
        isDirty={text !== notes && text !== known}
        values={{ text }}
        put={({ text: kept }) => setText(kept as string)}
      />
      <Button type="submit" small aria-busy={isSaving}>
        {isSaving ? 'Saving...' : 'Save notes'}
      </Button>
    </form>
  )
}
