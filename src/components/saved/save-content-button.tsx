'use client'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'

import { useSaveToggle } from './use-saved-item'

export function SaveContentButton({ id }: { id: number }) {
  const { isSaved, toggle } = useSaveToggle('content', id, (isSignedIn) =>
    isSignedIn
      ? { title: 'Saved', text: 'Find it under Saved in your account.' }
      : { title: 'Saved on this device' },
  )
  return (
    <button
      type="button"
      aria-pressed={isSaved}
      onClick={() => void toggle()}
      className={buttonClass({ variant: 'line', size: 'sm' })}
    >
      <Icon name="bookmark" className={`size-4.5 ${isSaved ? 'fill-fern stroke-fern' : ''}`} />{' '}
      Save{' '}
    </button>
  )
}
