'use client'
import { useState } from 'react'

import { ButtonLink } from '@/admin/form/button'
import { Dialog, DialogActions } from '@/admin/form/dialog'
import type { AdminReturn } from '@/modules/returns/schemas'

/** The buyer's photos: small ones that open in full, where they can be downloaded for a claim at the printer. */
export function ReturnPhotos({
  view: { id: returnId, orderNumber, photos },
}: {
  view: Pick<AdminReturn, 'id' | 'orderNumber' | 'photos'>
}) {
  const [shown, setShown] = useState<number | null>(null)
  const pathOf = (index: number): string =>
    `/api/admin/returns/${returnId}/photos/${photos[index] ?? ''}`
  const titleOf = (index: number): string => `Photo ${index + 1} of ${photos.length}`
  return (
    <>
      <ul className="df-photos">
        {photos.map((id, index) => (
          <li key={id}>
            <button type="button" onClick={() => setShown(index)}>
              <img
                className="df-thumb"
                src={`${pathOf(index)}?size=small`}
                alt={`${titleOf(index)} for ${orderNumber}`}
                width={72}
                height={72}
                loading="lazy"
              />
            </button>
          </li>
        ))}
      </ul>
      {shown === null ? null : (
        <Dialog
          title={`${titleOf(shown)} for ${orderNumber}`}
          size="wide"
          onClose={() => setShown(null)}
        >
          <img className="df-photo" src={pathOf(shown)} alt="What the customer sent" />
          <DialogActions>
            <ButtonLink native href={pathOf(shown)} download={`${orderNumber}-${shown + 1}.jpg`}>
              Download
            </ButtonLink>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
