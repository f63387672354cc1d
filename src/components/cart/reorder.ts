import { formatVariant } from '@/components/product/add-to-cart'
import type { CartLine } from '@/modules/checkout/rules/cart'

import { type AddToCartResult, cartStore } from './cart-store'
import { checkCart, type CheckedLine } from './check-cart'

export type ReorderLine = {
  productId: number | null
  name: string
  image: string | null
  size: string
  color: string
  quantity: number
}
type Sold = ReorderLine & { productId: number }

/** How many units were added to the cart, and a note for each line that is unavailable or limited. */
export type ReorderResult = { added: number; notes: string[] }

const lineLabel = ({ name, ...kind }: ReorderLine): string =>
  [name, formatVariant(kind)].filter(Boolean).join(', ')

const noteFor: Record<AddToCartResult, (line: ReorderLine) => string | null> = {
  added: () => null,
  most: (line) => `${lineLabel(line)}: you have 10 in your cart, the limit per order.`,
  full: (line) => `${lineLabel(line)}: your cart is full. Orders are limited to 100 items.`,
}

/** Merges lines of the same variant. */
const mergeLines = (lines: readonly Sold[]): Sold[] =>
  lines.reduce<Sold[]>((all, line) => {
    const same = all.find(
      ({ productId, size, color }) =>
        productId === line.productId && size === line.size && color === line.color,
    )
    return same
      ? all.map((other) =>
          other === same
            ? { ...other, quantity: Math.min(10, other.quantity + line.quantity) }
            : other,
        )
      : [...all, line]
  }, [])

const isSameKind = (line: Sold, checked: CheckedLine): boolean =>
  checked.productId === line.productId && checked.size === line.size && checked.color === line.color

/** Adds what is still sold to the cart, at today's prices. Returns null, with nothing changed, when the check fails. */
export async function reorder(
  lines: readonly ReorderLine[],
  add: (line: CartLine) => AddToCartResult = cartStore.add,
): Promise<ReorderResult | null> {
  const removed = lines.filter(({ productId }) => productId === null)
  const orderable = mergeLines(lines.filter((line): line is Sold => line.productId !== null))
  const checkedLines = orderable.length > 0 ? await checkCart(orderable) : []
  if (!checkedLines) return null
  const result: ReorderResult = {
    added: 0,
    notes: removed.map((line) => `${lineLabel(line)}: no longer available.`),
  }
  for (const line of orderable) {
    const checked = checkedLines.find((candidate) => isSameKind(line, candidate))
    if (!checked || checked.status === 'gone')
      result.notes.push(`${lineLabel(line)}: no longer available.`)
    else if (checked.unitCents === null || checked.status === 'unavailable')
      result.notes.push(`${lineLabel(line)}: sold out in this size and color.`)
    else {
      const outcome: AddToCartResult = add({
        productId: line.productId,
        name: checked.name,
        price: checked.unitCents / 100,
        image: checked.image ?? line.image ?? '',
        quantity: line.quantity,
        size: line.size,
        color: line.color,
      })
      const note = noteFor[outcome](line)
      if (note) result.notes.push(note)
      if (outcome !== 'full') result.added += line.quantity
    }
  }
  return result
}

/** '2 items are in your cart at today’s prices.' */
export function reorderSummary({ added }: ReorderResult): string {
  return added === 0
    ? 'We couldn’t add anything to your cart.'
    : added === 1
      ? '1 item is in your cart at today’s price.'
      : `${added} items are in your cart at today’s prices.`
}
