import { api } from '../../client/api'
import { parseMoney } from '../../domain/money'

export type Asked = { productId: number; size: string; color: string; quantity: number }
type Answer = { lines: (Omit<Asked, 'quantity'> & { status: 'ok' | 'price_changed' | 'unavailable' | 'gone'; unitPrice: string | null; name: string | null; image: string | null })[] }
export type Checked = Omit<Answer['lines'][number], 'unitPrice'> & { unitCents: number | null }

/** What the shop says of these lines today; null when it cannot say. The cart works without. */
export const checkCart = async (items: readonly Asked[]): Promise<Checked[] | null> => {
  try {
    const { lines } = await api<Answer>('POST', '/api/cart/check', {
      items: items.map(({ productId, size, color, quantity }) => ({ productId, size, color, quantity })),
    })
    return lines.map(({ unitPrice, ...line }) => ({ ...line, unitCents: unitPrice === null ? null : parseMoney(unitPrice) }))
  } catch {
    return null
  }
}

export const checkLine = async (item: Asked): Promise<Checked | undefined> => (await checkCart([item]))?.[0]
