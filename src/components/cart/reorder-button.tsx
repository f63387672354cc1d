'use client'
import { type MouseEvent, useState } from 'react'

import { Button } from '@/ui/button'

import { reorder, type ReorderLine, type ReorderResult, reorderSummary } from './reorder'

const ReorderSummary = ({ result }: { result: ReorderResult }) => (
  <div className="grid gap-2 rounded-block bg-sun-soft px-4 py-3">
    <p>
      <span className="font-semibold">{reorderSummary(result)}</span>{' '}
      {result.added > 0 ? (
        <a href="/cart" className="link">
          View cart
        </a>
      ) : (
        <a href="/products" className="link">
          Browse the shop
        </a>
      )}
    </p>
    {result.notes.length > 0 ? (
      <ul className="grid list-disc gap-1 pl-5">
        {result.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    ) : null}
  </div>
)

/** Adds the lines of an order or of an emailed cart to the cart, at today's prices, and says what couldn't be added. */
export function ReorderButton({
  lines,
  label = 'Order again',
}: {
  lines: readonly ReorderLine[]
  label?: string
}) {
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<ReorderResult | 'failed' | null>(null)
  const again = async (event: MouseEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setResult((await reorder(lines)) ?? 'failed')
    setBusy(false)
  }
  return (
    <>
      <Button
        data-replay
        onClick={(event) => void again(event)}
        aria-busy={busy}
        aria-disabled={busy}
      >
        {busy ? 'Processing...' : label}
      </Button>
      <div role="status" className="order-last basis-full empty:hidden">
        {result === 'failed' ? (
          <p className="rounded-block bg-bad-soft px-4 py-3">
            Something went wrong. Check your connection and try again.
          </p>
        ) : null}
        {result && result !== 'failed' ? <ReorderSummary result={result} /> : null}
      </div>
    </>
  )
}
