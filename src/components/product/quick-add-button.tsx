'use client'
import { iconButtonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'

import { type QuickAddProduct, quickAddStore } from './quick-add-store'

/** The cart and its rules, fetched when a plus is hovered, focused, or clicked. */
const loadCart = () => import('./add-to-cart')
const preloadCart = (): void => void loadCart().catch(() => undefined)

/** Adds one to the cart. If the script can't be fetched, the product page opens instead, as for quick add. */
const addOne = ({ id, ...product }: QuickAddProduct): Promise<unknown> =>
  loadCart().then(
    ({ addToCart }) => addToCart({ ...product, id, size: '', color: '', quantity: 1 }),
    () => location.assign(`/products/${id}`),
  )

/** The plus on a card: adds one at once, or opens a sheet when there are options to choose. Handles early clicks (event-replay-script). */
export function QuickAddButton({ product }: { product: QuickAddProduct }) {
  const hasOptions = product.sizes.length > 0 || product.colors.length > 0
  return (
    <button
      type="button"
      data-replay
      aria-haspopup={hasOptions ? 'dialog' : undefined}
      aria-label={`Add ${product.name} to cart`}
      className={iconButtonClass('raised', 'absolute right-2 bottom-2 z-10 md:right-3 md:bottom-3')}
      onPointerEnter={preloadCart}
      onFocus={preloadCart}
      onClick={(event) => {
        event.preventDefault()
        if (hasOptions) quickAddStore.open(product)
        else void addOne(product)
      }}
    >
      <Icon name="plus" />
    </button>
  )
}
