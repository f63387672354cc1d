'use client'
import { useSaveToggle } from '@/components/saved/use-saved-item'
import { iconButtonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'

/** Saved on this device, or with the account of a signed-in customer. Handles early clicks (event-replay-script). */
export function WishlistButton({ id }: { id: number }) {
  const { isSaved, toggle } = useSaveToggle('products', id, (isSignedIn) => ({
    title: isSignedIn ? 'Saved to your account' : 'Saved on this device',
  }))
  return (
    <button
      type="button"
      data-replay
      aria-pressed={isSaved}
      aria-label="Add to wishlist"
      onClick={(event) => {
        event.preventDefault()
        void toggle()
      }}
      className={iconButtonClass('line', 'h-14 w-12 xl:w-14')}
    >
      <Icon name="heart" className={isSaved ? 'fill-fern stroke-fern' : ''} />
    </button>
  )
}
