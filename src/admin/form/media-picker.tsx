'use client'
import { Check, Upload } from 'lucide-react'
import {
  type Dispatch,
  type KeyboardEvent,
  type SetStateAction,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'

import { SearchInput } from '@/admin/list/list-filters'
import { Thumbnail } from '@/admin/list/thumbnail'
import { api, ApiError, errorSentence } from '@/platform/http/api-client'
import { FormError } from '@/ui/form-error'

import { Button } from './button'
import { Dialog, DialogActions } from './dialog'

export type SelectedPicture = { id: number; baseName: string; alt: string }

/** A file as the API of the media library shows it. */
export type LibraryFile = {
  id: number
  originalName: string
  altText: string
  thumbnail: string | null
}

const perPage = 24
/** Returns the picture of a library file in a list, which is empty for other files. */
export function toPicture({ id, altText, thumbnail }: LibraryFile): SelectedPicture[] {
  const baseName = /\/uploads\/(.+)-320\.webp$/.exec(thumbnail ?? '')?.[1]
  return baseName ? [{ id, baseName, alt: altText }] : []
}
function hasPicture(pictures: readonly SelectedPicture[], id: number): boolean {
  return pictures.some((picture) => picture.id === id)
}

const upload = async (file: File): Promise<SelectedPicture> => {
  const form = new FormData()
  form.append('file', file)
  const response = await fetch('/api/admin/media/upload', {
    method: 'POST',
    credentials: 'include',
    body: form,
  })
  const body = (await response.json().catch(() => ({}))) as LibraryFile & { error?: string }
  if (!response.ok)
    throw new ApiError(response.status, response.statusText, body.error ?? 'Upload failed')
  const [picture] = toPicture(body)
  if (!picture)
    throw new ApiError(
      415,
      'not an image',
      `${file.name} is in the media library, but it isn’t an image.`,
    )
  return picture
}

/** Pictures of the library that match a search, loaded page by page. */
const usePictureSearch = (search: string) => {
  const [pictures, setPictures] = useState<SelectedPicture[] | null>(null)
  const [page, setPage] = useState(1)
  const [hasMore, setHasMore] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const latest = useRef(0)
  const query = search.trim()

  const load = async (number: number): Promise<void> => {
    const request = (latest.current += 1)
    try {
      const params = new URLSearchParams({
        type: 'image',
        page: String(number),
        limit: String(perPage),
        ...(query ? { search: query } : {}),
      })
      const files = await api<LibraryFile[]>('GET', `/api/admin/media?${params.toString()}`)
      if (request !== latest.current) return
      const loaded = files.flatMap(toPicture)
      setPictures((before) =>
        number === 1 || !before
          ? loaded
          : [...before, ...loaded.filter(({ id }) => !hasPicture(before, id))],
      )
      setPage(number)
      setHasMore(files.length === perPage)
      setError(null)
    } catch (reason) {
      if (request === latest.current) setError(errorSentence(reason))
    }
  }
  const loadFirst = useEffectEvent(() => load(1))
  useEffect(() => {
    const timer = setTimeout(() => void loadFirst(), query ? 250 : 0)
    return () => clearTimeout(timer)
  }, [query])
  return { pictures, setPictures, hasMore, error, setError, loadMore: () => void load(page + 1) }
}

/** Uploads one file after another. What fails is added to the error, and the rest goes on. */
const useUploads = (
  onUploaded: (picture: SelectedPicture) => void,
  setError: Dispatch<SetStateAction<string | null>>,
) => {
  const [count, setCount] = useState(0)
  const add = async (files: FileList | null): Promise<void> => {
    setError(null)
    for (const file of [...(files ?? [])]) {
      setCount((before) => before + 1)
      try {
        onUploaded(await upload(file))
      } catch (reason) {
        const message = `${file.name}: ${errorSentence(reason)}`
        setError((before) => (before ? `${before} ${message}` : message))
      } finally {
        setCount((before) => before - 1)
      }
    }
  }
  return { isUploading: count > 0, add }
}

const PictureGrid = ({
  pictures,
  empty,
  selected,
  multiple,
  onToggle,
}: {
  pictures: readonly SelectedPicture[]
  empty: string
  selected: readonly SelectedPicture[]
  multiple: boolean
  onToggle: (picture: SelectedPicture) => void
}) =>
  pictures.length === 0 ? (
    <p className="df-soft">{empty}</p>
  ) : (
    <ul className="df-picker__grid">
      {pictures.map((picture) => {
        const position = selected.findIndex(({ id }) => id === picture.id)
        return (
          <li key={picture.id}>
            <button
              type="button"
              className="df-picker__one"
              aria-pressed={multiple ? position >= 0 : undefined}
              aria-label={picture.alt || 'Image without alt text'}
              onClick={() => onToggle(picture)}
            >
              <Thumbnail baseName={picture.baseName} size={132} />
              {position >= 0 ? (
                <span className="df-picker__mark" aria-hidden>
                  <Check size={15} strokeWidth={2.4} />
                  {position + 1}
                </span>
              ) : null}
            </button>
          </li>
        )
      })}
    </ul>
  )

const UploadButton = ({
  multiple,
  isUploading,
  onFiles,
}: {
  multiple: boolean
  isUploading: boolean
  onFiles: (files: FileList | null) => Promise<void>
}) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button small icon={Upload} aria-busy={isUploading} onClick={() => input.current?.click()}>
        {isUploading ? 'Uploading...' : 'Upload'}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept="image/jpeg,image/png,image/webp,image/avif"
        aria-label="Upload images"
        onChange={({ currentTarget }) =>
          void onFiles(currentTarget.files).then(() => {
            currentTarget.value = ''
          })
        }
      />
    </>
  )
}

