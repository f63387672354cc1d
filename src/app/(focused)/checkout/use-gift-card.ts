'use client'
import { useRef, useState } from 'react'

import { api, ApiError } from '@/platform/http/api-client'
import { type Cents, parseMoney } from '@/platform/money'

type Entered = { code: string; lastFour: string; balanceCents: Cents }

/**
 * The gift card of this checkout. Anyone with its code can spend it, so it is held in memory, and in this tab's storage only
 * while an order is being paid (checkout-attempt).
 */
export function useGiftCard() {
  const [entered, setEntered] = useState<Entered | null>(null)
  const [message, setMessage] = useState<string | null>(null)
  const [isChecking, setIsChecking] = useState(false)
  /** The last code, to correct it or to try it again. */
  const [value, setValue] = useState('')
  const [hasFailed, setHasFailed] = useState(false)
  /** Counts up with each check and removal: a late response to an earlier one changes nothing. */
  const turn = useRef(0)
  const check = async (code: string): Promise<void> => {
    const own = (turn.current += 1)
    setValue(code)
    setMessage(null)
    setHasFailed(false)
    setIsChecking(true)
    try {
      const { lastFour, balance } = await api<{ lastFour: string; balance: string }>(
        'POST',
        '/api/gift-cards/check',
        { code },
      )
      if (own === turn.current) setEntered({ code, lastFour, balanceCents: parseMoney(balance) })
    } catch (error) {
      if (own !== turn.current) return
      setEntered(null)
      const isRefused = error instanceof ApiError && error.status < 500
      setHasFailed(!isRefused)
      setMessage(isRefused ? error.sentence : null)
    } finally {
      if (own === turn.current) setIsChecking(false)
    }
  }
  return {
    value,
    entered,
    message,
    isChecking,
    hasFailed,
    apply: (code: string): void => void check(code.trim()),
    remove: (): void => {
      turn.current += 1
      setIsChecking(false)
      setValue('')
      setEntered(null)
      setMessage(null)
      setHasFailed(false)
    },
    reject: (text: string): void => {
      setEntered(null)
      setMessage(text)
    },
    /** Reads the balance again, because an order was refused. */
    refresh: (): void => {
      if (entered) void check(entered.code)
    },
    paysOf: (totalCents: Cents): Cents => Math.min(entered?.balanceCents ?? 0, totalCents),
  }
}
export type GiftCardState = ReturnType<typeof useGiftCard>
