'use client'
import { iconButtonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'

import { addToCart } from './add-to-cart'
import { type QuickAddProduct, quickAddStore } from './quick-add-store'

/** The plus on a card: adds one at once, or opens a sheet when there are options to choose. Handles early clicks (event-replay-script). */
export function QuickAddButton({ product }: { product: QuickAddProduct }) {
  const hasOptions = product.sizes.length > 0 || product.colors.length > 0
  return (
    <button
      type="button"
      data-replay
      aria-haspopup={hasOptions ? 'dialog' : undefined}
      aria-label={`Add ${product.name} to cart`}
      className={iconButtonClass(
        'raised',
        'absolute right-2 bottom-2 z-10 max-md:size-10 md:right-3 md:bottom-3',
      )}
      onClick={(event) => {
        event.preventDefault()
        if (hasOptions) quickAddStore.open(product)
        else addToCart({ ...product, size: '', color: '', quantity: 1 })
      }}
    >
      <Icon name="plus" />
    </button>
  )
}
