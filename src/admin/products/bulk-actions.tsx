'use client'
import { Button } from '@/admin/form/button'
import { toast } from '@payloadcms/ui'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'

import { ConfirmDialog } from '@/admin/form/confirm-dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { pluralize } from '@/admin/shell/pluralize'
import type { AdminProductRow } from '@/modules/catalog/queries/admin-products'
import type { CategoryView } from '@/modules/catalog/queries/list-categories'

type Action =
  'activate' | 'deactivate' | 'feature' | 'unfeature' | 'trash' | 'restore' | 'setCategory'
type Answer = {
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
const ways = [
  ['activate', 'Activate'],
  ['deactivate', 'Deactivate'],
  ['feature', 'Feature'],
  ['unfeature', 'Unfeature'],
] as const

/** What can be done with the chosen products together. */
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
    const answer = await send<Answer>({
      path: '/api/admin/products/bulk',
      body: { ids: on, action, ...more },
      failed: 'Error updating products',
    })
    if (!answer) return
    const changed = answer.results.filter((one) => one.changed).map(({ id }) => id)
    // Each goes back into the category that it came from.
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
    const failed = answer.results.filter(({ error }) => error)
    toast.success(
      action === 'trash'
        ? `${pluralize(answer.changed, 'product')} deleted`
        : `${pluralize(answer.changed, 'product')} updated`,
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
          {ways.map(([action, label]) => (
            <Button key={action} small disabled={isBusy} onClick={() => void run(action, ids)}>
              {label}
            </Button>
          ))}
          <div className="df-select df-select--small">
            <select
              className="df-control"
              aria-label="Move to a category"
              value=""
              disabled={isBusy}
              onChange={({ currentTarget: { value } }) => {
                if (value)
                  void run('setCategory', ids, {
                    categoryId: value === 'none' ? null : Number(value),
                  })
              }}
            >
              <option value="">Category...</option>
              <option value="none">No Category</option>
              {categories.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
            <ChevronDown aria-hidden size={18} strokeWidth={1.6} />
          </div>
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
