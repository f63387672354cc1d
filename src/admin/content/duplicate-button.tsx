'use client'
import { Copy } from 'lucide-react'
import { useRouter } from 'next/navigation'

import { IconButton } from '@/admin/form/button'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'

/** Copies content into a new draft and opens it. */
export function DuplicateButton({ id, title }: { id: number; title: string }) {
  const router = useRouter()
  const { send, isBusy } = useAdminMutation()
  const duplicate = async (): Promise<void> => {
    const copy = await send<{ id: number }>({
      path: `/api/admin/content/${id}/duplicate`,
      leaves: true,
      done: 'Content created',
      failed: 'Error creating content',
    })
    if (copy) router.push(`/admin/content/${copy.id}`)
  }
  return (
    <IconButton
      icon={Copy}
      label={`Duplicate ${title}`}
      title="Duplicate"
      disabled={isBusy}
      onClick={() => void duplicate()}
    />
  )
}
