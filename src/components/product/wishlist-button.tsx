'use client'
import { useSyncExternalStore } from 'react'
import { wishlistStore } from '../../client/wishlist-store'
import { iconButtonClass } from '../ui/button'
import { Icon } from '../ui/icon'

const nothing: readonly number[] = []

/** Remembered on this device. */
export const WishlistButton = ({ id }: { id: number }) => {
  const wished = useSyncExternalStore(wishlistStore.subscribe, wishlistStore.get, () => nothing).includes(id)
  return (
    <button type="button" aria-pressed={wished} aria-label="Add to wishlist" onClick={() => wishlistStore.toggle(id)} className={iconButtonClass('line', 'h-14 w-12 xl:w-14')}>
      <Icon name="heart" className={wished ? 'fill-fern stroke-fern' : ''} />
    </button>
  )
}
