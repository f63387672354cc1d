import { api } from '@/platform/http/api-client'
import { type Cents, parseMoney } from '@/platform/money'

type CartCheckLine = { productId: number; size: string; color: string; quantity: number }
type CartCheckResponse = {
  lines: (Omit<CartCheckLine, 'quantity'> & {
    status: 'ok' | 'price_changed' | 'unavailable' | 'gone'
    unitPrice: string | null
    name: string | null
    isFinalSale: boolean
    image: string | null
  })[]
}
export type CheckedLine = Omit<CartCheckResponse['lines'][number], 'unitPrice'> & {
  unitCents: number | null
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
export async function checkCart(items: readonly CartCheckLine[]): Promise<CheckedLine[] | null> {
  try {
    const { lines } = await api<CartCheckResponse>('POST', '/api/cart/check', {
      items: items.map(({ productId, size, color, quantity }) => ({
        productId,
        size,
        color,
        quantity,
      })),
    })
    return parsePrices(lines)
  } catch {
    return null
  }
}

export async function checkCartLine(item: CartCheckLine): Promise<CheckedLine | undefined> {
  return (await checkCart([item]))?.[0]
}
