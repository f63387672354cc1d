'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'

import { api } from '@/platform/http/api-client'

type Standing = { status: string; paymentState: string }

/** Seconds before each look: about two minutes, then whoever reads decides. */
const looks = [3, 5, 8, 14, 30, 60]

/** Where to ask how an order stands, and the page that shows it: by its key, or as somebody's own. */
export type OrderPaths = { status: string; page: string }

/** Looks again by itself whether the payment has arrived, and shows the page anew once anything has changed. */
export function PaymentStatusPoller({
  paths,
  status,
  paymentState,
}: Standing & { paths: OrderPaths }) {
  const router = useRouter()
  const { status: statusPath, page } = paths
  const [done, setDone] = useState(false)
  useEffect(() => {
    let stopped = false
    const watch = async (): Promise<void> => {
      for (const seconds of looks) {
        await new Promise((resolve) => {
          setTimeout(resolve, seconds * 1000)
        })
        if (stopped) return
        const now = await api<Standing>('GET', statusPath).catch(() => null)
        if (stopped) return
        if (now && (now.status !== status || now.paymentState !== paymentState))
          return router.refresh()
      }
      setDone(true)
    }
    void watch()
    return () => {
      stopped = true
    }
  }, [statusPath, status, paymentState, router])
  return (
    <p role="status" className="text-small text-ink-soft print:hidden">
      {done ? (
        <>
          No news yet.{' '}
          <a href={page} className="link text-ink">
            Check again
          </a>
        </>
      ) : (
        'Looking for news …'
      )}
    </p>
  )
}
