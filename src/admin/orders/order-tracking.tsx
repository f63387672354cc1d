'use client'
import { Fact } from '@/admin/shell/facts'
import { Button } from '@/admin/form/button'
import { useState } from 'react'

import { UnsavedDraft } from '@/admin/form/unsaved-draft'
import type { AdminOrder } from '@/modules/orders/queries/admin-orders'

import { useSaveOrder } from './use-save-order'

type Props = { order: Pick<AdminOrder, 'id' | 'version' | 'trackingNumber'>; mayChange: boolean }

export function OrderTracking({ order: { id, version, trackingNumber }, mayChange }: Props) {
  const stored = trackingNumber ?? ''
  const [number, setNumber] = useState(stored)
  const [known, setKnown] = useState(stored)
  if (known !== stored && (number === known || number === stored)) {
    setKnown(stored)
    setNumber(stored)
  }
  const { isSaving, save } = useSaveOrder(id)
  return (
    <>
      {mayChange ? null : (
        <dl className="df-facts">
          <Fact name="Tracking number">{trackingNumber ?? 'None yet'}</Fact>
        </dl>
      )}
      {mayChange ? (
        <form
          className="df-panel__form"
          onSubmit={(event) => {
            event.preventDefault()
            void save({ trackingNumber: number || null }, version)
          }}
        >
          <div className="df-field">
            <label htmlFor="order-tracking">Tracking number</label>
            <input
              id="order-tracking"
              className="df-control"
              maxLength={100}
              autoComplete="off"
              spellCheck={false}
              value={number}
              onChange={({ currentTarget }) => setNumber(currentTarget.value)}
            />
          </div>
          {known !== stored ? (
            <p className="df-note" role="status">
              Meanwhile it was set to “{stored || 'none'}”. Saving puts yours in its place.
            </p>
          ) : null}
          <UnsavedDraft
            collection="order-tracking"
            id={id}
            isDirty={number !== stored && number !== known}
            values={{ number }}
            put={({ number: kept }) => setNumber(kept as string)}
          />
          <Button type="submit" small aria-busy={isSaving}>
            {isSaving ? 'Saving...' : 'Save number'}
          </Button>
        </form>
      ) : null}
    </>
  )
}
