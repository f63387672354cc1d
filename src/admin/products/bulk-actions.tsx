'use client'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { ConfirmDialog } from '@/admin/form/confirm-dialog'
import { SmallSelect } from '@/admin/form/fields'
import { BulkBar, useSelection } from '@/admin/list/selection'
import { useBulkAction } from '@/admin/list/use-bulk-action'
import type { AdminProductRow } from '@/modules/catalog/queries/admin-products'
import type { CategoryView } from '@/modules/catalog/queries/list-categories'
import type { BulkResult } from '@/platform/bulk/bulk-schema'
import { pluralize } from '@/platform/pluralize'

type Action =
  'activate' | 'deactivate' | 'feature' | 'unfeature' | 'trash' | 'restore' | 'setCategory'

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
const doneText = (action: Action): string =>
  action === 'trash' ? 'deleted' : action === 'restore' ? 'restored' : 'updated'

/** What puts each product back into its own category. */
const moveBack = (products: Selection, ids: readonly number[]): object[] => {
  const moved = products.filter(({ id }) => ids.includes(id))
  return [...new Set(moved.map(({ categoryId }) => categoryId))].map((categoryId) => ({
    ids: moved.filter((product) => product.categoryId === categoryId).map(({ id }) => id),
    action: 'setCategory',
    categoryId,
  }))
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

/** Sends an action for the selected products. Undoing it moves each back into its own category. */
const useProductActions = (listed: Selection, onDone: () => void) => {
  const { selected: ids } = useSelection()
  const {
    mutation: { isBusy },
    run,
    report,
  } = useBulkAction<BulkResult>({
    path: '/api/admin/products/bulk',
    noun: 'product',
    nameOf: ({ id, name }) => name ?? `Product ${id}`,
    onDone,
  })
  const update = (action: Action, categoryId?: number | null): Promise<void> =>
    run(
      { ids, action, categoryId },
      {
        done: doneText(action),
        failed: 'Error updating products',
        undo: {
          bodies: (changed) =>
            action === 'setCategory'
              ? moveBack(listed, changed)
              : [{ ids: changed, action: opposite[action] }],
          done: action === 'setCategory' ? 'updated' : doneText(opposite[action]),
        },
      },
    )
  return { update, isBusy, report }
}

export function BulkActions({
  products,
  isTrash,
  categories,
}: {
  /** Of this page. */
  products: Selection
  isTrash: boolean
  categories: CategoryView[]
}) {
  const { selected: ids, clear } = useSelection()
  const [isConfirming, setIsConfirming] = useState(false)
  const { update, isBusy, report } = useProductActions(products, () => {
    setIsConfirming(false)
    clear()
  })
  const count = pluralize(ids.length, 'product')
  const actions = isTrash ? ([['restore', 'Restore']] as const) : buttons
  return (
    <>
      <BulkBar count={ids.length > 0 ? count : null} onClear={clear}>
        {actions.map(([action, label]) => (
          <Button key={action} small disabled={isBusy} onClick={() => void update(action)}>
            {label}
          </Button>
        ))}
        {isTrash ? null : (
          <>
            <CategorySelect
              categories={categories}
              disabled={isBusy}
              onSelect={(categoryId) => void update('setCategory', categoryId)}
            />
            <Button variant="ghost" small disabled={isBusy} onClick={() => setIsConfirming(true)}>
              Delete
            </Button>
          </>
        )}
      </BulkBar>
      {isConfirming ? (
        <ConfirmDialog
          question={`Delete ${count}?`}
          verb="Delete"
          isBusy={isBusy}
          onCancel={() => setIsConfirming(false)}
          onConfirm={() => void update('trash')}
        >
          Deleted products are removed from the shop right away and go to the trash. You can restore
          them later. Unpaid orders that include them can’t be completed.
        </ConfirmDialog>
      ) : null}
      {report}
    </>
  )
}
