/** What quick add needs of a product. */
export type QuickAddProduct = {
  id: number
  name: string
  priceCents: number
  sizes: string[]
  colors: string[]
  image: string
}

let current: QuickAddProduct | null = null
let listeners: (() => void)[] = []

/** The product whose options the page's one sheet shows; null closes it. */
export const quickAddStore = {
  get: (): QuickAddProduct | null => current,
  open: (product: QuickAddProduct | null): void => {
    current = product
    listeners.forEach((listener) => listener())
  },
  subscribe: (listener: () => void) => {
    listeners = [...listeners, listener]
    return () => {
      listeners = listeners.filter((other) => other !== listener)
    }
  },
}
