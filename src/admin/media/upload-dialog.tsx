'use client'
import { toast } from '@payloadcms/ui'
import { Check, FileUp, X } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type DragEvent, useEffect, useRef, useState } from 'react'

import { Button, IconButton, passFocusOn } from '@/admin/form/button'
import { Dialog, DialogActions } from '@/admin/form/dialog'
import { TextField } from '@/admin/form/fields'
import { useFocusAfter } from '@/admin/form/use-admin-mutation'
import { acceptedFiles, formatFileSize } from '@/modules/media/rules/media-files'

import { uploadFile } from './upload-file'

export type SelectedFile = { key: string; file: File }
type Row = SelectedFile & {
  altText: string
  caption: string
  progress: number | null
  isDone: boolean
  /** Whether it can't be uploaded, whatever is changed about its texts. */
  isRefused: boolean
  error: string | null
}

let count = 0
export function toSelectedFile(files: Iterable<File>): SelectedFile[] {
  return [...files].map((file) => ({ key: `file-${(count += 1)}`, file }))
}

const isTooLarge = (file: File, maxMegabytes: number): boolean =>
  file.size > maxMegabytes * 1024 * 1024

const toRow =
  (maxMegabytes: number) =>
  ({ key, file }: SelectedFile): Row => ({
    key,
    file,
    altText: '',
    caption: '',
    progress: null,
    isDone: false,
    isRefused: isTooLarge(file, maxMegabytes),
    error: isTooLarge(file, maxMegabytes)
      ? `This file is ${formatFileSize(file.size)}. The limit is ${maxMegabytes} MB.`
      : null,
  })

const showResult = (sent: number, failed: number): void => {
  if (failed === 0)
    toast.success(
      'File uploaded',
      sent > 1 ? { description: `${sent} files are in the library.` } : undefined,
    )
  else
    toast.error('Upload failed', {
      description:
        failed === 1
          ? '1 file wasn’t uploaded. See the reason next to it.'
          : `${failed} files weren’t uploaded. See the reasons next to them.`,
    })
}

type Props = { selected: SelectedFile[]; maxMegabytes: number; onClose: () => void }

/** The chosen files, and their upload one after the other. Leaving the page or the dialog stops it. */
const useUploads = ({ selected, maxMegabytes, onClose }: Props) => {
  const router = useRouter()
  const [rows, setRows] = useState<Row[]>(() => selected.map(toRow(maxMegabytes)))
  const [isBusy, setIsBusy] = useState(false)
  useFocusAfter(isBusy)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const change = (key: string, changed: Partial<Row>): void =>
    setRows((before) => before.map((row) => (row.key === key ? { ...row, ...changed } : row)))
  const waiting = rows.filter(({ isDone, isRefused }) => !isDone && !isRefused)

  const send = async (): Promise<void> => {
    setIsBusy(true)
    const controller = new AbortController()
    const { signal } = controller
    stop.current = controller
    let sent = 0
    for (const { key, file, altText, caption } of waiting) {
      change(key, { progress: 0, error: null })
      const result = await uploadFile(
        file,
        { altText, caption },
        (progress) => change(key, { progress }),
        signal,
      )
      if (signal.aborted) return
      change(key, {
        progress: null,
        ...(result.ok
          ? { isDone: true }
          : { error: result.sentence, isRefused: result.isFinal === true }),
      })
      if (result.ok) sent += 1
    }
    setIsBusy(false)
    router.refresh()
    showResult(sent, waiting.length - sent)
    if (sent === waiting.length) onClose()
  }
  return {
    rows,
    waiting,
    isBusy,
    change,
    send,
    add: (files: Iterable<File>) =>
      setRows((before) => [...before, ...toSelectedFile(files).map(toRow(maxMegabytes))]),
    remove: (key: string) => setRows((before) => before.filter((row) => row.key !== key)),
    leave: () => {
      // Files uploaded before the stop are in the list.
      if (isBusy) router.refresh()
      onClose()
    },
  }
}

