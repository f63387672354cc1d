'use client'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const intervalMs = 4000

/** Refreshes the page while it is visible, for posts that are being sent. */
export function AutoRefresh() {
  const router = useRouter()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') router.refresh()
    }, intervalMs)
    return () => clearInterval(timer)
  }, [router])
  return null
}
