'use client'
import { Button } from '@/admin/form/button'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'

import { ConflictNotice } from '@/admin/form/conflict-notice'
import { Dialog, DialogActions } from '@/admin/form/dialog'
import { TextArea, TextField } from '@/admin/form/fields'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import type { AdminCategory } from '@/modules/catalog/queries/admin-categories'

/** One dialog to create (`category` null) and to change. */
export function CategoryDialog({ category }: { category: AdminCategory | null }) {
  const { call, isBusy, fields, refusal, theirs } = useAdminMutation()
  // As it was when the dialog was opened: what somebody else saves meanwhile is not written over.
  const [open, setOpen] = useState<{ version?: string } | null>(null)
  const [isDirty, setIsDirty] = useState(false)
  const show = (): void => {
    setIsDirty(false)
    setOpen(category ? { version: category.updatedAt } : {})
  }

  const save = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const body = {
      ...Object.fromEntries(new FormData(event.currentTarget)),
      ...open,
      ...(theirs ? { version: theirs } : {}),
    }
    const answer = category
      ? await call('PUT', `/api/admin/categories/${category.id}`, body, {
          done: 'Category saved',
          failed: 'The category could not be saved',
        })
      : await call('POST', '/api/admin/categories', body, {
          done: 'Category created',
          failed: 'The category could not be created',
        })
    if (answer) setOpen(null)
  }
  return (
    <>
      {category ? (
        <Button small aria-label={`Edit ${category.name}`} onClick={show}>
          Edit
        </Button>
      ) : (
        <Button variant="solid" icon={Plus} data-new onClick={show}>
          New category
        </Button>
      )}
      {open ? (
        <Dialog
          title={category ? `Edit “${category.name}”` : 'New category'}
          isDirty={isDirty}
          onClose={() => setOpen(null)}
        >
          <form onSubmit={(event) => void save(event)} onChange={() => setIsDirty(true)} noValidate>
            <TextField
              label="Name"
              name="name"
              maxLength={80}
              autoComplete="off"
              data-focus
              defaultValue={category?.name}
              error={fields.name}
            />
            <TextField
              label="Address"
              name="slug"
              maxLength={60}
              autoComplete="off"
              optional={!category}
              defaultValue={category?.slug}
              error={fields.slug}
              hint={
                category
                  ? 'Links and searches with the old one lead to all products.'
                  : 'Empty: made from the name.'
              }
            />
            <TextArea
              label="Description"
              name="description"
              optional
              maxLength={500}
              defaultValue={category?.description ?? ''}
              error={fields.description}
            />
            {refusal && Object.keys(fields).length === 0 ? (
              <p className="df-form__refusal" role="alert">
                {refusal}
              </p>
            ) : null}
            <ConflictNotice theirs={theirs} />
            <DialogActions>
              <Button variant="ghost" onClick={() => setOpen(null)}>
                Cancel
              </Button>
              <Button type="submit" variant="solid" isBusy={isBusy}>
                {isBusy ? 'Saving...' : category ? 'Save changes' : 'Create category'}
              </Button>
            </DialogActions>
          </form>
        </Dialog>
      ) : null}
    </>
  )
}