/** The picker may be inside a form, which Enter would submit. */
const ignoreEnter = (event: KeyboardEvent): void => {
  if (event.key === 'Enter') event.preventDefault()
}

/** Search, upload, and the pictures to choose from. */
const PictureChooser = ({
  multiple,
  selected,
  onToggle,
  onUploaded,
}: {
  multiple: boolean
  selected: readonly SelectedPicture[]
  onToggle: (picture: SelectedPicture) => void
  onUploaded: (picture: SelectedPicture) => void
}) => {
  const [search, setSearch] = useState('')
  const { pictures, setPictures, hasMore, error, setError, loadMore } = usePictureSearch(search)
  const { isUploading, add } = useUploads((picture) => {
    setPictures((before) => [picture, ...(before ?? [])])
    onUploaded(picture)
  }, setError)
  return (
    <div
      className="df-picker"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void add(event.dataTransfer.files)
      }}
    >
      <div className="df-tools">
        <SearchInput
          aria-label="Search images"
          placeholder="Name or alt text"
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          onKeyDown={ignoreEnter}
        />
        <UploadButton multiple={multiple} isUploading={isUploading} onFiles={add} />
      </div>
      <FormError>{error}</FormError>
      {pictures ? (
        <PictureGrid
          pictures={pictures}
          empty={search ? 'No images match your search.' : 'No images yet. Upload your first one.'}
          selected={selected}
          multiple={multiple}
          onToggle={onToggle}
        />
      ) : error ? null : (
        <p className="df-soft" role="status">
          Searching...
        </p>
      )}
      {hasMore ? (
        <p>
          <Button variant="ghost" small onClick={loadMore}>
            Show more
          </Button>
        </p>
      ) : null}
    </div>
  )
}

const submitLabel = (count: number): string =>
  count === 0 ? 'Use images' : count === 1 ? 'Use 1 image' : `Use ${count} images`

type Props = {
  title?: string
  /** Otherwise the first selection closes the dialog. */
  multiple?: boolean
  onSelect: (pictures: SelectedPicture[]) => void
  onClose: () => void
}

/** Searches the media library; new pictures can be uploaded or dropped. */
export function MediaPicker({
  title = 'Choose images',
  multiple = true,
  onSelect,
  onClose,
}: Props) {
  const [selected, setSelected] = useState<SelectedPicture[]>([])
  const toggle = (picture: SelectedPicture): void => {
    if (!multiple) return onSelect([picture])
    setSelected((before) =>
      hasPicture(before, picture.id)
        ? before.filter(({ id }) => id !== picture.id)
        : [...before, picture],
    )
  }
  return (
    <Dialog title={title} size="wide" onClose={onClose} isDirty={selected.length > 0}>
      <PictureChooser
        multiple={multiple}
        selected={selected}
        onToggle={toggle}
        onUploaded={(picture) => {
          if (multiple) setSelected((before) => [...before, picture])
        }}
      />
      <DialogActions>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        {multiple ? (
          <Button
            variant="solid"
            disabled={selected.length === 0}
            onClick={() => onSelect(selected)}
          >
            {submitLabel(selected.length)}
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  )
}
