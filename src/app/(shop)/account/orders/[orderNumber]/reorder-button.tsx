'use client'
import { useState } from 'react'

import { Button } from '@/ui/button'

import { reorder, type ReorderLine, type ReorderResult, reorderSummary } from './reorder'

/** Orders the same again: what can be had goes into the cart, what cannot is named. */
export function ReorderButton({ lines }: { lines: readonly ReorderLine[] }) {
  const [busy, setBusy] = useState(false)
  const [came, setCame] = useState<ReorderResult | 'unanswered' | null>(null)
  const again = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    setCame((await reorder(lines)) ?? 'unanswered')
    setBusy(false)
  }
  return (
    <>
      <Button onClick={() => void again()} aria-busy={busy} aria-disabled={busy}>
        {busy ? 'Processing...' : 'Order again'}
      </Button>
      <div role="status" className="order-last basis-full empty:hidden">
        {came === 'unanswered' ? (
          <p className="rounded-block bg-bad-soft px-4 py-3">
            That did not reach us. Please try again in a moment.
          </p>
        ) : null}
        {came && came !== 'unanswered' ? (
          <div className="grid gap-2 rounded-block bg-sun-soft px-4 py-3">
            <p>
              <span className="font-semibold">{reorderSummary(came)}</span>{' '}
              {came.added > 0 ? (
                <a href="/cart" className="link">
                  See your cart
                </a>
              ) : (
                <a href="/products" className="link">
                  Look around the shop
                </a>
              )}
            </p>
            {came.notes.length > 0 ? (
              <ul className="grid list-disc gap-1 pl-5">
                {came.notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            ) : null}
          </div>
        ) : null}
      </div>
    </>
  )
}
