'use client'
import { iconButtonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'

import { addToCart } from './add-to-cart'
import { type QuickAddProduct, quickAddStore } from './quick-add-store'

/** The plus on a card: one of it, at once, or a small sheet when there is something to choose. */
export function QuickAddButton({ product }: { product: QuickAddProduct }) {
  const asks = product.sizes.length > 0 || product.colors.length > 0
  return (
    <button
      type="button"
      data-patient
      aria-haspopup={asks ? 'dialog' : undefined}
      aria-label={`Add ${product.name} to cart`}
      className={iconButtonClass(
        'raised',
        'absolute right-2 bottom-2 z-10 max-md:size-10 md:right-3 md:bottom-3',
      )}
      onClick={() =>
        asks
          ? quickAddStore.ask(product)
          : addToCart({ ...product, size: '', color: '', quantity: 1 })
      }
    >
      <Icon name="plus" />
    </button>
  )
}
