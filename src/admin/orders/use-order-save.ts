'use client'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { type OrderChange, saveOrder } from './save-order'

/** Saving one field of an order: one at a time, told by a toast, the page read anew afterwards. */
export const useOrderSave = (id: number, version: number) => {
  const router = useRouter()
  const [isSaving, setIsSaving] = useState(false)

  const save = async (change: OrderChange): Promise<void> => {
    if (isSaving) return
    setIsSaving(true)
    const saved = await saveOrder(id, { ...change, version })
    setIsSaving(false)
    if (saved) toast.success('Order updated', { duration: 5000 })
    router.refresh()
  }
  return { isSaving, save }
}
