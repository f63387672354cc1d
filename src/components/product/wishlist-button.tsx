'use client'
import { useSaved } from '../saved/use-saved'
import { iconButtonClass } from '../ui/button'
import { Icon } from '../ui/icon'

/** Remembered on this device, and with the account of somebody who is signed in. */
export const WishlistButton = ({ id }: { id: number }) => {
  const { kept, set } = useSaved('products', id)
  return (
    <button type="button" aria-pressed={kept} aria-label="Add to wishlist" onClick={() => void set(!kept)} className={iconButtonClass('line', 'h-14 w-12 xl:w-14')}>
      <Icon name="heart" className={kept ? 'fill-fern stroke-fern' : ''} />
    </button>
  )
}
