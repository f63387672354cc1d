import type { OrderRequest } from '@/app/(focused)/checkout/order-request'
import { cartIdStore } from '@/components/cart/cart-id-store'
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

/** What an order takes out of the cart, without personal data. */
export type PaidContents = {
  items: OrderRequest['items']
  giftCards: readonly { amount: string; sendOn: string | null }[]
}
const noContents: PaidContents = { items: [], giftCards: [] }
const contentsOf = ({ items, giftCards = [] }: Pick<OrderRequest, 'items' | 'giftCards'>) => ({
  items,
  giftCards: giftCards.map(({ amount, sendOn }) => ({ amount, sendOn })),
})

type LastContents = PaidContents & { id: string }
const isLastContents = (value: unknown): value is LastContents =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  'items' in value &&
  'giftCards' in value
const readContents = (text: string): LastContents | null => {
  try {
    const value: unknown = JSON.parse(text)
    return isLastContents(value) ? value : null
  } catch {
    return null
  }
}
/** What the last payment is for. The buyer may come back in another tab. */
const lastContents = createLocalStorageStore<LastContents | null>(
  'checkout-contents',
  null,
  readContents,
)

const lastOf = (id: string | undefined): PaidContents => {
  const last = lastContents.get()
  return last && last.id === id ? { items: last.items, giftCards: last.giftCards } : noContents
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
    const checkoutId = newUuid()
    stored.set({ checkoutId, body: text, placed: null, asked: false })
    return checkoutId
  },
  note: (change: Partial<Pick<Attempt, 'placed' | 'asked'>>): void => {
    const current = stored.get()
    if (current) stored.set({ ...current, ...change })
  },
  /** Stores what a payment is for. An order that staff placed takes nothing out of the cart. */
  notePlaced: (placed: PlacedOrder, order: OrderRequest | 'by staff'): void => {
    const contents = order === 'by staff' ? noContents : contentsOf(order)
    lastContents.set({ id: placed.id, ...contents })
    if (order !== 'by staff' && stored.get()) checkoutAttempt.note({ placed })
    else checkoutAttempt.adopt(placed)
  },
  /** Takes over a payment that another tab started. */
  adopt: (placed: PlacedOrder): void =>
    stored.set({
      checkoutId: newUuid(),
      body: JSON.stringify(lastOf(placed.id)),
      placed,
      asked: false,
    }),
  /** What was paid with a payment, in this tab or another one. */
  contentsOf: (id: string | undefined): PaidContents => {
    const current = stored.get()
    if (current && (!id || !current.placed || current.placed.id === id))
      return contentsOf(JSON.parse(current.body) as OrderRequest)
    return lastOf(id)
  },
  forget: (): void => {
    stored.clear()
    lastContents.clear()
  },
  /** The id of the cart, from its first payment until it is paid. */
  cartId: (): string => {
    if (cartIdStore.get() === '') cartIdStore.set(newUuid())
    return cartIdStore.get()
  },
  /** The cart was paid: the next order is another purchase. Paying for something else leaves it open. */
  endCart: (paid?: PaidContents): void => {
    checkoutAttempt.forget()
    if (!paid || paid.items.length + paid.giftCards.length > 0) cartIdStore.clear()
  },
}
