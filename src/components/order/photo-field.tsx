'use client'
import { useEffect, useId, useRef, useState } from 'react'

import { maxReturnPhotoBytes, maxReturnPhotos } from '@/modules/returns/rules'
import { api, ApiError } from '@/platform/http/api-client'
import { newUuid } from '@/platform/http/new-uuid'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'

type ChosenPhoto = {
  /** A UUID, so that a photo sent again after a lost response is stored once. */
  id: string
  name: string
  data: Blob
  preview: string
}

const maxSide = 2000
const smallBytes = 1_000_000

/**
 * Scales a large photo down before it is sent, and converts one in a format that only this device reads (HEIC on an
 * iPhone) to JPEG. What the browser can't read is sent unchanged, and the server refuses it.
 */
async function shrink(file: File): Promise<Blob> {
  if (file.size <= smallBytes && /^image\/(jpeg|png|webp)$/.test(file.type)) return file
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return file
  const canvas = document.createElement('canvas')
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height))
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return new Promise((resolve) =>
    canvas.toBlob((blob) => resolve(blob ?? file), 'image/jpeg', 0.85),
  )
}

const ChosenPhotos = ({
  photos,
  onRemove,
}: {
  photos: ChosenPhoto[]
  onRemove: (photo: ChosenPhoto) => void
}) => (
  <ul className="mb-1 flex flex-wrap gap-3 empty:hidden">
    {photos.map((photo) => (
      <li key={photo.id} className="relative">
        <img
          src={photo.preview}
          alt={photo.name}
          className="size-24 overflow-hidden rounded-cut bg-sunken object-cover text-tiny break-all"
        />
        <button
          type="button"
          aria-label={`Remove ${photo.name}`}
          className="absolute -top-2 -right-2 grid size-11 place-items-center"
          onClick={() => onRemove(photo)}
        >
          <span className="grid size-7 place-items-center rounded-round border border-line-strong bg-surface">
            <Icon name="x" className="size-4" />
          </span>
        </button>
      </li>
    ))}
  </ul>
)

/**
 * Photos that are added to a form, which stay on the device until they are uploaded with it.
 * @param pathOf where the photo with this id is sent
 */
export function usePhotos(pathOf: (id: string) => string) {
  const [photos, setPhotos] = useState<ChosenPhoto[]>([])
  const [problem, setProblem] = useState('')
  /** How many choices of photos are still being made smaller. */
  const [adding, setAdding] = useState(0)
  const uploaded = useRef(new Set<string>())
  const previews = useRef(new Set<string>())
  useEffect(() => {
    const urls = previews.current
    return () => urls.forEach((preview) => URL.revokeObjectURL(preview))
  }, [])
  const add = async (files: File[]): Promise<void> => {
    const freePlaces = maxReturnPhotos - photos.length
    setProblem(files.length > freePlaces ? `You can add up to ${maxReturnPhotos} photos.` : '')
    setAdding((count) => count + 1)
    try {
      for (const file of files.slice(0, freePlaces)) {
        const data = await shrink(file)
        if (data.size > maxReturnPhotoBytes) setProblem(`“${file.name}” is larger than 10 MB.`)
        else {
          const preview = URL.createObjectURL(data)
          previews.current.add(preview)
          const photo = { id: newUuid(), name: file.name, data, preview }
          setPhotos((before) => [...before, photo].slice(0, maxReturnPhotos))
        }
      }
    } finally {
      setAdding((count) => count - 1)
    }
  }
  const remove = (photo: ChosenPhoto): void => {
    URL.revokeObjectURL(photo.preview)
    setProblem('')
    setPhotos((before) => before.filter((one) => one !== photo))
  }
  /** Uploads those that aren't yet. @returns the ids of all */
  const upload = async (): Promise<string[]> => {
    for (const { id, name, data } of photos) {
      if (uploaded.current.has(id)) continue
      const body = new FormData()
      body.append('file', data, name)
      await api('PUT', pathOf(id), body).catch((error: unknown) => {
        if (error instanceof ApiError) setProblem(error.fields?.file ?? '')
        throw error
      })
      uploaded.current.add(id)
    }
    return photos.map(({ id }) => id)
  }
  return { photos, problem, isAdding: adding > 0, add, remove, upload }
}
export type Photos = ReturnType<typeof usePhotos> & { disabled: boolean }

export function PhotoField({
  value: { photos, problem, add, remove, disabled },
  hint,
  error,
}: {
  value: Photos
  hint: string
  error: string | undefined
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const shownError = problem || error
  return (
    <fieldset disabled={disabled} className="grid min-w-0 content-start justify-items-start gap-2">
      <legend className="mb-1.5 text-small font-semibold">
        Photos<span className="font-normal"> optional</span>
      </legend>
      <ChosenPhotos
        photos={photos}
        onRemove={(photo) => {
          remove(photo)
          input.current?.focus()
        }}
      />
      <label
        className={buttonClass({
          variant: 'line',
          className:
            'cursor-pointer has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-(--c-focus)',
        })}
      >
        <input
          ref={input}
          type="file"
          accept="image/*"
          multiple
          className="sr-only"
          aria-invalid={shownError ? true : undefined}
          aria-describedby={`${id}-error ${id}-hint`}
          onChange={({ currentTarget }) => {
            void add([...(currentTarget.files ?? [])])
            currentTarget.value = ''
          }}
        />
        Add photos
      </label>
      <p id={`${id}-error`} role="status" className="text-small font-[550] text-bad empty:hidden">
        {shownError}
      </p>
      <p id={`${id}-hint`} className="text-[.875rem] text-ink-mute">
        {hint}
      </p>
    </fieldset>
  )
}
