'use client'
import { useState } from 'react'

import { api, ApiError } from '@/ui/api-client'
import { Button } from '@/ui/button'

/** What the person may do who came by the link in the mail: confirm, or keep everything. The page asks; opening it does nothing. */
export function RequestActions({
  code,
  linkKey,
  canConfirm,
}: {
  code: string
  linkKey: string
  canConfirm: boolean
}) {
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const act = async (what: 'confirm' | 'withdraw'): Promise<void> => {
    if (busy) return
    setBusy(true)
    setTrouble('')
    try {
      await api('POST', `/api/privacy/deletion-requests/${code}/${what}`, { key: linkKey })
      location.reload()
    } catch (error) {
      setTrouble(
        error instanceof ApiError && error.error
          ? error.error
          : 'That did not reach us. Please try again in a moment.',
      )
      setBusy(false)
    }
  }
  return (
    <div className="grid gap-4">
      {canConfirm ? (
        <p>
          Confirm only if it was you who asked. There are seven days after that in which this link
          takes it back.
        </p>
      ) : null}
      <div className="flex flex-wrap gap-4">
        <Button
          variant={canConfirm ? 'line' : 'solid'}
          aria-disabled={busy}
          onClick={() => void act('withdraw')}
        >
          {canConfirm ? 'No, erase nothing' : 'Take the request back'}
        </Button>
        {canConfirm ? (
          <Button aria-disabled={busy} aria-busy={busy} onClick={() => void act('confirm')}>
            {busy ? 'Processing...' : 'Yes, erase my data'}
          </Button>
        ) : null}
      </div>
      <p role="alert" className="rounded-block bg-bad-soft px-4 py-3.5 text-ink empty:hidden">
        {trouble}
      </p>
    </div>
  )
}
