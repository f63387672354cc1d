import type { OrderRequest } from '@/app/(shop)/checkout/order-request'
import { createLocalStorageStore, createSessionStorageStore } from '@/platform/browser-storage'
import { newUuid } from '@/platform/http/new-uuid'

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
    const checkoutId = newUuid()
    stored.set({ checkoutId, body: text, placed: null, asked: false })
    return checkoutId
  },
  note: (change: Partial<Pick<Attempt, 'placed' | 'asked'>>): void => {
    const current = stored.get()
    if (current) stored.set({ ...current, ...change })
  },
  /** Stores what a payment is for. An order of a payment link has no attempt before. */
  notePlaced: (placed: PlacedOrder, items: OrderRequest['items']): void => {
    if (stored.get()) checkoutAttempt.note({ placed })
    else checkoutAttempt.adopt(placed)
    lastItems.set({ id: placed.id, items })
  },
  /** Takes over a payment that another tab started. */
  adopt: (placed: PlacedOrder): void =>
    stored.set({
      checkoutId: newUuid(),
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
