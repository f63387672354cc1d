'use client'
import { Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'

import { ConfirmAction } from '@/admin/form/actions'

export function DeleteDraft({ id }: { id: number }) {
  const router = useRouter()
  return (
    <ConfirmAction
      icon={Trash2}
      text="Delete draft"
      question="Delete this draft?"
      verb="Delete"
      request={{
        method: 'DELETE',
        path: `/api/admin/draft-orders/${id}`,
        done: 'Draft deleted',
        failed: 'Couldn’t delete the draft',
      }}
      onDone={() => router.replace('/admin/draft-orders')}
    >
      It can’t be restored.
    </ConfirmAction>
  )
}
