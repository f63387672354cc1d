/** What adding from a card has to know of a product, and no more. */
export type QuickAddProduct = {
  id: number
  name: string
  priceCents: number
  sizes: string[]
  colors: string[]
  /** Shown in the cart. */
  image: string
}

let asked: QuickAddProduct | null = null
let listeners: (() => void)[] = []

/** Which product the one sheet of the page is asking about. */
export const quickAddStore = {
  get: (): QuickAddProduct | null => asked,
  ask: (product: QuickAddProduct | null): void => {
    asked = product
    listeners.forEach((listener) => listener())
  },
  subscribe: (listener: () => void) => {
    listeners = [...listeners, listener]
    return () => {
      listeners = listeners.filter((other) => other !== listener)
    }
  },
}
