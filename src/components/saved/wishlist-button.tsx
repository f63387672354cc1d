'use client'
import { Icon } from '@/ui/icon'

import { useSaveToggle } from './use-saved-item'

type Props = {
  id: number
  label: string
  className: string
}

/** Saved on this device, or with the account of a signed-in customer. Handles early clicks (event-replay-script). */
export function WishlistButton({ id, label, className }: Props) {
  const { isSaved, toggle } = useSaveToggle('products', id, (isSignedIn) => ({
    title: isSignedIn ? 'Saved to your account' : 'Saved on this device',
  }))
  return (
    <button
      type="button"
      data-replay
      aria-pressed={isSaved}
      aria-label={label}
      onClick={(event) => {
        event.preventDefault()
        void toggle()
      }}
      className={className}
    >
      <Icon name="heart" className={isSaved ? 'fill-fern stroke-fern' : ''} />
    </button>
  )
}
