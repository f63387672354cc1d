'use client'
import { ChevronLeft, ChevronRight, ImagePlus, X } from 'lucide-react'
import { type ComponentProps, type MouseEvent, useLayoutEffect, useRef, useState } from 'react'

import { Button, IconButton } from '@/admin/form/button'
import { Thumbnail } from '@/admin/list/thumbnail'

import { Dialog, DialogActions } from './dialog'
import { TextField } from './fields'
import { MediaPicker } from './media-picker/lazy-pickers'
import type { SelectedPicture } from './media-picker/library-file'
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

type DragProps = Pick<
  ComponentProps<'li'>,
  'className' | 'draggable' | 'onDragStart' | 'onDragEnter' | 'onDragOver' | 'onDrop' | 'onDragEnd'
>

/** Dragging an image onto another moves it there. The buttons do the same for touch screens and the keyboard. */
const useDragOrder = (move: (from: number, to: number) => void) => {
  const [dragged, setDragged] = useState<{ from: number; over: number } | null>(null)
  return (index: number, isDraggable: boolean): DragProps => ({
    draggable: isDraggable,
    className:
      dragged && dragged.over === index && dragged.from !== index ? 'df-pictures__drop' : '',
    onDragStart: (event) => {
      event.dataTransfer.effectAllowed = 'move'
      // Firefox starts no drag without data.
      event.dataTransfer.setData('text/plain', '')
      setDragged({ from: index, over: index })
    },
    onDragEnter: () => setDragged((now) => now && { ...now, over: index }),
    onDragOver: (event) => {
      // Only images of this list may be dropped here.
      if (dragged) event.preventDefault()
    },
    onDrop: (event) => {
      event.preventDefault()
      if (dragged && dragged.from !== index) move(dragged.from, index)
      setDragged(null)
    },
    onDragEnd: () => setDragged(null),
  })
}

/**
 * A pressed button that is disabled at an end of the list, or removed with its image, would lose the focus: another
 * button of its image, or of a neighbor, gets it.
 */
const useListFocus = (pictures: readonly SelectedPicture[]) => {
  const ref = useRef<HTMLUListElement>(null)
  const pressed = useRef<{ item: Element | null; index: number } | null>(null)
  useLayoutEffect(() => {
    const active = document.activeElement
    const button = pressed.current
    pressed.current = null
    if (!button || (active !== document.body && !active?.matches(':disabled'))) return
    const { item, index } = button
    const items = [...(ref.current?.children ?? [])]
    const next = items.find((other) => other === item) ?? items[index] ?? items.at(-1)
    next?.querySelector<HTMLElement>('button:enabled')?.focus()
  }, [pictures])
  const onClickCapture = ({ target, currentTarget }: MouseEvent): void => {
    const items = [...currentTarget.children]
    const index = items.findIndex((item) => target instanceof Node && item.contains(target))
    pressed.current = { item: items[index] ?? null, index }
  }
  return { ref, onClickCapture }
}

/** A picture with its buttons. `onMove` moves it by -1 or 1; the ends of the list have no such neighbor. */
const PictureItem = ({
  picture,
  index,
  isLast,
  onMove,
  onRemove,
  onDescribe,
  drag,
}: {
  picture: SelectedPicture
  index: number
  isLast: boolean
  drag: DragProps
  onMove: (by: number) => void
  onRemove: () => void
  onDescribe: () => void
}) => {
  const name = `image ${index + 1}${picture.alt ? `, ${picture.alt}` : ''}`
  return (
    <li {...drag}>
      <Thumbnail baseName={picture.baseName} alt={picture.alt} size={112} />
      {picture.isTrashed ? <span className="df-soft">In the trash</span> : null}
      <div className="df-pictures__actions">
        <IconButton
          icon={ChevronLeft}
          label={`Move ${name} forward`}
          disabled={index === 0}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon={ChevronRight}
          label={`Move ${name} back`}
          disabled={isLast}
          onClick={() => onMove(1)}
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

const withPictures = (pictures: SelectedPicture[], selected: SelectedPicture[]) => {
  const ids = pictures.map(({ id }) => id)
  return [...pictures, ...selected.filter(({ id }) => !ids.includes(id))]
}

const withAlt = (pictures: SelectedPicture[], id: number, alt: string) =>
  pictures.map((picture) => (picture.id === id ? { ...picture, alt } : picture))

/** An ordered list of pictures; the first is the main one. */
export function PictureList({ label, pictures, onChange, error, most: max = 30 }: Props) {
  const [isPicking, setIsPicking] = useState(false)
  const [describedId, setDescribedId] = useState<number | null>(null)
  const move = (from: number, to: number): void => {
    const moved = pictures[from]
    if (moved) onChange(pictures.toSpliced(from, 1).toSpliced(to, 0, moved))
  }
  const dragOf = useDragOrder(move)
  const described = pictures.find(({ id }) => id === describedId)
  const latest = useRef(pictures)
  useLayoutEffect(() => {
    latest.current = pictures
  })
  return (
    <div className="df-pictures" role="group" aria-label={label}>
      <ul {...useListFocus(pictures)}>
        {pictures.map((picture, index) => (
          <PictureItem
            key={picture.id}
            picture={picture}
            index={index}
            isLast={index === pictures.length - 1}
            drag={dragOf(index, pictures.length > 1)}
            onMove={(by) => move(index, index + by)}
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
            onChange(withPictures(pictures, selected).slice(0, max))
          }}
        />
      ) : null}
      {described ? (
        <AltDialog
          picture={described}
          onClose={() => setDescribedId(null)}
          onSaved={(alt) => {
            // The dialog may have been closed, and the list changed, while it was being saved.
            setDescribedId((now) => (now === described.id ? null : now))
            onChange(withAlt(latest.current, described.id, alt))
          }}
        />
      ) : null}
    </div>
  )
}
