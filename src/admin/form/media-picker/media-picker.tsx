'use client'
import { Check, Upload } from 'lucide-react'
import {
  type Dispatch,
  type KeyboardEvent,
  type ReactNode,
  type SetStateAction,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'

import { Button } from '@/admin/form/button'
import { Dialog, DialogActions } from '@/admin/form/dialog'
import { SearchInput } from '@/admin/list/list-filters'
import { Thumbnail } from '@/admin/list/thumbnail'
import { explainRefusal } from '@/admin/media/upload-refusal'
import { api, ApiError, errorSentence } from '@/platform/http/api-client'
import { FormError } from '@/ui/form-error'

import { type LibraryFile, Recording, type SelectedPicture, toPicture } from './library-file'

const kinds = {
  image: {
    one: 'an image',
    many: 'images',
    placeholder: 'Name or alt text',
    accepted: 'image/jpeg,image/png,image/webp,image/avif',
  },
  audio: {
    one: 'a recording',
    many: 'recordings',
    placeholder: 'Name',
    accepted: 'audio/mpeg,audio/mp4,audio/ogg,.mp3,.m4a,.ogg',
  },
}
type Kind = keyof typeof kinds

const perPage = 24
const hasId = (list: readonly { id: number }[], id: number): boolean =>
  list.some((one) => one.id === id)

const upload = async (file: File, kind: Kind): Promise<LibraryFile> => {
  const form = new FormData()
  form.append('file', file)
  const response = await fetch('/api/admin/media/upload', {
    method: 'POST',
    credentials: 'include',
    body: form,
  })
  const text = await response.text()
  if (!response.ok)
    throw new ApiError(response.status, response.statusText, explainRefusal(response.status, text))
  const body = JSON.parse(text) as LibraryFile
  if (body.fileType !== kind)
    throw new ApiError(
      415,
      'another kind of file',
      `${file.name} is in the media library, but it isn’t ${kinds[kind].one}.`,
    )
  return body
}

/** Files of the library that match a search, loaded page by page. */
const useFileSearch = (kind: Kind, search: string) => {
  const [files, setFiles] = useState<LibraryFile[] | null>(null)
  const [page, setPage] = useState(1)
  const [hasMore, setHasMore] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const latest = useRef(0)
  const query = search.trim()

  const load = async (number: number): Promise<void> => {
    const request = (latest.current += 1)
    try {
      const params = new URLSearchParams({
        type: kind,
        page: String(number),
        limit: String(perPage),
        ...(query ? { search: query } : {}),
      })
      const loaded = await api<LibraryFile[]>('GET', `/api/admin/media?${params.toString()}`)
      if (request !== latest.current) return
      setFiles((before) =>
        number === 1 || !before
          ? loaded
          : [...before, ...loaded.filter(({ id }) => !hasId(before, id))],
      )
      setPage(number)
      setHasMore(loaded.length === perPage)
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
  return { files, setFiles, hasMore, error, setError, loadMore: () => void load(page + 1) }
}

/** Uploads one file after another. What fails is added to the error, and the rest goes on. */
const useUploads = (
  kind: Kind,
  onUploaded: (file: LibraryFile) => void,
  setError: Dispatch<SetStateAction<string | null>>,
) => {
  const [count, setCount] = useState(0)
  const add = async (files: FileList | null): Promise<void> => {
    setError(null)
    for (const file of [...(files ?? [])]) {
      setCount((before) => before + 1)
      try {
        onUploaded(await upload(file, kind))
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
  selected,
  multiple,
  onToggle,
}: {
  pictures: readonly SelectedPicture[]
  selected: readonly SelectedPicture[]
  multiple: boolean
  onToggle: (picture: SelectedPicture) => void
}) => (
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
  kind,
  multiple,
  isUploading,
  onFiles,
}: {
  kind: Kind
  multiple: boolean
  isUploading: boolean
  onFiles: (files: FileList | null) => Promise<void>
}) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button small icon={Upload} aria-busy={isUploading} onClick={() => input.current?.click()}>
        {isUploading ? 'Uploading…' : 'Upload'}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={kinds[kind].accepted}
        aria-label={`Upload ${kinds[kind].many}`}
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

/** Search, upload, and the files to choose from. */
const FileChooser = ({
  kind,
  multiple,
  onUploaded,
  children,
}: {
  kind: Kind
  multiple: boolean
  onUploaded?: (file: LibraryFile) => void
  children: (files: readonly LibraryFile[]) => ReactNode
}) => {
  const [search, setSearch] = useState('')
  const { files, setFiles, hasMore, error, setError, loadMore } = useFileSearch(kind, search)
  const onEach = (file: LibraryFile): void => {
    setFiles((before) => [file, ...(before ?? [])])
    onUploaded?.(file)
  }
  const { isUploading, add } = useUploads(kind, onEach, setError)
  const { many, placeholder } = kinds[kind]
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
          aria-label={`Search ${many}`}
          placeholder={placeholder}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          onKeyDown={ignoreEnter}
        />
        <UploadButton kind={kind} multiple={multiple} isUploading={isUploading} onFiles={add} />
      </div>
      <FormError>{error}</FormError>
      {files?.length === 0 ? (
        <p className="df-soft">
          {search ? `No ${many} match your search.` : `No ${many} yet. Upload your first one.`}
        </p>
      ) : files ? (
        children(files)
      ) : error ? null : (
        <p className="df-soft" role="status">
          Searching…
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
      hasId(before, picture.id)
        ? before.filter(({ id }) => id !== picture.id)
        : [...before, picture],
    )
  }
  return (
    <Dialog title={title} size="wide" onClose={onClose} isDirty={selected.length > 0}>
      <FileChooser
        kind="image"
        multiple={multiple}
        onUploaded={(file) => {
          if (multiple) setSelected((before) => [...before, ...toPicture(file)])
        }}
      >
        {(files) => (
          <PictureGrid
            pictures={files.flatMap(toPicture)}
            selected={selected}
            multiple={multiple}
            onToggle={toggle}
          />
        )}
      </FileChooser>
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

/** Searches the recordings of the media library, plays them, and lets staff upload one. */
export function RecordingPicker({
  onSelect,
  onClose,
}: {
  onSelect: (file: LibraryFile) => void
  onClose: () => void
}) {
  return (
    <Dialog title="Choose a recording" size="wide" onClose={onClose}>
      <FileChooser kind="audio" multiple={false}>
        {(files) => (
          <ul className="df-picker__recordings">
            {files.map((file) => (
              <li key={file.id}>
                <Recording file={file} />
                <Button
                  small
                  aria-label={`Use ${file.originalName}`}
                  onClick={() => onSelect(file)}
                >
                  Use
                </Button>
              </li>
            ))}
          </ul>
        )}
      </FileChooser>
      <DialogActions>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  )
}
