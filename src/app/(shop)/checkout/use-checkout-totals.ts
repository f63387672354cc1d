'use client'
import { useEffect, useState, useSyncExternalStore } from 'react'

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
  const code = useSyncExternalStore(storedCode.subscribe, storedCode.get, () => '')
  const [quote, setQuote] = useState<Quote | null>(null)
  const place = stateCode ? { stateCode, zip: /^\d{5}/.exec(zip)?.[0] ?? '' } : null
  const keyOf = (lines: readonly CartLine[]): string =>
    JSON.stringify({
      place,
      code,
      lines: lines.map(({ productId, size, color, quantity, price }) => [
        productId,
        size,
        color,
        quantity,
        price,
      ]),
    })
  const key = keyOf(items)
  const own = calculateTotals(
    items.map(({ price, quantity }) => ({ unitCents: centsFromDollars(price), quantity })),
    place,
    pricing,
  )
  const isQuoted = quote?.key === key
  const isMissing = ready && !isQuoted && items.length > 0 && (code !== '' || hasAutomaticDiscounts)

  useEffect(() => {
    if (!ready || storedCode.get()) return
    const linked = takeLinkedCode()
    if (linked) storedCode.set(linked)
  }, [ready])

  useEffect(() => {
    if (!isMissing) return
    let isCurrent = true
    const ask = async (): Promise<void> => {
      const answer = await requestQuote(items, place, code).catch(() => null)
      if (isCurrent)
        setQuote({
          key,
          ...(answer ?? { totals: own, discounts: [], codeMessage: code ? checkFailed : null }),
        })
    }
    const timer = setTimeout(() => void ask(), quoteDelayMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
    // The key stands for the items, the place, and the code.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key, isMissing])

  return {
    totals: isQuoted ? quote.totals : own,
    discounts: isQuoted ? quote.discounts : [],
    /** False while the shop works out totals that this page can't. */
    isReady: !isMissing,
    code: {
      value: code,
      message: isQuoted ? quote.codeMessage : null,
      isChecking: code !== '' && !isQuoted,
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
