'use client'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { ConfirmDialog } from '@/admin/form/confirm-dialog'
import { TextArea } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import type { AdminMutation } from '@/admin/form/use-admin-mutation'
import { BulkBar, useSelection } from '@/admin/list/selection'
import { type RunBulkAction, useBulkAction } from '@/admin/list/use-bulk-action'
import type { BulkResult } from '@/platform/bulk/bulk-schema'
import { pluralize } from '@/platform/pluralize'

import type { MediaListItem } from './media-params'

const deleting = {
  done: 'deleted',
  failed: 'Error deleting media',
  undo: { bodies: (ids: number[]) => [{ ids, action: 'restore' }], done: 'restored' },
}
const restoring = { done: 'restored', failed: 'Error restoring media' }
const describing = { done: 'updated', failed: 'Error updating media' }

const AltTextDialog = ({
  images,
  mutation,
  run,
  onClose,
}: {
  images: MediaListItem[]
  mutation: AdminMutation
  run: RunBulkAction
  onClose: () => void
}) => {
  const [texts, setTexts] = useState<Record<number, string>>({})
  const changed = images.filter(({ id, altText }) => (texts[id] ?? altText) !== altText)
  const save = (): void => {
    const files = changed.map(({ id, altText, updatedAt }) => ({
      id,
      altText: texts[id] ?? altText,
      version: updatedAt,
    }))
    if (files.length === 0) onClose()
    else void run({ action: 'setAltText', files }, describing)
  }
  return (
    <FormDialog
      title={`Alt text for ${pluralize(images.length, 'image')}`}
      size="wide"
      mutation={{ ...mutation, theirs: null }}
      submit="Save alt texts"
      isDirty={changed.length > 0}
      onSubmit={save}
      onClose={onClose}
    >
      <p>Describe each image in a sentence for people who can’t see it.</p>
      <ul className="df-alt-texts">
        {images.map(({ id, originalName, altText, thumbnail }, index) => (
          <li key={id}>
            <img className="df-media__thumb" src={thumbnail ?? undefined} alt="" loading="lazy" />
            <TextArea
              label={originalName}
              rows={2}
              maxLength={300}
              data-focus={index === 0 || undefined}
              value={texts[id] ?? altText}
              error={
                mutation.fields[`files.${changed.findIndex((file) => file.id === id)}.altText`]
              }
              onChange={({ currentTarget: { value } }) =>
                setTexts((before) => ({ ...before, [id]: value }))
              }
            />
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}

export function BulkMediaActions({ files }: { files: MediaListItem[] }) {
  const { selected: ids, clear } = useSelection()
  const [asking, setAsking] = useState<'delete' | 'describe' | null>(null)
  const close = (): void => setAsking(null)
  const { mutation, run, report } = useBulkAction<BulkResult>({
    path: '/api/admin/media/bulk',
    noun: 'file',
    nameOf: ({ id, name }) => name ?? `File ${id}`,
    onDone: () => {
      close()
      clear()
    },
  })
  const selected = files.filter(({ id }) => ids.includes(id))
  const images = selected.filter(({ fileType }) => fileType === 'image')
  const isTrash = selected.some(({ deletedAt }) => deletedAt)
  const count = pluralize(ids.length, 'file')
  return (
    <>
      <BulkBar count={ids.length > 0 ? count : null} onClear={clear}>
        {isTrash ? (
          <Button
            small
            disabled={mutation.isBusy}
            onClick={() => void run({ ids, action: 'restore' }, restoring)}
          >
            Restore
          </Button>
        ) : (
          <>
            {images.length > 0 ? (
              <Button small onClick={() => setAsking('describe')}>
                Edit alt text
              </Button>
            ) : null}
            <Button variant="ghost" small onClick={() => setAsking('delete')}>
              Delete
            </Button>
          </>
        )}
      </BulkBar>
      {asking === 'describe' ? (
        <AltTextDialog images={images} mutation={mutation} run={run} onClose={close} />
      ) : null}
      {asking === 'delete' ? (
        <ConfirmDialog
          question={`Delete ${count}?`}
          verb="Delete"
          isBusy={mutation.isBusy}
          onCancel={close}
          onConfirm={() => run({ ids, action: 'trash' }, deleting)}
        >
          Files in use are skipped. You can restore deleted files from the trash for 30 days.
        </ConfirmDialog>
      ) : null}
      {report}
    </>
  )
}
