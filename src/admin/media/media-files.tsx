'use client'
import { toast } from '@payloadcms/ui'
import { Copy, File, FileText, Film, Music, Pencil, RotateCcw, Trash2 } from 'lucide-react'

import { ActionButton, ConfirmAction } from '@/admin/form/actions'
import { IconButton } from '@/admin/form/button'
import { type Column, DataTable } from '@/admin/list/data-table'
import { SelectAllBox, SelectRowBox } from '@/admin/list/selection'
import { sortHead, type SortPair } from '@/admin/list/sort-head'
import { fileTypeLabels, formatFileSize } from '@/modules/media/rules/media-files'
import { Badge } from '@/ui/badge'

import type { MediaListItem, MediaListParams, MediaListState } from './media-params'
import { MediaUsage } from './media-usage'

type Handlers = { onEdit: (file: MediaListItem) => void }

const icons = { image: File, video: Film, audio: Music, document: FileText }

const Preview = ({ file }: { file: MediaListItem }) => {
  const Icon = icons[file.fileType]
  return file.thumbnail ? (
    <img src={file.thumbnail} alt={file.altText} loading="lazy" />
  ) : (
    <span className="df-media__sign" aria-hidden>
      <Icon size={34} strokeWidth={1.3} />
    </span>
  )
}
const lacksAltText = ({ fileType, altText, deletedAt }: MediaListItem): boolean =>
  fileType === 'image' && altText.trim() === '' && !deletedAt
const usageLabel = ({ usedIn }: MediaListItem): string =>
  usedIn === 0 ? 'Not used' : `Used in ${usedIn} ${usedIn === 1 ? 'place' : 'places'}`

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

const Actions = ({ file, onEdit }: Handlers & { file: MediaListItem }) => {
  const { id, originalName: name } = file
  if (file.deletedAt)
    return (
      <ActionButton small icon={RotateCcw} label={`Restore ${name}`} request={restoreRequest(id)}>
        Restore
      </ActionButton>
    )
  return (
    <div className="df-media__actions">
      <IconButton icon={Pencil} label={`Edit ${name}`} title="Edit" onClick={() => onEdit(file)} />
      <IconButton
        icon={Copy}
        label={`Copy the URL of ${name}`}
        title="Copy URL"
        onClick={() => void copyAddress(file)}
      />
      <ConfirmAction
        icon={Trash2}
        label={`Delete ${name}`}
        title="Delete"
        question="Are you sure you want to delete this media file?"
        verb="Delete"
        request={{
          method: 'DELETE',
          path: `/api/admin/media/${id}`,
          done: 'Media deleted',
          undo: restoreRequest(id),
          failed: 'Error deleting media',
        }}
      >
        <p className="df-code">
          <b>{name}</b>
        </p>
        <MediaUsage id={id} />
        <p>
          It’ll be removed from the shop right away. You can restore it from the trash for 30 days.
        </p>
      </ConfirmAction>
    </div>
  )
}

const headSorts = {
  File: { ascending: 'name', descending: 'name-z' },
  Size: { ascending: 'size-low', descending: 'size-high', first: 'descending' },
  Added: { ascending: 'oldest', descending: 'newest', first: 'descending' },
} satisfies Record<string, SortPair<MediaListParams['sort']>>
const sortable = (head: keyof typeof headSorts, { params, sortHrefs }: MediaListState) =>
  sortHead(head, headSorts[head], params.sort, (sort) => sortHrefs[sort])

const columnsFor = (state: MediaListState, handlers: Handlers): Column<MediaListItem>[] => [
  {
    head: 'Select',
    headCell: <SelectAllBox />,
    className: 'df-media-list__pick',
    cell: ({ id, originalName }) => <SelectRowBox id={id} label={originalName} />,
  },
  {
    ...sortable('File', state),
    className: 'df-media-list__file',
    cell: (file) => (
      <div className="df-with-thumb">
        <div className="df-media__thumb">
          <Preview file={file} />
        </div>
        <div className="df-media__words">
          <p className="df-media__name">{file.originalName}</p>
          <p className="df-entry__meta">
            {lacksAltText(file) ? <Badge tone="warn">No alt text</Badge> : file.altText}
          </p>
        </div>
      </div>
    ),
  },
  { head: 'Type', isOptional: true, cell: ({ fileType }) => fileTypeLabels[fileType] },
  {
    ...sortable('Size', state),
    isOptional: true,
    kind: 'number',
    cell: ({ fileSize }) => formatFileSize(fileSize),
  },
  { head: 'Used', isOptional: true, kind: 'soft', cell: usageLabel },
  {
    ...sortable('Added', state),
    isOptional: true,
    kind: 'soft',
    cell: ({ createdAt, added }) => <time dateTime={createdAt}>{added}</time>,
  },
  { head: 'Actions', kind: 'actions', cell: (file) => <Actions file={file} {...handlers} /> },
]

export function MediaFiles({
  files,
  state,
  ...handlers
}: Handlers & { files: MediaListItem[]; state: MediaListState }) {
  if (state.params.view === 'list')
    return (
      <section className="df-panel">
        <DataTable
          className="df-media-list"
          rows={files}
          columns={columnsFor(state, handlers)}
          hidden={state.hiddenColumns}
        />
      </section>
    )
  return (
    <ul className="df-media__grid">
      {files.map((file) => (
        <li key={file.id} className="df-media__card">
          <div className="df-media__picture">
            <Preview file={file} />
          </div>
          <div className="df-media__words">
            <p className="df-media__name" title={file.originalName}>
              {file.originalName}
            </p>
            <p className="df-entry__meta">
              {fileTypeLabels[file.fileType]}, {formatFileSize(file.fileSize)}
            </p>
            <p className="df-entry__meta">{usageLabel(file)}</p>
            {lacksAltText(file) ? <Badge tone="warn">No alt text</Badge> : null}
          </div>
          <SelectRowBox id={file.id} label={file.originalName} />
          <Actions file={file} {...handlers} />
        </li>
      ))}
    </ul>
  )
}
