'use client'
import { useSession } from '@/components/account/use-session'
import { useSavedItem } from '@/components/saved/use-saved-item'
import { iconButtonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { showToast } from '@/ui/toast'

/** Remembered on this device, and with the account of somebody who is signed in. */
export function WishlistButton({ id }: { id: number }) {
  const { kept, set } = useSavedItem('products', id)
  const { user } = useSession()
  const toggle = async (): Promise<void> => {
    if (!(await set(!kept)) || kept) return
    showToast({
      title: user ? 'Kept with your account' : 'Kept on this device',
      action: { href: user ? '/account/saved' : '/saved', label: 'See what you kept' },
    })
  }
  return (
    <button
      type="button"
      data-replay
      aria-pressed={kept}
      aria-label="Add to wishlist"
      onClick={(event) => {
        event.preventDefault()
        void toggle()
      }}
      className={iconButtonClass('line', 'h-14 w-12 xl:w-14')}
    >
      <Icon name="heart" className={kept ? 'fill-fern stroke-fern' : ''} />
    </button>
  )
}
