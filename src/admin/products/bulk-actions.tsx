'use client'
import { toast } from '@payloadcms/ui'
import { useState } from 'react'
import type { z } from 'zod'

import { Button } from '@/admin/form/button'
import { ConfirmDialog } from '@/admin/form/confirm-dialog'
import { SmallSelect } from '@/admin/form/fields'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { BulkBar, useSelection } from '@/admin/list/selection'
import type { AdminProductRow } from '@/modules/catalog/queries/admin-products'
import type { CategoryView } from '@/modules/catalog/queries/list-categories'
import type { bulkResponse } from '@/modules/catalog/schemas/admin-products'
import { pluralize } from '@/platform/pluralize'

type Action =
  'activate' | 'deactivate' | 'feature' | 'unfeature' | 'trash' | 'restore' | 'setCategory'
type Result = z.infer<typeof bulkResponse>

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

type Selection = Pick<AdminProductRow, 'id' | 'categoryId'>[]

/** Returns the toast for a result: a success only if something changed. */
export function bulkResultToast(action: Action, { changed, results }: Result) {
  const failures = results.flatMap(({ id, name, error }) =>
    error ? [`${name ?? id}: ${error}`] : [],
  )
  const description = failures.slice(0, 3).join(' ') || undefined
  if (changed > 0)
    return {
      kind: 'success',
      title: `${pluralize(changed, 'product')} ${action === 'trash' ? 'deleted' : 'updated'}`,
      description,
    } as const
  return description
    ? ({ kind: 'error', title: 'No products were updated', description } as const)
    : ({
        kind: 'info',
        title: 'Nothing to change',
        description: 'The selected products already have this setting.',
      } as const)
}

const showResult = (action: Action, result: Result, undo?: () => unknown): void => {
  const { kind, title, description } = bulkResultToast(action, result)
  toast[kind](title, {
    description,
    ...(kind === 'success' ? { duration: 5000 } : {}),
    ...(kind === 'success' && undo
      ? { action: { label: 'Undo', onClick: () => void undo() } }
      : {}),
  })
}

/** Sends an action for several products. Undo applies to those it changed. */
const useBulkUpdate = (products: Selection, onDone: () => void) => {
  const { send, isBusy } = useAdminMutation()
  const update = async (
    action: Action,
    ids: readonly number[],
    more: object = {},
    mayUndo = true,
  ): Promise<void> => {
    const result = await send<Result>({
      path: '/api/admin/products/bulk',
      body: { ids, action, ...more },
      failed: 'Error updating products',
    })
    if (!result) return
    const changed = result.results.filter((row) => row.changed).map(({ id }) => id)
    // Each product returns to its own category.
    const undo = async (): Promise<void> => {
      if (action !== 'setCategory') return update(opposite[action], changed, {}, false)
      const moved = products.filter(({ id }) => changed.includes(id))
      for (const categoryId of new Set(moved.map((product) => product.categoryId)))
        await update(
          action,
          moved.filter((product) => product.categoryId === categoryId).map(({ id }) => id),
          { categoryId },
          false,
        )
    }
    showResult(action, result, mayUndo && changed.length > 0 ? undo : undefined)
    onDone()
  }
  return { update, isBusy }
}

const CategorySelect = ({
  categories,
  disabled,
  onSelect,
}: {
  categories: CategoryView[]
  disabled: boolean
  onSelect: (categoryId: number | null) => void
}) => (
  <SmallSelect
    label="Move to category"
    value=""
    disabled={disabled}
    options={[
      ['', 'Category…'],
      ['none', 'No Category'],
      ...categories.map(({ id, name }) => [id, name] as const),
    ]}
    onChange={({ currentTarget: { value } }) => {
      if (value) onSelect(value === 'none' ? null : Number(value))
    }}
  />
)

export function BulkActions({
  products: listed,
  isTrash,
  categories,
}: {
  /** Of this page. */
  products: Selection
  isTrash: boolean
  categories: CategoryView[]
}) {
  const { selected: ids, clear } = useSelection()
  const products = listed.filter(({ id }) => ids.includes(id))
  const [isAsking, setIsAsking] = useState(false)
  const { update, isBusy } = useBulkUpdate(products, () => {
    setIsAsking(false)
    clear()
  })
  const count = pluralize(ids.length, 'product')
  const actions = isTrash ? ([['restore', 'Restore']] as const) : buttons
  return (
    <BulkBar count={ids.length > 0 ? count : null} onClear={clear}>
      {actions.map(([action, label]) => (
        <Button key={action} small disabled={isBusy} onClick={() => void update(action, ids)}>
          {label}
        </Button>
      ))}
      {isTrash ? null : (
        <>
          <CategorySelect
            categories={categories}
            disabled={isBusy}
            onSelect={(categoryId) => void update('setCategory', ids, { categoryId })}
          />
          <Button variant="ghost" small disabled={isBusy} onClick={() => setIsAsking(true)}>
            Delete
          </Button>
        </>
      )}
      {isAsking ? (
        <ConfirmDialog
          question={`Delete ${count}?`}
          verb="Delete"
          isBusy={isBusy}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => void update('trash', ids)}
        >
          Deleted products are removed from the shop right away and go to the trash. You can restore
          them later. Unpaid orders that include them can’t be completed.
        </ConfirmDialog>
      ) : null}
    </BulkBar>
  )
}
