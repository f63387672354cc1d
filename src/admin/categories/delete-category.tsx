'use client'
import { Button } from '@/admin/form/button'
import { toast } from '@payloadcms/ui'
import { useState } from 'react'

import { ConfirmDialog } from '@/admin/form/confirm-dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { pluralize } from '@/admin/shell/pluralize'
import type { AdminCategory } from '@/modules/catalog/queries/admin-categories'

type Members = { productIds: number[]; contentIds: number[] }

export function DeleteCategory({
  category: { id, name, slug, description, products, content },
}: {
  category: AdminCategory
}) {
  const { call, isBusy } = useAdminMutation()
  const [isAsking, setIsAsking] = useState(false)
  const restore = ({ productIds, contentIds }: Members): void =>
    void call(
      'POST',
      '/api/admin/categories',
      { name, slug, description, productIds, contentIds },
      { done: 'Category restored', failed: 'The category could not be restored' },
    )
  const remove = async (): Promise<void> => {
    const members = await call<Members>('DELETE', `/api/admin/categories/${id}`, undefined, {
      failed: 'The category could not be deleted',
    })
    if (members)
      toast.success('Category deleted', {
        duration: 5000,
        action: { label: 'Undo', onClick: () => restore(members) },
      })
  }
  const inside = [
    products > 0 ? pluralize(products, 'product') : '',
    content > 0 ? pluralize(content, 'piece of content', 'pieces of content') : '',
  ]
    .filter(Boolean)
    .join(' and ')
  return (
    <>
      <Button variant="ghost" small aria-label={`Delete ${name}`} onClick={() => setIsAsking(true)}>
        Delete
      </Button>
      {isAsking ? (
        <ConfirmDialog
          question={`Delete “${name}”?`}
          verb="Delete"
          isBusy={isBusy}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => void remove()}
        >
          <p>
            {inside
              ? `${inside} ${products + content === 1 ? 'is' : 'are'} in it and will be in no category.`
              : 'Nothing is in it.'}{' '}
            Links to it lead to all products. Right afterwards it can be brought back.
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}
