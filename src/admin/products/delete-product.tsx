'use client'
import { Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'

import { ActionButton, ConfirmAction } from '@/admin/form/actions'
import type { ProductUsage } from '@/modules/catalog/queries/admin-products'
import { api } from '@/platform/http/api-client'
import { pluralize } from '@/platform/pluralize'

/** One sentence for each use that deleting the product would affect. */
const consequences = (usage: ProductUsage): string[] => {
  const { openOrders, unpaidOrders, scheduledPosts, content } = usage
  const paid = openOrders - unpaidOrders
  return [
    paid > 0
      ? `${pluralize(paid, 'open order')} ${paid === 1 ? 'includes' : 'include'} it. Paid items will still be made and shipped.`
      : '',
    unpaidOrders > 0
      ? `${pluralize(unpaidOrders, 'order')} with it ${unpaidOrders === 1 ? 'is' : 'are'} unpaid and can’t be completed.`
      : '',
    scheduledPosts > 0
      ? `${pluralize(scheduledPosts, 'scheduled post')} ${scheduledPosts === 1 ? 'mentions' : 'mention'} it.`
      : '',
    content > 0
      ? `${pluralize(content, 'article')} ${content === 1 ? 'features' : 'feature'} it.`
      : '',
  ].filter(Boolean)
}

const restoreRequest = (id: number) => ({
  path: `/api/admin/products/${id}/restore`,
  done: 'Product restored',
  failed: 'Error restoring product',
})

type Props = { id: number; name: string; showLabel?: boolean; onDeleted?: () => void }

/** Moves a product to the trash after naming what that affects. It can be undone for five seconds. */
export function DeleteProduct({ id, name, showLabel = false, onDeleted }: Props) {
  const [usage, setUsage] = useState<ProductUsage | null>(null)
  const loadUsage = (): void => {
    setUsage(null)
    api<{ uses: ProductUsage }>('GET', `/api/admin/products/${id}`).then(
      (product) => setUsage(product.uses),
      () => {},
    )
  }
  return (
    <ConfirmAction
      variant="ghost"
      icon={Trash2}
      text={showLabel ? 'Delete' : undefined}
      label={showLabel ? undefined : `Delete ${name}`}
      question={`Delete ${name}?`}
      verb="Delete"
      request={{
        method: 'DELETE',
        path: `/api/admin/products/${id}`,
        done: 'Product deleted',
        doneText: `${name} is in the trash.`,
        undo: restoreRequest(id),
        failed: 'Error deleting product',
      }}
      onOpen={loadUsage}
      onDone={onDeleted}
    >
      <p>
        It’ll be removed from the shop right away and moved to the trash. You can restore it later.
      </p>
      {usage
        ? consequences(usage).map((sentence) => (
            <p key={sentence} className="df-note">
              {sentence}
            </p>
          ))
        : null}
    </ConfirmAction>
  )
}

export function RestoreProduct({ id, name }: { id: number; name: string }) {
  return (
    <ActionButton
      small
      icon={Undo2}
      label={`Restore ${name}`}
      request={{ ...restoreRequest(id), doneText: `${name} is back.` }}
    >
      Restore
    </ActionButton>
  )
}
