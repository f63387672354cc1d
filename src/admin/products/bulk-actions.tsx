'use client'
import { toast } from '@payloadcms/ui'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { ConfirmDialog } from '@/admin/form/confirm-dialog'
import { SmallSelect } from '@/admin/form/fields'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { pluralize } from '@/admin/shell/pluralize'
import type { AdminProductRow } from '@/modules/catalog/queries/admin-products'
import type { CategoryView } from '@/modules/catalog/queries/list-categories'

type Action =
  'activate' | 'deactivate' | 'feature' | 'unfeature' | 'trash' | 'restore' | 'setCategory'
type Result = {
  changed: number
  results: { id: number; name: string | null; changed: boolean; error: string | null }[]
}

const opposite = {
  activate: 'deactivate',
  deactivate: 'activate',
  feature: 'unfeature',
  unfeature: 'feature',
  trash: 'restore',
  restore: 'trash',
} satisfies Record<Exclude<Action, 'setCategory'>, Action>
const buttons = [
  ['activate', 'Activate'],
  ['deactivate', 'Deactivate'],
  ['feature', 'Feature'],
  ['unfeature', 'Unfeature'],
] as const

/** Actions on all selected products. */
export function BulkActions({
  products,
  isTrash,
  categories,
  onDone,
}: {
  products: Pick<AdminProductRow, 'id' | 'categoryId'>[]
  isTrash: boolean
  categories: CategoryView[]
  onDone: () => void
}) {
  const { send, isBusy } = useAdminMutation()
  const [isAsking, setIsAsking] = useState(false)
  const ids = products.map(({ id }) => id)

  const run = async (
    action: Action,
    on: number[],
    more: object = {},
    mayUndo = true,
  ): Promise<void> => {
    const result = await send<Result>({
      path: '/api/admin/products/bulk',
      body: { ids: on, action, ...more },
      failed: 'Error updating products',
    })
    if (!result) return
    const changed = result.results.filter((one) => one.changed).map(({ id }) => id)
    // Each product returns to its own category.
    const undo = async (): Promise<void> => {
      if (action !== 'setCategory') return run(opposite[action], changed, {}, false)
      const moved = products.filter(({ id }) => changed.includes(id))
      for (const from of new Set(moved.map(({ categoryId }) => categoryId)))
        await run(
          action,
          moved.filter(({ categoryId }) => categoryId === from).map(({ id }) => id),
          { categoryId: from },
          false,
        )
    }
    const failed = result.results.filter(({ error }) => error)
    toast.success(
      action === 'trash'
        ? `${pluralize(result.changed, 'product')} deleted`
        : `${pluralize(result.changed, 'product')} updated`,
      {
        duration: 5000,
        description:
          failed.length > 0
            ? failed
                .map(({ id, name, error }) => `${name ?? id}: ${error}`)
                .slice(0, 3)
                .join(' ')
            : undefined,
        ...(mayUndo && changed.length > 0
          ? { action: { label: 'Undo', onClick: () => void undo() } }
          : {}),
      },
    )
    setIsAsking(false)
    onDone()
  }
  if (ids.length === 0) return null
  const count = pluralize(ids.length, 'product')
  return (
    <div className="df-bulk" role="group" aria-label={`${count} chosen`}>
      <b role="status">{count} chosen</b>
      {isTrash ? (
        <Button small disabled={isBusy} onClick={() => void run('restore', ids)}>
          Restore
        </Button>
      ) : (
        <>
          {buttons.map(([action, label]) => (
            <Button key={action} small disabled={isBusy} onClick={() => void run(action, ids)}>
              {label}
            </Button>
          ))}
          <SmallSelect
            label="Move to a category"
            value=""
            disabled={isBusy}
            options={[
              ['', 'Category...'],
              ['none', 'No Category'],
              ...categories.map(({ id, name }) => [id, name] as const),
            ]}
            onChange={({ currentTarget: { value } }) => {
              if (value)
                void run('setCategory', ids, {
                  categoryId: value === 'none' ? null : Number(value),
                })
            }}
          />
          <Button variant="ghost" small disabled={isBusy} onClick={() => setIsAsking(true)}>
            Delete
          </Button>
        </>
      )}
      <Button variant="ghost" small onClick={onDone}>
        Clear
      </Button>
      {isAsking ? (
        <ConfirmDialog
          question={`Delete ${count}?`}
          verb="Delete"
          isBusy={isBusy}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => void run('trash', ids)}
        >
          They leave the shop at once and go to the trash, from where they can be restored as they
          were. Orders that are not paid yet and have one of them could no longer be paid.
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
