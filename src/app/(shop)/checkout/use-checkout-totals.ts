'use client'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'

import type { CartLine } from '@/modules/checkout/rules/cart'
import {
  calculateTotals,
  type OrderTotals,
  type PricingRules,
  type TaxPlace,
} from '@/modules/checkout/rules/pricing'
import { discountLinkCookie, normalizeCode } from '@/modules/discounts/rules'
import { createSessionStorageStore } from '@/platform/browser-storage'
import { api } from '@/platform/http/api-client'
import { centsFromDollars } from '@/platform/money'

import { parseTotals, type TotalsResponse } from './totals-changed'

export type AppliedDiscount = { name: string; code: string | null; isForShipping: boolean }
type Quote = {
  key: string
  totals: OrderTotals
  discounts: readonly AppliedDiscount[]
  codeMessage: string | null
}

const storedCode = createSessionStorageStore('discount-code', '', (value) =>
  typeof value === 'string' ? normalizeCode(value).slice(0, 40) : '',
)
export const clearStoredCode = storedCode.clear

/** Takes the code of a discount link (app/(shop)/discount) out of its cookie. */
function takeLinkedCode(): string {
  const code = new RegExp(`(?:^|; )${discountLinkCookie}=([A-Z0-9-]+)`).exec(document.cookie)?.[1]
  if (code) document.cookie = `${discountLinkCookie}=; Path=/checkout; Max-Age=0`
  return code ?? ''
}

/** So that not every keystroke in the ZIP field asks the shop. */
const quoteDelayMs = 250

/** The code of this tab, at first the one of a link that was opened. */
const useStoredCode = (ready: boolean): string => {
  useEffect(() => {
    if (!ready || storedCode.get()) return
    const linked = takeLinkedCode()
    if (linked) storedCode.set(linked)
  }, [ready])
  return useSyncExternalStore(storedCode.subscribe, storedCode.get, () => '')
}

type QuoteRequest = {
  /** Stands for everything the totals depend on. */
  key: string
  items: readonly CartLine[]
  place: TaxPlace | null
  code: string
  /** What is shown if the shop can't be reached. */
  fallback: OrderTotals
}

/** Keeps the shop's totals for `key` while `isNeeded`. */
const useQuote = ({ key, items, place, code, fallback }: QuoteRequest, isNeeded: boolean) => {
  const [quote, setQuote] = useState<Quote | null>(null)
  const isMissing = isNeeded && quote?.key !== key
  const ask = useEffectEvent(async (isCurrent: () => boolean): Promise<void> => {
    const unanswered = { totals: fallback, discounts: [], codeMessage: code ? checkFailed : null }
    const answer = await requestQuote(items, place, code).catch(() => unanswered)
    if (isCurrent()) setQuote({ key, ...answer })
  })
  useEffect(() => {
    if (!isMissing) return
    let isCurrent = true
    const timer = setTimeout(() => void ask(() => isCurrent), quoteDelayMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [key, isMissing])
  return { quote: quote?.key === key ? quote : null, isMissing, setQuote }
}

/**
 * Totals of the cart for this address. The shop works them out as soon as there is a code or an automatic discount;
 * otherwise the page does, with the same rules. Totals that the shop gave for exactly this cart go first.
 */
export function useCheckoutTotals(
  items: readonly CartLine[],
  { stateCode, zip }: TaxPlace,
  { pricing, hasAutomaticDiscounts }: { pricing: PricingRules; hasAutomaticDiscounts: boolean },
  ready: boolean,
) {
  const code = useStoredCode(ready)
  const place = stateCode ? { stateCode, zip: /^\d{5}/.exec(zip)?.[0] ?? '' } : null
  const keyOf = (lines: readonly CartLine[]): string =>
    JSON.stringify([
      place,
      code,
      lines.map(({ productId, size, color, quantity, price }) => [
        productId,
        size,
        color,
        quantity,
        price,
      ]),
    ])
  const key = keyOf(items)
  const own = calculateTotals(
    items.map(({ price, quantity }) => ({ unitCents: centsFromDollars(price), quantity })),
    place,
    pricing,
  )
  const { quote, isMissing, setQuote } = useQuote(
    { key, items, place, code, fallback: own },
    ready && items.length > 0 && (code !== '' || hasAutomaticDiscounts),
  )
  return {
    totals: quote?.totals ?? own,
    discounts: quote?.discounts ?? [],
    /** False while the shop works out totals that this page can't. */
    isReady: !isMissing,
    code: {
      value: code,
      message: quote?.codeMessage ?? null,
      isChecking: code !== '' && !quote,
      set: (text: string): void => storedCode.set(normalizeCode(text)),
      remove: (): void => storedCode.clear(),
      reject: (message: string): void =>
        setQuote({ key, totals: own, discounts: [], codeMessage: message }),
    },
    /** Uses the shop's totals for exactly these lines. */
    setShopTotals: (lines: readonly CartLine[], totals: OrderTotals): void =>
      setQuote((before) => ({
        key: keyOf(lines),
        totals,
        discounts: totals.discountCents > 0 ? (before?.discounts ?? []) : [],
        codeMessage: null,
      })),
    /** Asks the shop again. */
    refresh: (): void => setQuote(null),
  }
}
export type CheckoutTotalsState = ReturnType<typeof useCheckoutTotals>

const checkFailed = 'We couldn’t check this code. Please try again in a moment.'

async function requestQuote(
  items: readonly CartLine[],
  place: TaxPlace | null,
  code: string,
): Promise<Omit<Quote, 'key'>> {
  const { totals, discounts, codeMessage } = await api<{
    totals: TotalsResponse
    discounts: AppliedDiscount[]
    codeMessage: string | null
  }>('POST', '/api/cart/check', {
    items: items.map(({ productId, size, color, quantity }) => ({
      productId,
      size,
      color,
      quantity,
    })),
    ...(place ? { place } : {}),
    ...(code ? { discountCode: code } : {}),
  })
  return { totals: parseTotals(totals), discounts, codeMessage }
}
