'use client'
import { toast } from '@payloadcms/ui'
import { Check, FileUp, X } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type DragEvent, useEffect, useRef, useState } from 'react'

import { Button, IconButton } from '@/admin/form/button'
import { Dialog, DialogActions } from '@/admin/form/dialog'
import { TextField } from '@/admin/form/fields'
import { acceptedFiles, formatFileSize } from '@/modules/media/rules/media-files'

import { uploadFile } from './upload-file'

export type SelectedFile = { key: string; file: File }
type Row = SelectedFile & {
  altText: string
  caption: string
  progress: number | null
  isDone: boolean
  error: string | null
}

let count = 0
export function toSelectedFile(files: Iterable<File>): SelectedFile[] {
  return [...files].map((file) => ({ key: `file-${(count += 1)}`, file }))
}

const isPicture = ({ type }: File): boolean => type.startsWith('image/')
const toRow =
  (maxMegabytes: number) =>
  ({ key, file }: SelectedFile): Row => ({
    key,
    file,
    altText: '',
    caption: '',
    progress: null,
    isDone: false,
    error:
      file.size > maxMegabytes * 1024 * 1024
        ? `This is ${formatFileSize(file.size)}; at most ${maxMegabytes} MB.`
        : null,
  })

/** Uploads selected or dropped files one after the other; rejected files stay with their error. */
export function UploadDialog({
  selected,
  maxMegabytes,
  onClose,
}: {
  selected: SelectedFile[]
  maxMegabytes: number
  onClose: () => void
}) {
  const router = useRouter()
  const [rows, setRows] = useState<Row[]>(() => selected.map(toRow(maxMegabytes)))
  const [isBusy, setIsBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const add = (files: Iterable<File>): void =>
    setRows((before) => [...before, ...toSelectedFile(files).map(toRow(maxMegabytes))])
  const change = (key: string, changed: Partial<Row>): void =>
    setRows((before) => before.map((row) => (row.key === key ? { ...row, ...changed } : row)))
  const waiting = rows.filter(
    ({ isDone, file }) => !isDone && file.size <= maxMegabytes * 1024 * 1024,
  )
  const isSomeUp = rows.some(({ isDone }) => isDone)
  const leave = (): void => {
    // Files uploaded before the stop are in the list.
    if (isBusy) router.refresh()
    onClose()
  }

  const send = async (): Promise<void> => {
    setIsBusy(true)
    stop.current = new AbortController()
    let sent = 0
    let failed = 0
    for (const { key, file, altText, caption } of waiting) {
      change(key, { progress: 0, error: null })
      const result = await uploadFile(
        file,
        { altText, caption },
        (progress) => change(key, { progress }),
        stop.current.signal,
      )
      if (stop.current.signal.aborted) return
      change(
        key,
        result.ok ? { isDone: true, progress: null } : { progress: null, error: result.sentence },
      )
      if (result.ok) sent += 1
      else failed += 1
    }
    setIsBusy(false)
    router.refresh()
    if (failed > 0)
      toast.error('Upload failed', {
        description:
          failed === 1
            ? 'One file was not taken; the sentence beside it says why.'
            : `${failed} files were not taken; the sentences beside them say why.`,
      })
    else
      toast.success(
        'File uploaded',
        sent > 1 ? { description: `${sent} files are in the library.` } : undefined,
      )
    if (failed === 0) onClose()
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    add(event.dataTransfer.files)
  }
  return (
    <Dialog
      title="Upload files"
      size="wide"
      onClose={leave}
      isDirty={waiting.some(({ error }) => error === null)}
    >
      <div className="df-form" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <button type="button" className="df-drop" onClick={() => input.current?.click()}>
          <FileUp aria-hidden size={26} strokeWidth={1.5} />
          <span>Drop files here, or choose them</span>
          <small>
            Pictures, recordings, films, PDF and Word files, up to {maxMegabytes} MB each
          </small>
        </button>
        <input
          ref={input}
          type="file"
          className="df-hidden"
          tabIndex={-1}
          aria-label="Files"
          multiple
          accept={acceptedFiles}
          onChange={({ currentTarget }) => {
            add(currentTarget.files ?? [])
            currentTarget.value = ''
          }}
        />
        <ul className="df-uploads">
          {rows.map(({ key, file, altText, caption, progress, isDone, error }) => (
            <li key={key}>
              <div className="df-uploads__head">
                <p>
                  <b>{file.name}</b> <span className="df-soft">{formatFileSize(file.size)}</span>
                </p>
                {isDone ? (
                  <span className="df-uploads__done">
                    <Check aria-hidden size={17} strokeWidth={1.8} />
                    Uploaded
                  </span>
                ) : null}
                {!isDone && progress === null ? (
                  <IconButton
                    icon={X}
                    label={`Leave out ${file.name}`}
                    disabled={isBusy}
                    onClick={() => setRows((before) => before.filter((row) => row.key !== key))}
                  />
                ) : null}
              </div>
              {progress === null ? null : (
                <progress max={1} value={progress} aria-label={`Uploading ${file.name}`}>
                  {Math.round(progress * 100)} %
                </progress>
              )}
              {progress === 1 && !isDone ? (
                <p className="df-field__hint">Making it ready…</p>
              ) : null}
              {error ? (
                <p className="df-field__error" role="alert">
                  {error}
                </p>
              ) : null}
              {isPicture(file) && !isDone ? (
                <TextField
                  label="Alt text"
                  hint="What the picture shows, for those who do not see it."
                  maxLength={300}
                  value={altText}
                  disabled={isBusy}
                  onChange={({ currentTarget }) => change(key, { altText: currentTarget.value })}
                />
              ) : null}
              {isDone ? null : (
                <TextField
                  label="Caption"
                  optional
                  maxLength={500}
                  value={caption}
                  disabled={isBusy}
                  onChange={({ currentTarget }) => change(key, { caption: currentTarget.value })}
                />
              )}
            </li>
          ))}
        </ul>
        <DialogActions>
          <Button variant="ghost" onClick={leave}>
            {isBusy ? 'Stop' : isSomeUp ? 'Done' : 'Cancel'}
          </Button>
          <Button
            variant="solid"
            disabled={waiting.length === 0}
            isBusy={isBusy}
            onClick={() => void send()}
          >
            {isBusy
              ? 'Uploading...'
              : waiting.length > 1
                ? `Upload ${waiting.length} files`
                : 'Upload'}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
