'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'

import { api } from '@/platform/http/api-client'

type OrderState = { status: string; paymentState: string }

/** About two minutes in all. */
const pollDelaysSeconds = [3, 5, 8, 14, 30, 60]

export type OrderPaths = { status: string; page: string }

/** Polls the payment state, and reloads the page when it changes. */
export function PaymentStatusPoller({
  paths,
  status,
  paymentState,
}: OrderState & { paths: OrderPaths }) {
  const router = useRouter()
  const { status: statusPath, page } = paths
  const [done, setDone] = useState(false)
  useEffect(() => {
    let stopped = false
    const poll = async (): Promise<void> => {
      for (const seconds of pollDelaysSeconds) {
        await new Promise((resolve) => {
          setTimeout(resolve, seconds * 1000)
        })
        if (stopped) return
        const now = await api<OrderState>('GET', statusPath).catch(() => null)
        if (stopped) return
        if (now && (now.status !== status || now.paymentState !== paymentState))
          return router.refresh()
      }
      setDone(true)
    }
    void poll()
    return () => {
      stopped = true
    }
  }, [statusPath, status, paymentState, router])
  return (
    <p role="status" className="text-small text-ink-soft print:hidden">
      {done ? (
        <>
          No update yet.{' '}
          <a href={page} className="link text-ink">
            Check again
          </a>
        </>
      ) : (
        'Checking for updates…'
      )}
    </p>
  )
}
