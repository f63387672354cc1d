'use client'
import { useState } from 'react'

import { type Cents, parseMoney } from '@/platform/money'

import type { ExpressApproval } from './express-session'

/** A payment that the buyer has approved at PayPal, and the most that it can take. Held in memory only. */
export type ApprovedExpress = { id: string; key: string; approvedCents: Cents }

/** @param isWanted whether the buyer pressed an express button to get here */
export function useExpress(isWanted: boolean) {
  const [isOpen, setIsOpen] = useState(isWanted)
  const [approved, setApproved] = useState<ApprovedExpress | null>(null)
  return {
    isOpen: isOpen && !approved,
    approved,
    approve: ({ id, key, approved: amount }: ExpressApproval): void => {
      // A reload shows the form, which is filled in by now.
      window.history.replaceState(window.history.state, '', window.location.pathname)
      setIsOpen(false)
      setApproved({ id, key, approvedCents: parseMoney(amount) })
    },
    drop: (): void => setApproved(null),
  }
}
