'use client'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'

import { type CheckedLine, parsePrices } from '@/components/cart/check-cart'
import { type CartLine, toLineInputs } from '@/modules/checkout/rules/cart'
import type { ShippingMethodId } from '@/modules/checkout/rules/destination'
import type { OrderTotals, TaxAddress } from '@/modules/checkout/rules/pricing'
import type { ShownShippingOption } from '@/modules/checkout/rules/shipping-options'
import { parseTotals } from '@/modules/checkout/rules/total-rows'
import type { CheckedCart } from '@/modules/checkout/schemas'
import { discountLinkCookie, discountLinkPaths, normalizeCode } from '@/modules/discounts/rules'
import { createSessionStorageStore } from '@/platform/browser-storage'
import { api } from '@/platform/http/api-client'
import { parseMoney } from '@/platform/money'

export type AppliedDiscount = CheckedCart['discounts'][number]
export type CartQuote = {
  key: string
  /** Null if the shop couldn't be reached. */
  totals: OrderTotals | null
  /** The ways to ship this cart, standard first. */
  shippingOptions: readonly ShownShippingOption[]
  /** Holds the carrier's price for the order. */
  shippingQuote: string | null
  discounts: readonly AppliedDiscount[]
  codeMessage: string | null
  /** Whether the code couldn't be checked, so its value is unknown. */
  hasFailed?: boolean
}

const storedCode = createSessionStorageStore('discount-code', '', (value) =>
  typeof value === 'string' ? normalizeCode(value).slice(0, 40) : '',
)
export const clearStoredCode = storedCode.clear

/** Saves the buyer's discount code for this tab. */
export function storeCode(text: string): void {
  storedCode.set(normalizeCode(text))
}

/** Takes the code of a discount link (app/(shop)/discount) out of its cookies. */
function takeLinkedCode(): string {
  const code = new RegExp(`(?:^|; )${discountLinkCookie}=([A-Z0-9-]+)`).exec(document.cookie)?.[1]
  if (code)
    for (const path of discountLinkPaths)
      document.cookie = `${discountLinkCookie}=; Path=${path}; Max-Age=0`
  return code ?? ''
}

/** The discount code of this tab: the code of the newest opened link replaces what was entered before. */
export function useStoredCode(ready: boolean): string {
  useEffect(() => {
    if (!ready) return
    const linked = takeLinkedCode()
    if (linked) storedCode.set(linked)
  }, [ready])
  return useSyncExternalStore(storedCode.subscribe, storedCode.get, () => '')
}

type ShippingChoice = { method: ShippingMethodId; isPoBox: boolean }

/** Identifies everything the totals depend on. */
export function quoteKey({
  items,
  place,
  code,
  shipping,
}: Pick<QuoteInput, 'items' | 'place' | 'code' | 'shipping'>): string {
  return JSON.stringify([
    place,
    code,
    shipping ?? null,
    items.map(({ productId, size, color, quantity, price }) => [
      productId,
      size,
      color,
      quantity,
      price,
    ]),
  ])
}

/** Limits requests while the buyer types a ZIP code or changes a quantity. */
const quoteDelayMs = 250

type QuoteInput = {
  items: readonly CartLine[]
  place: TaxAddress | null
  code: string
  /** The method that the buyer chose; standard by default. */
  shipping?: ShippingChoice
  /** Called with the current prices and stock after each response of the shop. */
  onLines?: (lines: readonly CheckedLine[]) => void
}

/** Returns the shop's totals for exactly this cart, asking for them while `isNeeded`. The first request has no delay. */
export function useCartQuote(input: QuoteInput, isNeeded: boolean) {
  const { code, onLines } = input
  const key = quoteKey(input)
  const [answer, setAnswer] = useState<CartQuote | null>(null)
  const isMissing = isNeeded && answer?.key !== key
  const fetchQuote = useEffectEvent(async (isCurrent: () => boolean): Promise<void> => {
    const response = await requestQuote(input).catch(() => null)
    if (!isCurrent()) return
    setAnswer({
      key,
      totals: response?.totals ?? null,
      shippingOptions: response?.shippingOptions ?? [],
      shippingQuote: response?.shippingQuote ?? null,
      discounts: response?.discounts ?? [],
      codeMessage: response?.codeMessage ?? null,
      hasFailed: code !== '' && !response,
    })
    if (response) onLines?.(response.lines)
  })
  const delayMs = answer === null ? 0 : quoteDelayMs
  useEffect(() => {
    if (!isMissing) return
    let isCurrent = true
    const timer = setTimeout(() => void fetchQuote(() => isCurrent), delayMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [key, isMissing, delayMs])
  return {
    quote: answer?.key === key ? answer : null,
    /** The response for an earlier state of this cart, until the next one arrives. */
    lastQuote: answer,
    isMissing,
    setAnswer,
  }
}

async function requestQuote(input: QuoteInput) {
  const { shipping, place, code } = input
  const response = await api<CheckedCart>('POST', '/api/cart/check', {
    items: toLineInputs(input.items),
    ...(place ? { place: { ...place, isPoBox: shipping?.isPoBox ?? false } } : {}),
    ...(code ? { discountCode: code } : {}),
    ...(shipping ? { shippingMethod: shipping.method } : {}),
  })
  const { totals, discounts, codeMessage, lines, shippingOptions, shippingQuote } = response
  return {
    totals: parseTotals(totals),
    shippingOptions: shippingOptions.map(({ method, price, arrivesFrom, arrivesTo }) => ({
      method,
      cents: parseMoney(price),
      arrival: { from: arrivesFrom, to: arrivesTo },
    })),
    shippingQuote,
    discounts,
    codeMessage,
    lines: parsePrices(lines),
  }
}
