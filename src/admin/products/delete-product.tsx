'use client'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'

import { ConfirmDialog } from '@/admin/form/confirm-dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { pluralize } from '@/admin/shell/pluralize'
import type { ProductUsage } from '@/modules/catalog/queries/admin-products'
import { api } from '@/ui/api-client'

/** What would notice, in sentences. */
const consequences = ({
  openOrders,
  unpaidOrders,
  scheduledPosts,
  content,
}: ProductUsage): string[] => {
  const paid = openOrders - unpaidOrders
  return [
    ...(paid > 0
      ? [
          `${pluralize(paid, 'open order')} ${paid === 1 ? 'has' : 'have'} it; what is paid is still made and sent.`,
        ]
      : []),
    ...(unpaidOrders > 0
      ? [
          `${pluralize(unpaidOrders, 'order')} with it ${unpaidOrders === 1 ? 'is' : 'are'} not paid yet and could no longer be.`,
        ]
      : []),
    ...(scheduledPosts > 0
      ? [
          `${pluralize(scheduledPosts, 'scheduled post')} ${scheduledPosts === 1 ? 'speaks' : 'speak'} of it.`,
        ]
      : []),
    ...(content > 0
      ? [`${pluralize(content, 'text')} ${content === 1 ? 'shows' : 'show'} it.`]
      : []),
  ]
}

type Props = { id: number; name: string; hasWords?: boolean; onDeleted?: () => void }

/** Asks once and names what would break. It goes to the trash; for five seconds one press brings it back. */
export function DeleteProduct({ id, name, hasWords = false, onDeleted }: Props) {
  const { send, isBusy } = useAdminMutation()
  const [isOpen, setIsOpen] = useState(false)
  const [uses, setUses] = useState<ProductUsage | null>(null)

  const ask = (): void => {
    setIsOpen(true)
    setUses(null)
    api<{ uses: ProductUsage }>('GET', `/api/admin/products/${id}`).then(
      (product) => setUses(product.uses),
      () => {},
    )
  }
  const restore = (): void =>
    void send({
      path: `/api/admin/products/${id}/restore`,
      done: 'Product restored',
      failed: 'Error restoring product',
    })
  const remove = async (): Promise<void> => {
    const answer = await send({
      method: 'DELETE',
      path: `/api/admin/products/${id}`,
      done: 'Product deleted',
      doneText: `${name} is in the trash.`,
      undo: restore,
      failed: 'Error deleting product',
    })
    if (!answer) return
    setIsOpen(false)
    onDeleted?.()
  }
  return (
    <>
      <button
        type="button"
        className={hasWords ? 'df-button df-button--ghost df-button--small' : 'df-icon-button'}
        aria-label={hasWords ? undefined : `Delete ${name}`}
        onClick={ask}
      >
        <Trash2 aria-hidden size={18} strokeWidth={1.6} />
        {hasWords ? 'Delete' : null}
      </button>
      {isOpen ? (
        <ConfirmDialog
          question={`Delete ${name}?`}
          verb="Delete"
          isBusy={isBusy}
          onCancel={() => setIsOpen(false)}
          onConfirm={() => void remove()}
        >
          <p>
            It leaves the shop at once and goes to the trash, from where it can be restored as it
            was.
          </p>
          {uses
            ? consequences(uses).map((sentence) => (
                <p key={sentence} className="df-note">
                  {sentence}
                </p>
              ))
            : null}
        </ConfirmDialog>
      ) : null}
    </>
  )
}
