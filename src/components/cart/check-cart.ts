import { api } from '@/platform/http/api-client'
import { parseMoney } from '@/platform/money'

export type CartCheckLine = { productId: number; size: string; color: string; quantity: number }
type Answer = {
  lines: (Omit<CartCheckLine, 'quantity'> & {
    status: 'ok' | 'price_changed' | 'unavailable' | 'gone'
    unitPrice: string | null
    name: string | null
    image: string | null
  })[]
}
export type CheckedLine = Omit<Answer['lines'][number], 'unitPrice'> & { unitCents: number | null }

/** What the shop says of these lines today; null when it cannot say. The cart works without. */
export async function checkCart(items: readonly CartCheckLine[]): Promise<CheckedLine[] | null> {
  try {
    const { lines } = await api<Answer>('POST', '/api/cart/check', {
      items: items.map(({ productId, size, color, quantity }) => ({
        productId,
        size,
        color,
        quantity,
      })),
    })
    return lines.map(({ unitPrice, ...line }) => ({
      ...line,
      unitCents: unitPrice === null ? null : parseMoney(unitPrice),
    }))
  } catch {
    return null
  }
}

export async function checkCartLine(item: CartCheckLine): Promise<CheckedLine | undefined> {
  return (await checkCart([item]))?.[0]
}
