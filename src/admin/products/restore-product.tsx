'use client'
import { Button } from '@/admin/form/button'
import { Undo2 } from 'lucide-react'

import { useAdminMutation } from '@/admin/form/use-admin-mutation'

export function RestoreProduct({ id, name }: { id: number; name: string }) {
  const { call, isBusy } = useAdminMutation()
  return (
    <Button
      small
      icon={Undo2}
      aria-label={`Restore ${name}`}
      isBusy={isBusy}
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
      Restore
    </Button>
  )
}
