/** What adding from a card has to know of a product, and no more. */
export type SheetProduct = {
  id: number
  name: string
  priceCents: number
  sizes: string[]
  colors: string[]
  /** Shown in the cart. */
  image: string
}
