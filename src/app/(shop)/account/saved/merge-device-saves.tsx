'use client'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

import { useSession } from '@/components/account/use-session'
import { savedStore } from '@/components/saved/saved-store'

/** Merges what was saved on this device before signing in, and reloads the page if there was anything. */
export function MergeDeviceSaves() {
  const router = useRouter()
  const { user } = useSession()
  const userId = user?.id
  useEffect(() => {
    if (userId === undefined) return undefined
    const end = savedStore.subscribe(() => undefined)
    void savedStore.waitForMerge().then((merged) => {
      if (merged) router.refresh()
    })
    return end
  }, [userId, router])
  return null
}
