import type { CartLineInput } from '@/modules/checkout/queries'
import { toLineInputs } from '@/modules/checkout/rules/cart'
import type { CheckedCart } from '@/modules/checkout/schemas'
import { api } from '@/platform/http/api-client'
import { type Cents, parseMoney } from '@/platform/money'

export type CheckedLine = Omit<CheckedCart['lines'][number], 'unitPrice'> & {
  unitCents: Cents | null
}

/** Lines of a response with their price in cents. */
export function parsePrices<Line extends { unitPrice: string | null }>(
  lines: readonly Line[],
): (Omit<Line, 'unitPrice'> & { unitCents: Cents | null })[] {
  return lines.map(({ unitPrice, ...line }) => ({
    ...line,
    unitCents: unitPrice === null ? null : parseMoney(unitPrice),
  }))
}

/** Checks these lines with the shop; null when the call fails. */
export async function checkCart(items: readonly CartLineInput[]): Promise<CheckedLine[] | null> {
  try {
    const { lines } = await api<CheckedCart>('POST', '/api/cart/check', {
      items: toLineInputs(items),
    })
    return parsePrices(lines)
  } catch {
    return null
  }
}

export async function checkCartLine(item: CartLineInput): Promise<CheckedLine | undefined> {
  return (await checkCart([item]))?.[0]
}
