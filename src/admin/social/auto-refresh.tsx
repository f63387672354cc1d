'use client'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const rhythm = 4000

/** While something is on its way, the list is read anew every few seconds, as long as it is in sight. */
export function AutoRefresh() {
  const router = useRouter()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') router.refresh()
    }, rhythm)
    return () => clearInterval(timer)
  }, [router])
  return null
}
