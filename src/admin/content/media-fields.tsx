'use client'
import { useField } from '@payloadcms/ui'
import type { UploadFieldClientComponent } from 'payload'
import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useState } from 'react'

import { Button } from '@/admin/form/button'
import { MediaPicker, RecordingPicker } from '@/admin/form/media-picker/lazy-pickers'
import { type LibraryFile, Recording, toPicture } from '@/admin/form/media-picker/library-file'
import { Thumbnail } from '@/admin/list/thumbnail'
import { api, ApiError } from '@/platform/http/api-client'

/** The first wait before a failed request is sent again; each further wait is twice as long. */
const retryMs = 2000

/** The chosen file, which the form knows by its id only, and why it isn’t shown. */
const useLibraryFile = (id: number | null) => {
  const [file, setFile] = useState<LibraryFile | null>(null)
  const [failed, setFailed] = useState<{ id: number; isDeleted: boolean } | null>(null)
  useEffect(() => {
    if (id === null || file?.id === id) return
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = (waitMs: number): void =>
      void api<LibraryFile>('GET', `/api/admin/media/${id}`).then(
        (libraryFile) => {
          if (isCurrent) setFile(libraryFile)
        },
        (error: unknown) => {
          if (!isCurrent) return
          const isDeleted = error instanceof ApiError && error.status === 404
          setFailed({ id, isDeleted })
          if (!isDeleted) timer = setTimeout(load, waitMs, waitMs * 2)
        },
      )
    load(retryMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [id, file?.id])
  const current = file?.id === id ? file : null
  return { file: current, failed: failed?.id === id && !current ? failed : null }
}

type Props = ComponentProps<UploadFieldClientComponent>
type PickerProps = { title: string; onSelect: (id: number) => void; onClose: () => void }

/** One file of the media library, with the buttons that open the shop's picker. `noun` names it in the buttons. */
const MediaField = ({
  path,
  field,
  noun,
  preview,
  picker,
}: Props & {
  noun: string
  preview: (file: LibraryFile) => ReactNode
  picker: (props: PickerProps) => ReactNode
}) => {
  const { value, setValue, showError, errorMessage, disabled } = useField<number | null>({ path })
  const id = typeof value === 'number' ? value : null
  const { file, failed } = useLibraryFile(id)
  const [isPicking, setIsPicking] = useState(false)
  const { label: fieldLabel, admin } = field
  const label = typeof fieldLabel === 'string' ? fieldLabel : 'Image'
  const select = (selected: number): void => {
    setIsPicking(false)
    setValue(selected)
  }
  const remove = ({ currentTarget }: MouseEvent<HTMLButtonElement>): void => {
    // The pressed button is about to disappear.
    currentTarget.parentElement?.querySelector('button')?.focus()
    setValue(null)
  }
  return (
    <div className="field-type df-media-field" role="group" aria-label={label}>
      <p className="field-label">{label}</p>
      {file ? preview(file) : null}
      {failed ? (
        <p className="df-soft" role="status">
          {failed.isDeleted ? `This ${noun} was deleted.` : `Couldn’t load ${noun} ${id}.`}
        </p>
      ) : null}
      <p className="df-row-actions df-start">
        <Button small disabled={disabled} onClick={() => setIsPicking(true)}>
          {id === null ? `Choose ${noun}` : `Change ${noun}`}
        </Button>
        {id === null ? null : (
          <Button variant="ghost" small disabled={disabled} onClick={remove}>
            Remove {noun}
          </Button>
        )}
      </p>
      {typeof admin?.description === 'string' ? (
        <p className="df-soft">{admin.description}</p>
      ) : null}
      {showError && errorMessage ? <p className="df-field__error">{errorMessage}</p> : null}
      {isPicking
        ? picker({ title: label, onClose: () => setIsPicking(false), onSelect: select })
        : null}
    </div>
  )
}

/** One image of the media library, chosen in the picker that products and posts use. */
export function PictureField(props: Props) {
  return (
    <MediaField
      {...props}
      noun="image"
      preview={(file) =>
        toPicture(file).map(({ id, baseName, alt }) => (
          <Thumbnail key={id} baseName={baseName} alt={alt} size={200} />
        ))
      }
      picker={({ title, onSelect, onClose }) => (
        <MediaPicker
          title={title}
          multiple={false}
          onClose={onClose}
          onSelect={([picture]) => (picture ? onSelect(picture.id) : onClose())}
        />
      )}
    />
  )
}

export function RecordingField(props: Props) {
  return (
    <MediaField
      {...props}
      noun="recording"
      preview={(file) => <Recording file={file} />}
      picker={({ onSelect, onClose }) => (
        <RecordingPicker onClose={onClose} onSelect={({ id }) => onSelect(id)} />
      )}
    />
  )
}
