'use client'
import { Button, IconButton } from '@/admin/form/button'
import { Copy, File, FileText, Film, Music, Pencil, RotateCcw, Trash2 } from 'lucide-react'

import { Badge } from '@/admin/list/badge'
import { fileTypeLabels, formatFileSize } from '@/modules/media/rules/media-files'

import type { MediaListItem } from './media-library'
import type { MediaView } from './media-list-params'

type Acts = {
  isBusy: boolean
  onEdit: (file: MediaListItem) => void
  onDelete: (file: MediaListItem) => void
  onCopy: (file: MediaListItem) => void
  onRestore: (file: MediaListItem) => void
}

const icons = { image: File, video: Film, audio: Music, document: FileText }

const Picture = ({ file }: { file: MediaListItem }) => {
  const Icon = icons[file.fileType]
  return file.thumbnail ? (
    <img src={file.thumbnail} alt={file.altText} loading="lazy" />
  ) : (
    <span className="df-media__sign" aria-hidden>
      <Icon size={34} strokeWidth={1.3} />
    </span>
  )
}
const isUndescribed = ({ fileType, altText, deletedAt }: MediaListItem): boolean =>
  fileType === 'image' && altText.trim() === '' && !deletedAt
const used = ({ usedIn }: MediaListItem): string =>
  usedIn === 0 ? 'Not used' : `Used in ${usedIn} ${usedIn === 1 ? 'place' : 'places'}`

const Actions = ({
  file,
  isBusy,
  onEdit,
  onDelete,
  onCopy,
  onRestore,
}: Acts & { file: MediaListItem }) =>
  file.deletedAt ? (
    <Button
      small
      icon={RotateCcw}
      disabled={isBusy}
      aria-label={`Restore ${file.originalName}`}
      onClick={() => onRestore(file)}
    >
      Restore
    </Button>
  ) : (
    <div className="df-media__actions">
      <IconButton
        icon={Pencil}
        label={`Edit ${file.originalName}`}
        title="Edit"
        onClick={() => onEdit(file)}
      />
      <IconButton
        icon={Copy}
        label={`Copy the URL of ${file.originalName}`}
        title="Copy URL"
        onClick={() => onCopy(file)}
      />
      <IconButton
        icon={Trash2}
        label={`Delete ${file.originalName}`}
        title="Delete"
        onClick={() => onDelete(file)}
      />
    </div>
  )

const Card = ({ file, ...acts }: Acts & { file: MediaListItem }) => (
  <li className="df-media__card">
    <div className="df-media__picture">
      <Picture file={file} />
    </div>
    <div className="df-media__words">
      <p className="df-media__name" title={file.originalName}>
        {file.originalName}
      </p>
      <p className="df-entry__meta">
        {fileTypeLabels[file.fileType]}, {formatFileSize(file.fileSize)}
      </p>
      <p className="df-entry__meta">{used(file)}</p>
      {isUndescribed(file) ? <Badge tone="warn">No alt text</Badge> : null}
    </div>
    <Actions file={file} {...acts} />
  </li>
)

const Row = ({ file, ...acts }: Acts & { file: MediaListItem }) => (
  <tr>
    <td>
      <div className="df-with-thumb">
        <div className="df-media__thumb">
          <Picture file={file} />
        </div>
        <div className="df-media__words">
          <p className="df-media__name">{file.originalName}</p>
          <p className="df-entry__meta">
            {isUndescribed(file) ? <Badge tone="warn">No alt text</Badge> : file.altText}
          </p>
        </div>
      </div>
    </td>
    <td>{fileTypeLabels[file.fileType]}</td>
    <td className="df-number">{formatFileSize(file.fileSize)}</td>
    <td className="df-soft">{used(file)}</td>
    <td className="df-soft">
      <time dateTime={file.createdAt}>{file.added}</time>
    </td>
    <td>
      <Actions file={file} {...acts} />
    </td>
  </tr>
)

/** The same files as cards or as rows; below lg the rows are cards too (media.css). */
export function MediaFiles({
  files,
  view,
  ...acts
}: Acts & { files: MediaListItem[]; view: MediaView }) {
  return view === 'grid' ? (
    <ul className="df-media__grid">
      {files.map((file) => (
        <Card key={file.id} file={file} {...acts} />
      ))}
    </ul>
  ) : (
    <section className="df-panel">
      <table className="df-table df-media-list">
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">Type</th>
            <th scope="col" className="df-number">
              Size
            </th>
            <th scope="col">Used</th>
            <th scope="col">Added</th>
            <th scope="col">
              <span className="df-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <Row key={file.id} file={file} {...acts} />
          ))}
        </tbody>
      </table>
    </section>
  )
}
