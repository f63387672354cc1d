'use client'
import { toast } from '@payloadcms/ui'
import { useState } from 'react'

import { Button, passFocusOn } from '@/admin/form/button'
import { ConfirmDialog } from '@/admin/form/confirm-dialog'
import { undoAction, useAdminMutation } from '@/admin/form/use-admin-mutation'
import type { AdminCategory } from '@/modules/catalog/queries/admin-categories'
import { pluralize } from '@/platform/pluralize'
import { FormError } from '@/ui/form-error'

type Members = { productIds: number[]; contentIds: number[] }

const countMembers = (products: number, articles: number): string =>
  [
    products > 0 ? pluralize(products, 'product') : '',
    articles > 0 ? pluralize(articles, 'article') : '',
  ]
    .filter(Boolean)
    .join(' and ')

export function DeleteCategory({
  category: { id, name, slug, description, products, content },
}: {
  category: AdminCategory
}) {
  const { send, isBusy, refusal } = useAdminMutation()
  const [isOpen, setIsOpen] = useState(false)
  const remove = async (): Promise<void> => {
    const members = await send<Members>({
      method: 'DELETE',
      path: `/api/admin/categories/${id}`,
      failed: 'Couldn’t delete the category',
    })
    if (!members) return
    setIsOpen(false)
    const { productIds, contentIds } = members
    const restore = (): void =>
      void send({
        path: '/api/admin/categories',
        body: { name, slug, description, productIds, contentIds },
        done: 'Category restored',
        failed: 'Couldn’t restore the category',
      })
    toast.success('Category deleted', { duration: 5000, action: undoAction(restore) })
  }
  const memberCounts = countMembers(products, content)
  return (
    <>
      <Button
        ref={passFocusOn}
        variant="ghost"
        small
        aria-label={`Delete ${name}`}
        onClick={() => setIsOpen(true)}
      >
        Delete
      </Button>
      {isOpen ? (
        <ConfirmDialog
          question={`Delete “${name}”?`}
          verb="Delete"
          isBusy={isBusy}
          onCancel={() => setIsOpen(false)}
          onConfirm={remove}
        >
          <p>
            {memberCounts
              ? `${memberCounts} ${products + content === 1 ? 'is' : 'are'} in this category and will have no category.`
              : 'This category is empty.'}{' '}
            Links to it will show all products. You can undo this right after deleting.
          </p>
          <FormError>{refusal}</FormError>
        </ConfirmDialog>
      ) : null}
    </>
  )
}
