'use client'
import { ChevronLeft, ChevronRight, ImagePlus, X } from 'lucide-react'
import { useState } from 'react'

import { Button, IconButton } from '@/admin/form/button'
import { Thumbnail } from '@/admin/list/thumbnail'

import { Dialog, DialogActions } from './dialog'
import { TextField } from './fields'
import { hasPicture, MediaPicker, type SelectedPicture } from './media-picker'
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
          label="Describe the image"
          hint="For people who can’t see the image. Applies everywhere it’s used."
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

/** Drags move pictures by their position in the list; another kind of drag, such as a file, has no such data. */
const dragType = 'application/x-dayfern-picture'

/** A picture with its buttons, which can be dragged too. `onMove` moves it from one position to another. */
const PictureItem = ({
  picture,
  index,
  isLast,
  onMove,
  onRemove,
  onDescribe,
}: {
  picture: SelectedPicture
  index: number
  isLast: boolean
  onMove: (from: number, to: number) => void
  onRemove: () => void
  onDescribe: () => void
}) => {
  const name = `image ${index + 1}${picture.alt ? `, ${picture.alt}` : ''}`
  return (
    <li
      draggable
      onDragStart={({ dataTransfer }) => {
        dataTransfer.effectAllowed = 'move'
        dataTransfer.setData(dragType, String(index))
      }}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(dragType)) event.preventDefault()
      }}
      onDrop={(event) => {
        const from = event.dataTransfer.getData(dragType)
        if (from === '') return
        event.preventDefault()
        onMove(Number(from), index)
      }}
    >
      <Thumbnail baseName={picture.baseName} alt={picture.alt} size={112} />
      <div className="df-pictures__ways">
        <IconButton
          icon={ChevronLeft}
          label={`Move ${name} forward`}
          disabled={index === 0}
          onClick={() => onMove(index, index - 1)}
        />
        <IconButton
          icon={ChevronRight}
          label={`Move ${name} back`}
          disabled={isLast}
          onClick={() => onMove(index, index + 1)}
        />
        <IconButton icon={X} label={`Remove ${name}`} onClick={onRemove} />
      </div>
      <button
        type="button"
        className="df-pictures__alt"
        aria-label={`Alt text of ${name}`}
        onClick={onDescribe}
      >
        {picture.alt ? 'Alt text' : 'Add alt text'}
      </button>
    </li>
  )
}

const ChooseButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <li>
    <button type="button" className="df-pictures__add" aria-label={label} onClick={onClick}>
      <ImagePlus aria-hidden size={22} strokeWidth={1.5} />
      <span>Choose</span>
    </button>
  </li>
)

type Props = {
  label: string
  pictures: SelectedPicture[]
  onChange: (pictures: SelectedPicture[]) => void
  error?: string
  most?: number
}

/** An ordered list of pictures; the first is the main one. */
export function PictureList({ label, pictures, onChange, error, most: max = 30 }: Props) {
  const [isPicking, setIsPicking] = useState(false)
  const [describedId, setDescribedId] = useState<number | null>(null)
  const move = (from: number, to: number): void => {
    const next = [...pictures]
    next.splice(to, 0, ...next.splice(from, 1))
    onChange(next)
  }
  const described = pictures.find(({ id }) => id === describedId)
  return (
    <div className="df-pictures" role="group" aria-label={label}>
      <ul>
        {pictures.map((picture, index) => (
          <PictureItem
            key={picture.id}
            picture={picture}
            index={index}
            isLast={index === pictures.length - 1}
            onMove={move}
            onRemove={() => onChange(pictures.filter(({ id }) => id !== picture.id))}
            onDescribe={() => setDescribedId(picture.id)}
          />
        ))}
        {pictures.length < max ? (
          <ChooseButton label={`${label}: choose`} onClick={() => setIsPicking(true)} />
        ) : null}
      </ul>
      {error ? <p className="df-field__error">{error}</p> : null}
      {isPicking ? (
        <MediaPicker
          title={label}
          multiple={max > 1}
          onClose={() => setIsPicking(false)}
          onSelect={(selected) => {
            setIsPicking(false)
            const added = selected.filter(({ id }) => !hasPicture(pictures, id))
            onChange([...pictures, ...added].slice(0, max))
          }}
        />
      ) : null}
      {described ? (
        <AltDialog
          picture={described}
          onClose={() => setDescribedId(null)}
          onSaved={(alt) => {
            setDescribedId(null)
            onChange(
              pictures.map((picture) =>
                picture.id === described.id ? { ...picture, alt } : picture,
              ),
            )
          }}
        />
      ) : null}
    </div>
  )
}
