'use client'
import { errorSentence } from '@/ui/api-client'
import { FormError } from '@/admin/form/form-error'
import { Button } from '@/admin/form/button'
import { Check, Search, Upload } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'

import { Thumbnail } from '@/admin/list/thumbnail'
import { api, ApiError } from '@/ui/api-client'

import { Dialog, DialogActions } from './dialog'

export type SelectedPicture = { id: number; baseName: string; alt: string }

type LibraryFile = { id: number; originalName: string; altText: string; thumbnail: string | null }
type Props = {
  title?: string
  /** Otherwise the first selection closes the dialog. */
  multiple?: boolean
  onChoose: (pictures: SelectedPicture[]) => void
  onClose: () => void
}

const perPage = 24
const toPicture = ({ id, altText, thumbnail }: LibraryFile): SelectedPicture[] => {
  const baseName = /^\/uploads\/(.+)-320\.webp$/.exec(thumbnail ?? '')?.[1]
  return baseName ? [{ id, baseName, alt: altText }] : []
}
const sentenceOf = (error: unknown): string => errorSentence(error)

const upload = async (file: File): Promise<SelectedPicture> => {
  const form = new FormData()
  form.append('file', file)
  const answer = await fetch('/api/admin/media/upload', {
    method: 'POST',
    credentials: 'include',
    body: form,
  })
  const body = (await answer.json().catch(() => ({}))) as LibraryFile & { error?: string }
  if (!answer.ok)
    throw new ApiError(answer.status, answer.statusText, body.error ?? 'Upload failed')
  const [picture] = toPicture(body)
  if (!picture)
    throw new ApiError(
      415,
      'not a picture',
      `${file.name} is kept in the media library, but it is not a picture.`,
    )
  return picture
}

/**
 * Searches the media library; new pictures can be uploaded or dropped. It may be inside a form and never submits
 * it.
 */
export function MediaPicker({
  title = 'Choose pictures',
  multiple = true,
  onChoose,
  onClose,
}: Props) {
  const [search, setSearch] = useState('')
  const [files, setFiles] = useState<SelectedPicture[] | null>(null)
  const [page, setPage] = useState(1)
  const [isMore, setIsMore] = useState(false)
  const [chosen, setChosen] = useState<SelectedPicture[]>([])
  const [trouble, setTrouble] = useState<string | null>(null)
  const [uploading, setUploading] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef(0)

  const load = useCallback(async (words: string, at: number): Promise<void> => {
    const asked = (latest.current += 1)
    try {
      const query = new URLSearchParams({
        type: 'image',
        page: String(at),
        limit: String(perPage),
        ...(words ? { search: words } : {}),
      })
      const found = await api<LibraryFile[]>('GET', `/api/admin/media?${query.toString()}`)
      if (asked !== latest.current) return
      const pictures = found.flatMap(toPicture)
      setFiles((before) =>
        at === 1 || !before
          ? pictures
          : [...before, ...pictures.filter(({ id }) => !before.some((one) => one.id === id))],
      )
      setPage(at)
      setIsMore(found.length === perPage)
      setTrouble(null)
    } catch (error) {
      if (asked === latest.current) setTrouble(sentenceOf(error))
    }
  }, [])
  useEffect(() => {
    const soon = setTimeout(() => void load(search.trim(), 1), search ? 250 : 0)
    return () => clearTimeout(soon)
  }, [search, load])

  const toggle = (picture: SelectedPicture): void => {
    if (!multiple) return onChoose([picture])
    setChosen((before) =>
      before.some(({ id }) => id === picture.id)
        ? before.filter(({ id }) => id !== picture.id)
        : [...before, picture],
    )
  }
  const add = async (list: FileList | null): Promise<void> => {
    setTrouble(null)
    for (const file of [...(list ?? [])]) {
      setUploading((count) => count + 1)
      try {
        const picture = await upload(file)
        setFiles((before) => [picture, ...(before ?? [])])
        if (multiple) setChosen((before) => [...before, picture])
      } catch (error) {
        setTrouble((before) =>
          [before, `${file.name}: ${sentenceOf(error)}`].filter(Boolean).join(' '),
        )
      } finally {
        setUploading((count) => count - 1)
      }
    }
    if (input.current) input.current.value = ''
  }
  return (
    <Dialog title={title} size="wide" onClose={onClose} isDirty={chosen.length > 0}>
      <div
        className="df-picker"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          void add(event.dataTransfer.files)
        }}
      >
        <div className="df-tools">
          <div className="df-tools__search">
            <Search aria-hidden size={18} strokeWidth={1.6} />
            <input
              type="search"
              className="df-control"
              aria-label="Search pictures"
              placeholder="Name or alt text"
              maxLength={100}
              value={search}
              onChange={({ currentTarget }) => setSearch(currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') event.preventDefault()
              }}
            />
          </div>
          <Button
            small
            icon={Upload}
            aria-busy={uploading > 0}
            onClick={() => input.current?.click()}
          >
            {uploading > 0 ? 'Uploading...' : 'Upload'}
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            multiple={multiple}
            accept="image/jpeg,image/png,image/webp,image/avif"
            aria-label="Upload pictures"
            onChange={({ currentTarget }) => void add(currentTarget.files)}
          />
        </div>
        <FormError>{trouble}</FormError>
        {files === null && !trouble ? (
          <p className="df-soft" role="status">
            Looking...
          </p>
        ) : null}
        {files?.length === 0 ? (
          <p className="df-soft">
            {search ? 'No picture fits these words.' : 'No pictures yet. Upload the first one.'}
          </p>
        ) : null}
        <ul className="df-picker__grid">
          {(files ?? []).map((picture) => {
            const at = chosen.findIndex(({ id }) => id === picture.id)
            return (
              <li key={picture.id}>
                <button
                  type="button"
                  className="df-picker__one"
                  aria-pressed={multiple ? at >= 0 : undefined}
                  aria-label={picture.alt || 'A picture without alt text'}
                  onClick={() => toggle(picture)}
                >
                  <Thumbnail baseName={picture.baseName} size={132} />
                  {at >= 0 ? (
                    <span className="df-picker__mark" aria-hidden>
                      <Check size={15} strokeWidth={2.4} />
                      {at + 1}
                    </span>
                  ) : null}
                </button>
              </li>
            )
          })}
        </ul>
        {isMore ? (
          <p>
            <Button variant="ghost" small onClick={() => void load(search.trim(), page + 1)}>
              Show more
            </Button>
          </p>
        ) : null}
      </div>
      <DialogActions>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        {multiple ? (
          <Button variant="solid" disabled={chosen.length === 0} onClick={() => onChoose(chosen)}>
            {chosen.length > 0
              ? `Use ${chosen.length === 1 ? 'one picture' : `${chosen.length} pictures`}`
              : 'Use pictures'}
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  )
}
