'use client'
import { Plus } from 'lucide-react'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { TextArea, TextField } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import type { AdminCategory } from '@/modules/catalog/queries/admin-categories'

const CategoryFields = ({
  category,
  errors,
}: {
  category: AdminCategory | null
  errors: Record<string, string>
}) => (
  <>
    <TextField
      label="Name"
      name="name"
      maxLength={80}
      autoComplete="off"
      data-focus
      defaultValue={category?.name}
      error={errors.name}
    />
    <TextField
      label="URL"
      name="slug"
      maxLength={60}
      autoComplete="off"
      optional={!category}
      defaultValue={category?.slug}
      error={errors.slug}
      hint={
        category
          ? 'Links that use the old URL will show all products.'
          : 'Leave blank to create it from the name.'
      }
    />
    <TextArea
      label="Description"
      name="description"
      optional
      maxLength={500}
      defaultValue={category?.description ?? ''}
      error={errors.description}
    />
  </>
)

type Props = { category: AdminCategory | null }

const CategoryForm = ({ category, onClose }: Props & { onClose: () => void }) => {
  const mutation = useAdminMutation()
  const { fields, theirs } = mutation
  // The version at the time of opening, so that someone else's later save isn't overwritten.
  const [opened] = useState(category ? { version: category.updatedAt } : {})

  const save = async (form: FormData): Promise<void> => {
    const body = { ...Object.fromEntries(form), ...opened, ...(theirs ? { version: theirs } : {}) }
    const saved = await mutation.send(
      category
        ? {
            method: 'PUT',
            path: `/api/admin/categories/${category.id}`,
            body,
            done: 'Category saved',
            failed: 'Couldn’t save the category',
            untilRefreshed: true,
          }
        : {
            path: '/api/admin/categories',
            body,
            done: 'Category created',
            failed: 'Couldn’t create the category',
          },
    )
    if (saved) onClose()
  }
  return (
    <FormDialog
      title={category ? `Edit “${category.name}”` : 'New category'}
      mutation={mutation}
      submit={category ? 'Save changes' : 'Create category'}
      onSubmit={save}
      onClose={onClose}
    >
      <CategoryFields category={category} errors={fields} />
    </FormDialog>
  )
}

/** One dialog to create (`category` null) and to edit. */
export function CategoryDialog({ category }: Props) {
  const [isOpen, setOpen] = useState(false)
  const show = (): void => setOpen(true)
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
      {isOpen ? <CategoryForm category={category} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
