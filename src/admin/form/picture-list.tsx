'use client'
import { ChevronLeft, ChevronRight, ImagePlus, X } from 'lucide-react'
import { useState } from 'react'

import { Button, IconButton } from '@/admin/form/button'
import { Thumbnail } from '@/admin/list/thumbnail'

import { Dialog, DialogActions } from './dialog'
import { TextField } from './fields'
import { MediaPicker, type SelectedPicture } from './media-picker'
import { useAdminMutation } from './use-admin-mutation'

/** Saved at once: the alt text belongs to the picture wherever it is used. */
const AltDialog = ({
  picture,
  onSaved,
  onClose,
}: {
  picture: SelectedPicture
  onSaved: (alt: string) => void
  onClose: () => void
}) => {
  const { send, isBusy, fields, refusal } = useAdminMutation()
  const [alt, setAlt] = useState(picture.alt)
  const save = async (): Promise<void> => {
    if (
      await send({
        method: 'PUT',
        path: `/api/admin/media/${picture.id}`,
        body: { altText: alt },
        done: 'Media updated',
        failed: 'Error updating media',
      })
    )
      onSaved(alt.trim())
  }
  return (
    <Dialog title="Alt text" onClose={onClose} isDirty={alt !== picture.alt}>
      {/* Not a form: it would be nested in the product's. */}
      <div className="df-form">
        <Thumbnail baseName={picture.baseName} size={160} />
        <TextField
          label="What the picture shows"
          hint="For people who do not see it. It counts wherever the picture is used."
          maxLength={300}
          value={alt}
          error={fields.altText ?? refusal ?? undefined}
          onChange={({ currentTarget }) => setAlt(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault()
              void save()
            }
          }}
        />
        <DialogActions>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="solid" isBusy={isBusy} onClick={() => void save()}>
            {isBusy ? 'Saving...' : 'Save alt text'}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}

type Props = {
  label: string
  pictures: SelectedPicture[]
  onChange: (pictures: SelectedPicture[]) => void
  error?: string
  most?: number
}

/** An ordered list of pictures; the first is the main one. */
export function PictureList({ label, pictures, onChange, error, most = 30 }: Props) {
  const [isPicking, setIsPicking] = useState(false)
  const [described, setDescribed] = useState<number | null>(null)
  const move = (from: number, to: number): void => {
    const next = [...pictures]
    next.splice(to, 0, ...next.splice(from, 1))
    onChange(next)
  }
  const shownPicture = pictures.find(({ id }) => id === described)
  return (
    <div className="df-pictures" role="group" aria-label={label}>
      <ul>
        {pictures.map((picture, index) => {
          const name = `picture ${index + 1}${picture.alt ? `, ${picture.alt}` : ''}`
          return (
            <li key={picture.id}>
              <Thumbnail baseName={picture.baseName} alt={picture.alt} size={112} />
              <div className="df-pictures__ways">
                <IconButton
                  icon={ChevronLeft}
                  label={`Move ${name} forward`}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                />
                <IconButton
                  icon={ChevronRight}
                  label={`Move ${name} back`}
                  disabled={index === pictures.length - 1}
                  onClick={() => move(index, index + 1)}
                />
                <IconButton
                  icon={X}
                  label={`Take ${name} away`}
                  onClick={() => onChange(pictures.filter(({ id }) => id !== picture.id))}
                />
              </div>
              <button
                type="button"
                className="df-pictures__alt"
                aria-label={`Alt text of ${name}`}
                onClick={() => setDescribed(picture.id)}
              >
                {picture.alt ? 'Alt text' : 'Add alt text'}
              </button>
            </li>
          )
        })}
        {pictures.length < most ? (
          <li>
            <button
              type="button"
              className="df-pictures__add"
              aria-label={`${label}: choose`}
              onClick={() => setIsPicking(true)}
            >
              <ImagePlus aria-hidden size={22} strokeWidth={1.5} />
              <span>Choose</span>
            </button>
          </li>
        ) : null}
      </ul>
      {error ? <p className="df-field__error">{error}</p> : null}
      {isPicking ? (
        <MediaPicker
          title={label}
          multiple={most > 1}
          onClose={() => setIsPicking(false)}
          onSelect={(selected) => {
            setIsPicking(false)
            onChange(
              [
                ...pictures,
                ...selected.filter(({ id }) => !pictures.some((picture) => picture.id === id)),
              ].slice(0, most),
            )
          }}
        />
      ) : null}
      {shownPicture ? (
        <AltDialog
          picture={shownPicture}
          onClose={() => setDescribed(null)}
          onSaved={(alt) => {
            setDescribed(null)
            onChange(pictures.map((one) => (one.id === shownPicture.id ? { ...one, alt } : one)))
          }}
        />
      ) : null}
    </div>
  )
}
