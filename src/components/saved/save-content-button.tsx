'use client'
import { useSession } from '@/components/account/use-session'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { showToast } from '@/ui/toast'

import { useSavedItem } from './use-saved-item'

export function SaveContentButton({ id }: { id: number }) {
  const { isSaved, save } = useSavedItem('content', id)
  const { user } = useSession()
  const toggle = async (): Promise<void> => {
    if (!(await save(!isSaved)) || isSaved) return
    showToast(
      user
        ? {
            title: 'Kept',
            text: 'You find it under Saved in your account.',
            action: { href: '/account/saved', label: 'See what you kept' },
          }
        : { title: 'Kept on this device', action: { href: '/saved', label: 'See what you kept' } },
    )
  }
  return (
    <button
      type="button"
      aria-pressed={isSaved}
      onClick={() => void toggle()}
      className={buttonClass({ variant: 'line', size: 'sm' })}
    >
      <Icon name="bookmark" className={`size-4.5 ${isSaved ? 'fill-fern stroke-fern' : ''}`} />
      Keep this
    </button>
  )
}
