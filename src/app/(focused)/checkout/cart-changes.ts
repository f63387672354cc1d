import type { CheckedLine } from '@/components/cart/check-cart'
import { formatVariant } from '@/components/product/add-to-cart'
import { type CartLine, type CartLineKey, matchesCartLine } from '@/modules/checkout/rules/cart'
import { centsFromDollars, formatMoney } from '@/platform/money'

/** The shop's current state of a line. */
export type CheckedLineItem = Omit<CheckedLine, 'name' | 'image' | 'isFinalSale'>
type CartChanges = {
  prices: { key: CartLineKey; price: number }[]
  removed: CartLineKey[]
  sentences: string[]
}

/** The changes that bring the cart up to date, and a sentence for each. */
export function cartChanges(
  items: readonly CartLine[],
  report: readonly CheckedLineItem[],
): CartChanges {
  const changes: CartChanges = { prices: [], removed: [], sentences: [] }
  for (const line of items) {
    const checked = report.find((candidate) => matchesCartLine(line, candidate))
    if (!checked) continue
    const key = { productId: line.productId, size: line.size, color: line.color }
    const kind = formatVariant(line)
    const name = kind ? `${line.name} (${kind})` : line.name
    if (checked.status === 'gone' || checked.status === 'unavailable') {
      changes.removed.push(key)
      changes.sentences.push(
        checked.status === 'gone'
          ? `${name} is no longer available, so we removed it from your cart.`
          : `${name} is out of stock, so we removed it from your cart.`,
      )
    } else if (checked.unitCents !== null && checked.unitCents !== centsFromDollars(line.price)) {
      changes.prices.push({ key, price: checked.unitCents / 100 })
      changes.sentences.push(
        `${name} is now ${formatMoney(checked.unitCents)}. It was ${formatMoney(centsFromDollars(line.price))}.`,
      )
    }
  }
  return changes
}
