import { createValueStore } from '@/ui/value-store'

/** What quick add needs of a product. */
export type QuickAddProduct = {
  id: number
  name: string
  priceCents: number
  sizes: string[]
  colors: string[]
  image: string
}

const { get, set, subscribe } = createValueStore<QuickAddProduct | null>(null)

/** The product whose options the page's one sheet shows; null closes it. */
export const quickAddStore = { get, subscribe, open: set }
