'use client'
import { useState } from 'react'

import { TextLink } from '@/admin/form/button'
import { TextArea, TextField } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { bindText } from '@/admin/form/form-values'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { fileTypeLabels, formatFileSize } from '@/modules/media/rules/media-files'

import { ImageEditor } from './image-editor'
import type { MediaListItem } from './media-params'
import { MediaUsage } from './media-usage'

/* oxlint-disable jsx-a11y/media-has-caption -- uploads have no caption tracks */
const Preview = ({ file }: { file: MediaListItem }) => {
  const { fileType, filePath, mimeType, altText } = file
  const player = { controls: true, preload: 'metadata', 'aria-label': file.originalName }
  if (fileType === 'image')
    return <img className="df-media-edit__picture" src={filePath} alt={altText} />
  if (fileType === 'video')
    return (
      <video className="df-media-edit__picture" {...player}>
        <source src={filePath} type={mimeType} />
      </video>
    )
  if (fileType === 'audio') return <audio {...player} src={filePath} />
  return (
    <p>
      <TextLink look="strong" href={filePath} native download>
        Download file
      </TextLink>
    </p>
  )
}
/* oxlint-enable jsx-a11y/media-has-caption */

const Facts = ({ file }: { file: MediaListItem }) => (
  <>
    <p className="df-entry__meta df-code">{file.originalName}</p>
    <p className="df-entry__meta">
      {fileTypeLabels[file.fileType]}, {formatFileSize(file.fileSize)}
      {file.width && file.height ? `, ${file.width} × ${file.height}` : ''}. Added {file.added}.
    </p>
    <MediaUsage id={file.id} />
  </>
)

export function EditMediaDialog({ file, onClose }: { file: MediaListItem; onClose: () => void }) {
  const mutation = useAdminMutation()
  const { fields, theirs } = mutation
  const [draft, setDraft] = useState({ altText: file.altText, caption: file.caption })
  const [focus, setFocus] = useState(file.focus)
  const isFocusChanged = focus?.x !== file.focus?.x || focus?.y !== file.focus?.y
  const text = bindText(draft, fields, (change) => setDraft({ ...draft, ...change }))
  const save = async (): Promise<void> => {
    const saved = await mutation.send({
      method: 'PUT',
      path: `/api/admin/media/${file.id}`,
      body: { ...draft, ...(isFocusChanged ? { focus } : {}), version: theirs ?? file.updatedAt },
      done: 'Media updated',
      failed: 'Error updating media',
      untilRefreshed: true,
    })
    if (saved) onClose()
  }
  return (
    <FormDialog
      title="Edit file"
      size="wide"
      className="df-media-edit"
      isDirty={draft.altText !== file.altText || draft.caption !== file.caption || isFocusChanged}
      mutation={mutation}
      submit="Save changes"
      onSubmit={save}
      onClose={onClose}
    >
      <div>
        {file.fileType === 'image' && file.width && file.height ? (
          <ImageEditor
            file={file}
            mutation={mutation}
            focus={focus}
            onFocus={setFocus}
            onCropped={onClose}
          />
        ) : (
          <Preview file={file} />
        )}
        <Facts file={file} />
      </div>
      <div className="df-form">
        {file.fileType === 'image' ? (
          <TextArea
            label="Alt text"
            rows={3}
            hint="Describe the image in a sentence for people who can’t see it."
            maxLength={300}
            {...text('altText')}
          />
        ) : (
          <TextField label="Description" optional maxLength={300} {...text('altText')} />
        )}
        <TextArea label="Caption" optional rows={3} maxLength={500} {...text('caption')} />
      </div>
    </FormDialog>
  )
}
