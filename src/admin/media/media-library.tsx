'use client'
import { toast } from '@payloadcms/ui'
import { Upload } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'

import { Button } from '@/admin/form/button'
import { ConfirmDialog } from '@/admin/form/confirm-dialog'
import { type AdminMutation, useAdminMutation } from '@/admin/form/use-admin-mutation'
import { SelectionProvider } from '@/admin/list/selection'

import { BulkMediaActions } from './bulk-media-actions'
import { EditMediaDialog } from './edit-media-dialog'
import { MediaFiles } from './media-files'
import type { MediaListItem, MediaListState } from './media-params'
import { MediaUsage } from './media-usage'
import { type SelectedFile, toSelectedFile, UploadDialog } from './upload-dialog'

type Open =
  | { kind: 'upload'; selected: SelectedFile[] }
  | { kind: 'edit' | 'delete'; file: MediaListItem }
  | null
/** `isUploading`: opened by the address (`?upload=1`). */
type Props = {
  files: MediaListItem[]
  state: MediaListState
  maxMegabytes: number
  isUploading: boolean
  children?: ReactNode
}

/** Handles files dropped anywhere on the page, unless a dialog is open or has handled them. */
const useDroppedFiles = (onDrop: (files: SelectedFile[]) => void): boolean => {
  const [isOver, setIsOver] = useState(false)
  const take = useEffectEvent(onDrop)
  useEffect(() => {
    const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
      dataTransfer?.types.includes('Files') ?? false
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(true)
    }
    const leave = ({ relatedTarget }: DragEvent): void => {
      if (relatedTarget === null) setIsOver(false)
    }
    const drop = (event: DragEvent): void => {
      setIsOver(false)
      if (!hasFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      if (!document.querySelector('dialog[open]'))
        take(toSelectedFile(event.dataTransfer?.files ?? []))
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [])
  return isOver
}

const restoreRequest = (id: number) => ({
  path: `/api/admin/media/${id}/restore`,
  done: 'Media restored',
  failed: 'Error restoring media',
})

const copyAddress = async ({ filePath }: MediaListItem): Promise<void> => {
  const address = new URL(filePath, window.location.origin).href
  await navigator.clipboard.writeText(address).then(
    () => toast.success('URL copied', { description: address }),
    () => toast.error('Couldn’t copy the URL', { description: address }),
  )
}

const DeleteMediaDialog = ({
  file: { id, originalName },
  mutation: { send, isBusy },
  onClose,
}: {
  file: MediaListItem
  mutation: AdminMutation
  onClose: () => void
}) => {
  const remove = async (): Promise<void> => {
    const removed = await send({
      method: 'DELETE',
      path: `/api/admin/media/${id}`,
      done: 'Media deleted',
      undo: restoreRequest(id),
      failed: 'Error deleting media',
    })
    if (removed) onClose()
  }
  return (
    <ConfirmDialog
      question="Are you sure you want to delete this media file?"
      verb="Delete"
      isBusy={isBusy}
      onCancel={onClose}
      onConfirm={remove}
    >
      <p className="df-code">
        <b>{originalName}</b>
      </p>
      <MediaUsage id={id} />
      <p>
        It’ll be removed from the shop right away. You can restore it from the trash for 30 days.
      </p>
    </ConfirmDialog>
  )
}

export function MediaLibrary({ files, state, maxMegabytes, isUploading, children }: Props) {
  const mutation = useAdminMutation()
  const [open, setOpen] = useState<Open>(isUploading ? { kind: 'upload', selected: [] } : null)
  const close = (): void => setOpen(null)
  const upload = (selected: SelectedFile[]): void => setOpen({ kind: 'upload', selected })
  const isOver = useDroppedFiles(upload)
  return (
    <div className="df-media" data-over={isOver || undefined}>
      <div className="df-media__upload">
        <p className="df-soft">Drop files anywhere on this page to add them.</p>
        <Button
          variant="solid"
          icon={Upload}
          data-new="/admin/media?upload=1"
          onClick={() => upload([])}
        >
          Upload
        </Button>
      </div>
      {files.length > 0 ? (
        <SelectionProvider ids={files.map(({ id }) => id)}>
          <MediaFiles
            files={files}
            state={state}
            isBusy={mutation.isBusy}
            onEdit={(file) => setOpen({ kind: 'edit', file })}
            onDelete={(file) => setOpen({ kind: 'delete', file })}
            onCopy={(file) => void copyAddress(file)}
            onRestore={({ id }) => void mutation.send(restoreRequest(id))}
          />
          <BulkMediaActions files={files} />
        </SelectionProvider>
      ) : (
        <section className="df-panel">{children}</section>
      )}
      {open?.kind === 'upload' ? (
        <UploadDialog selected={open.selected} maxMegabytes={maxMegabytes} onClose={close} />
      ) : null}
      {open?.kind === 'edit' ? <EditMediaDialog file={open.file} onClose={close} /> : null}
      {open?.kind === 'delete' ? (
        <DeleteMediaDialog file={open.file} mutation={mutation} onClose={close} />
      ) : null}
    </div>
  )
}