const FileInput = ({
  maxMegabytes,
  onSelect,
}: {
  maxMegabytes: number
  onSelect: (files: Iterable<File>) => void
}) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" className="df-drop" onClick={() => input.current?.click()}>
        <FileUp aria-hidden size={26} strokeWidth={1.5} />
        <span>Drop files here, or choose files</span>
        <small>Images, audio, video, PDF, and Word files, up to {maxMegabytes} MB each</small>
        <small>
          Documents, audio, and video may keep hidden details, such as the author’s name.
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
          onSelect(currentTarget.files ?? [])
          currentTarget.value = ''
        }}
      />
    </>
  )
}

type RowProps = {
  row: Row
  isBusy: boolean
  onChange: (change: Partial<Row>) => void
  onRemove: () => void
}

const UploadHead = ({
  row: { file, isDone, progress },
  isBusy,
  onRemove,
}: Omit<RowProps, 'onChange'>) => (
  <div className="df-uploads__head">
    <p>
      <b>{file.name}</b> <span className="df-soft">{formatFileSize(file.size)}</span>
    </p>
    {isDone ? (
      <span className="df-uploads__done">
        <Check aria-hidden size={17} strokeWidth={1.8} />
        Uploaded
      </span>
    ) : progress === null ? (
      <IconButton
        ref={passFocusOn}
        icon={X}
        label={`Remove ${file.name}`}
        disabled={isBusy}
        onClick={onRemove}
      />
    ) : null}
  </div>
)

const Upload = ({ onChange, ...head }: RowProps) => {
  const { row, isBusy } = head
  const { file, altText, caption, progress, isDone, error } = row
  return (
    <li>
      <UploadHead {...head} />
      {progress === null ? null : (
        <progress max={1} value={progress} aria-label={`Uploading ${file.name}`}>
          {Math.round(progress * 100)}%
        </progress>
      )}
      {progress === 1 && !isDone ? <p className="df-field__hint">Processing…</p> : null}
      {error ? (
        <p className="df-field__error" role="alert">
          {error}
        </p>
      ) : null}
      {file.type.startsWith('image/') && !isDone ? (
        <TextField
          label="Alt text"
          hint="Describe the image for people who can’t see it."
          maxLength={300}
          value={altText}
          disabled={isBusy}
          onChange={({ currentTarget }) => onChange({ altText: currentTarget.value })}
        />
      ) : null}
      {isDone ? null : (
        <TextField
          label="Caption"
          optional
          maxLength={500}
          value={caption}
          disabled={isBusy}
          onChange={({ currentTarget }) => onChange({ caption: currentTarget.value })}
        />
      )}
    </li>
  )
}

/** Uploads selected or dropped files one after the other; rejected files stay with their error. */
export function UploadDialog(props: Props) {
  const { rows, waiting, isBusy, add, change, remove, send, leave } = useUploads(props)
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    add(event.dataTransfer.files)
  }
  return (
    <Dialog
      title="Upload files"
      size="wide"
      onClose={leave}
      isDirty={rows.some(
        ({ isDone, error, altText, caption }) => !isDone && (error === null || altText || caption),
      )}
    >
      <div className="df-form" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <FileInput maxMegabytes={props.maxMegabytes} onSelect={add} />
        <ul className="df-uploads">
          {rows.map((row) => (
            <Upload
              key={row.key}
              row={row}
              isBusy={isBusy}
              onChange={(changed) => change(row.key, changed)}
              onRemove={() => remove(row.key)}
            />
          ))}
        </ul>
        <DialogActions>
          <Button variant="ghost" onClick={leave}>
            {isBusy ? 'Stop' : rows.some(({ isDone }) => isDone) ? 'Done' : 'Cancel'}
          </Button>
          <Button
            variant="solid"
            disabled={waiting.length === 0}
            isBusy={isBusy}
            onClick={() => void send()}
          >
            {isBusy
              ? 'Uploading…'
              : waiting.length > 1
                ? `Upload ${waiting.length} files`
                : 'Upload'}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
