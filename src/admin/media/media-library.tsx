'use client'
import { Upload } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'

import { Button } from '@/admin/form/button'
import { SelectionProvider } from '@/admin/list/selection'

import { BulkMediaActions } from './bulk-media-actions'
import { EditMediaDialog } from './edit-media-dialog'
import { MediaFiles } from './media-files'
import type { MediaListItem, MediaListState } from './media-params'
import { type SelectedFile, toSelectedFile, UploadDialog } from './upload-dialog'

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

export function MediaLibrary({ files, state, maxMegabytes, isUploading, children }: Props) {
  const [selected, setSelected] = useState<SelectedFile[] | null>(isUploading ? [] : null)
  const [edited, setEdited] = useState<MediaListItem | null>(null)
  const isOver = useDroppedFiles(setSelected)
  return (
    <div className="df-media" data-over={isOver || undefined}>
      <div className="df-media__upload">
        <p className="df-soft">Drop files anywhere on this page to add them.</p>
        <Button
          variant="solid"
          icon={Upload}
          data-new="/admin/media?upload=1"
          onClick={() => setSelected([])}
        >
          Upload
        </Button>
      </div>
      {files.length > 0 ? (
        <SelectionProvider ids={files.map(({ id }) => id)}>
          <MediaFiles files={files} state={state} onEdit={setEdited} />
          <BulkMediaActions files={files} />
        </SelectionProvider>
      ) : (
        <section className="df-panel">{children}</section>
      )}
      {selected ? (
        <UploadDialog
          selected={selected}
          maxMegabytes={maxMegabytes}
          onClose={() => setSelected(null)}
        />
      ) : null}
      {edited ? <EditMediaDialog file={edited} onClose={() => setEdited(null)} /> : null}
    </div>
  )
}
