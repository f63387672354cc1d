'use client'
import { Undo2 } from 'lucide-react'

import { useAdminMutation } from '@/admin/form/use-admin-mutation'

export function RestoreProduct({ id, name }: { id: number; name: string }) {
  const { call, isBusy } = useAdminMutation()
  return (
    <button
      type="button"
      className="df-button df-button--line df-button--small"
      aria-label={`Restore ${name}`}
      aria-busy={isBusy}
      disabled={isBusy}
      onClick={() =>
        void call(
          'POST',
          `/api/admin/products/${id}/restore`,
          {},
          {
            done: 'Product restored',
            doneText: `${name} is as it was.`,
            failed: 'Error restoring product',
          },
        )
      }
    >
      <Undo2 aria-hidden size={17} strokeWidth={1.6} />
      Restore
    </button>
  )
}
