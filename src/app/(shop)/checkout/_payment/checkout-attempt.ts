import type { OrderRequest } from '@/app/(shop)/checkout/order-request'
import { createLocalStorageStore, createSessionStorageStore } from '@/platform/browser-storage'

export type PlacedOrder = { id: string; orderNumber: string; key: string }

/** This tab's attempt at one order. `asked`: the capture was requested, and its outcome is not known yet. */
type Attempt = { checkoutId: string; body: string; placed: PlacedOrder | null; asked: boolean }

const isAttempt = (stored: unknown): stored is Attempt =>
  typeof stored === 'object' && stored !== null && 'checkoutId' in stored && 'body' in stored
const stored = createSessionStorageStore<Attempt | null>('checkout-attempt', null, (value) =>
  isAttempt(value) ? value : null,
)

type PaidItems = { id: string; items: OrderRequest['items'] }
const isPaidItems = (value: unknown): value is PaidItems =>
  typeof value === 'object' && value !== null && 'id' in value && 'items' in value
const readItems = (text: string): PaidItems | null => {
  try {
    const value: unknown = JSON.parse(text)
    return isPaidItems(value) ? value : null
  } catch {
    return null
  }
}
/** What the last payment is for, without personal data. The buyer may come back in another tab. */
const lastItems = createLocalStorageStore<PaidItems | null>('checkout-items', null, readItems)

/** crypto.randomUUID exists on secure pages only; demo mode may run over plain HTTP in a local network. */
export function newCheckoutId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}

/**
 * The same checkoutId as long as the order is the same, so that a second try never makes a second order;
 * a new one once anything in it has changed.
 */
export const checkoutAttempt = {
  get: stored.get,
  idFor: (body: OrderRequest): string => {
    const text = JSON.stringify(body)
    const current = stored.get()
    if (current?.body === text) return current.checkoutId
    const checkoutId = newCheckoutId()
    stored.set({ checkoutId, body: text, placed: null, asked: false })
    return checkoutId
  },
  note: (change: Partial<Pick<Attempt, 'placed' | 'asked'>>): void => {
    const current = stored.get()
    if (current) stored.set({ ...current, ...change })
  },
  /** Stores what a payment is for. */
  noteItems: (id: string, items: OrderRequest['items']): void => lastItems.set({ id, items }),
  /** Takes over a payment that another tab started. */
  adopt: (placed: PlacedOrder): void =>
    stored.set({
      checkoutId: newCheckoutId(),
      body: JSON.stringify({ items: checkoutAttempt.itemsOf(placed.id) }),
      placed,
      asked: false,
    }),
  /** What was paid with a payment, in this tab or another one. */
  itemsOf: (id: string | undefined): OrderRequest['items'] => {
    const current = stored.get()
    if (current && (!id || !current.placed || current.placed.id === id))
      return (JSON.parse(current.body) as OrderRequest).items
    const last = lastItems.get()
    return last && last.id === id ? last.items : []
  },
  forget: (): void => {
    stored.clear()
    lastItems.clear()
  },
}
