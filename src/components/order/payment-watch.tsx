'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { api } from '../../client/api'

type Standing = { status: string; paymentState: string }

/** Seconds before each look: about two minutes, then whoever reads decides. */
const looks = [3, 5, 8, 14, 30, 60]

/** Looks again by itself whether the payment has arrived, and shows the page anew once anything has changed. */
export const PaymentWatch = ({ orderNumber, orderKey, status, paymentState }: Standing & { orderNumber: string; orderKey: string }) => {
  const router = useRouter()
  const [done, setDone] = useState(false)
  useEffect(() => {
    let stopped = false
    const watch = async (): Promise<void> => {
      for (const seconds of looks) {
        await new Promise((resolve) => { setTimeout(resolve, seconds * 1000) })
        if (stopped) return
        const now = await api<Standing>('GET', `/api/orders/${orderNumber}?key=${orderKey}`).catch(() => null)
        if (stopped) return
        if (now && (now.status !== status || now.paymentState !== paymentState)) return router.refresh()
      }
      setDone(true)
    }
    void watch()
    return () => { stopped = true }
  }, [orderNumber, orderKey, status, paymentState, router])
  return (
    <p role="status" className="text-small text-ink-soft print:hidden">
      {done ? <>No news yet. <a href={`/orders/${orderNumber}?key=${orderKey}`} className="link text-ink">Check again</a></> : 'Looking for news …'}
    </p>
  )
}
