'use client'
import { FormError } from '@/admin/form/form-error'
import { TextLink, Button } from '@/admin/form/button'
import { useState } from 'react'

import { ConflictNotice } from '@/admin/form/conflict-notice'
import { Dialog, DialogActions } from '@/admin/form/dialog'
import { TextArea, TextField } from '@/admin/form/fields'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { fileTypeLabels, formatFileSize } from '@/modules/media/rules/media-files'

import type { MediaListItem } from './media-library'
import { MediaUsage } from './media-usage'

const Preview = ({ file: { fileType, filePath, mimeType, altText } }: { file: MediaListItem }) => {
  if (fileType === 'image')
    return <img className="df-media-edit__picture" src={filePath} alt={altText} />
  if (fileType === 'video')
    return (
      <video className="df-media-edit__picture" controls preload="metadata">
        <source src={filePath} type={mimeType} />
      </video>
    )
  if (fileType === 'audio') return <audio controls preload="metadata" src={filePath} />
  return (
    <p>
      <TextLink look="strong" href={filePath} native download>
        Download the file
      </TextLink>
    </p>
  )
}

/** Alt text and caption, the file itself, and where it is used. */
export function EditMediaDialog({ file, onClose }: { file: MediaListItem; onClose: () => void }) {
  const { send, isBusy, fields, refusal, theirs } = useAdminMutation()
  const [altText, setAltText] = useState(file.altText)
  const [caption, setCaption] = useState(file.caption)
  const isDirty = altText !== file.altText || caption !== file.caption

  const save = async (): Promise<void> => {
    if (
      await send({
        method: 'PUT',
        path: `/api/admin/media/${file.id}`,
        body: { altText, caption, version: theirs ?? file.updatedAt },
        done: 'Media updated',
        failed: 'Error updating media',
      })
    )
      onClose()
  }
  return (
    <Dialog title="Edit file" size="wide" onClose={onClose} isDirty={isDirty}>
      <form
        className="df-media-edit"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <div>
          <Preview file={file} />
          <p className="df-entry__meta df-code">{file.originalName}</p>
          <p className="df-entry__meta">
            {fileTypeLabels[file.fileType]}, {formatFileSize(file.fileSize)}
            {file.width && file.height ? `, ${file.width} × ${file.height}` : ''}. Added{' '}
            {file.added}.
          </p>
          <MediaUsage id={file.id} />
        </div>
        <div className="df-form">
          {file.fileType === 'image' ? (
            <TextArea
              label="Alt text"
              rows={3}
              maxLength={300}
              hint="What the picture shows, for those who do not see it. A sentence is enough."
              value={altText}
              error={fields.altText}
              onChange={({ currentTarget }) => setAltText(currentTarget.value)}
            />
          ) : (
            <TextField
              label="Description"
              optional
              maxLength={300}
              value={altText}
              error={fields.altText}
              onChange={({ currentTarget }) => setAltText(currentTarget.value)}
            />
          )}
          <TextArea
            label="Caption"
            optional
            rows={3}
            maxLength={500}
            value={caption}
            error={fields.caption}
            onChange={({ currentTarget }) => setCaption(currentTarget.value)}
          />
          <FormError fields={fields}>{refusal}</FormError>
          <ConflictNotice theirs={theirs} />
          <DialogActions>
            <Button variant="ghost" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" variant="solid" isBusy={isBusy}>
              {isBusy ? 'Saving...' : 'Save Changes'}
            </Button>
          </DialogActions>
        </div>
      </form>
    </Dialog>
  )
}
