'use client'
import { useId } from 'react'

import { Button } from '@/admin/form/button'
import { useShopTimeZone } from '@/admin/shop-time-zone'

import type { StoredDraft } from './draft-storage'

const formatMoment = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(at)

type Handlers = { bringBack: (draft: StoredDraft) => Promise<void>; forget: (key: string) => void }
const Offer = ({ draft, bringBack, forget }: Handlers & { draft: StoredDraft }) => {
  const id = useId()
  const timeZone = useShopTimeZone()
  const { title = draft.values.name } = draft.values
  const name = typeof title === 'string' ? title.trim() : ''
  return (
    <div className="df-note df-draft-offer">
      <p id={id}>
        {name ? `“${name}”` : 'Unsaved work'} from {formatMoment(draft.at, timeZone)} wasn’t saved.
      </p>
      <p className="df-row-actions">
        <Button small aria-describedby={id} onClick={() => void bringBack(draft)}>
          Restore
        </Button>
        <Button variant="ghost" small aria-describedby={id} onClick={() => forget(draft.key)}>
          Discard
        </Button>
      </p>
    </div>
  )
}

export function RestoreDraftPrompt({
  offered,
  ...handlers
}: Handlers & { offered: readonly StoredDraft[] }) {
  return offered.length === 0 ? null : (
    <div role="status">
      {offered.map((draft) => (
        <Offer key={draft.key} draft={draft} {...handlers} />
      ))}
    </div>
  )
}
