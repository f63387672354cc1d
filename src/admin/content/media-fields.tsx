'use client'
import { useField } from '@payloadcms/ui'
import type { UploadFieldClientComponent } from 'payload'
import { type ComponentProps, useEffect, useState } from 'react'

import { Button } from '@/admin/form/button'
import {
  type LibraryFile,
  MediaPicker,
  type SelectedPicture,
  toPicture,
} from '@/admin/form/media-picker'
import { Thumbnail } from '@/admin/list/thumbnail'
import { api } from '@/platform/http/api-client'

/** The chosen picture, which the form knows by its id only. */
const usePicture = (id: number | null) => {
  const [picture, setPicture] = useState<SelectedPicture | null>(null)
  useEffect(() => {
    if (id === null || picture?.id === id) return
    let isCurrent = true
    api<LibraryFile>('GET', `/api/admin/media/${id}`).then(
      (file) => {
        if (isCurrent) setPicture(toPicture(file)[0] ?? null)
      },
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [id, picture?.id])
  return [picture?.id === id ? picture : null, setPicture] as const
}

/** One image of the media library, chosen in the picker that products and posts use. */
export function PictureField({ path, field }: ComponentProps<UploadFieldClientComponent>) {
  const { value, setValue, showError, errorMessage, disabled } = useField<number | null>({ path })
  const id = typeof value === 'number' ? value : null
  const [picture, setPicture] = usePicture(id)
  const [isPicking, setIsPicking] = useState(false)
  const label = typeof field.label === 'string' ? field.label : 'Image'
  return (
    <div className="field-type df-picture-field" role="group" aria-label={label}>
      <p className="field-label">{label}</p>
      {picture ? <Thumbnail baseName={picture.baseName} alt={picture.alt} size={200} /> : null}
      <p className="df-row-actions df-start">
        <Button small disabled={disabled} onClick={() => setIsPicking(true)}>
          {id === null ? 'Choose image' : 'Change image'}
        </Button>
        {id === null ? null : (
          <Button variant="ghost" small disabled={disabled} onClick={() => setValue(null)}>
            Remove image
          </Button>
        )}
      </p>
      {showError && errorMessage ? <p className="df-field__error">{errorMessage}</p> : null}
      {isPicking ? (
        <MediaPicker
          title={label}
          multiple={false}
          onClose={() => setIsPicking(false)}
          onSelect={([selected]) => {
            setIsPicking(false)
            if (!selected) return
            setPicture(selected)
            setValue(selected.id)
          }}
        />
      ) : null}
    </div>
  )
}
