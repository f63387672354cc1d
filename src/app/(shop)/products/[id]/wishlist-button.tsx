'use client'
import { useSession } from '@/components/account/use-session'
import { useSavedItem } from '@/components/saved/use-saved-item'
import { iconButtonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { showToast } from '@/ui/toast'

/** Saved on this device, or with the account of a signed-in customer. Handles early clicks (event-replay-script). */
export function WishlistButton({ id }: { id: number }) {
  const { isSaved, save } = useSavedItem('products', id)
  const { user } = useSession()
  const toggle = async (): Promise<void> => {
    if (!(await save(!isSaved)) || isSaved) return
    showToast({
      title: user ? 'Kept with your account' : 'Kept on this device',
      action: { href: user ? '/account/saved' : '/saved', label: 'See what you kept' },
    })
  }
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
