'use client'
import { useRef, useState } from 'react'

import { cartStore } from '@/components/cart/cart-store'
import type { CheckedLine } from '@/components/cart/check-cart'
import type { CartLine } from '@/modules/checkout/rules/cart'
import { centsFromDollars, formatMoney } from '@/platform/money'

export type LineIssue = { text: string; isGone: boolean }

export function lineKey({
  productId,
  size,
  color,
}: Pick<CartLine, 'productId' | 'size' | 'color'>): string {
  return `${productId}/${size}/${color}`
}

const noteFor = (line: CartLine, checked: CheckedLine): LineIssue | null => {
  const before = centsFromDollars(line.price)
  if (checked.status === 'gone') return { text: 'This item is no longer available.', isGone: true }
  if (checked.status === 'unavailable')
    return { text: 'This size and color is sold out.', isGone: true }
  return checked.unitCents !== null && checked.unitCents !== before
    ? {
        text: `The price is now ${formatMoney(checked.unitCents)}. It was ${formatMoney(before)}.`,
        isGone: false,
      }
    : null
}

const keysOf = (lines: readonly CheckedLine[]): ReadonlySet<string> =>
  new Set(lines.filter(({ isFinalSale }) => isFinalSale).map(lineKey))

/**
 * Compares the stored lines with the shop's first response after the cart opens: updates prices in the cart, and keeps
 * a note for each line that changed. Later responses aren't compared, because that would drop the notes.
 * @returns also the keys of lines that can't be returned
 */
export function useCartValidation() {
  const [notes, setNotes] = useState<Record<string, LineIssue>>({})
  const [finalSale, setFinalSale] = useState<ReadonlySet<string>>(new Set())
  const isChecked = useRef(false)
  const onLines = (checkedLines: readonly CheckedLine[]): void => {
    setFinalSale(keysOf(checkedLines))
    if (isChecked.current) return
    isChecked.current = true
    const issues = cartStore.get().items.flatMap((line) => {
      const checked = checkedLines.find((candidate) => lineKey(candidate) === lineKey(line))
      const note = checked ? noteFor(line, checked) : null
      return checked && note ? [{ line, checked, note }] : []
    })
    cartStore.reprice(
      issues.flatMap(({ line: { productId, size, color }, checked: { unitCents }, note }) =>
        unitCents === null || note.isGone
          ? []
          : [{ key: { productId, size, color }, price: unitCents / 100 }],
      ),
    )
    setNotes(Object.fromEntries(issues.map(({ line, note }) => [lineKey(line), note])))
  }
  return { notes, finalSale, onLines }
}
