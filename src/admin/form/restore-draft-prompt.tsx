'use client'
import { useId } from 'react'

import { Button } from '@/admin/form/button'

import type { StoredDraft } from './draft-storage'

const moment = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

type Ways = { bringBack: (kept: StoredDraft) => Promise<void>; forget: (place: string) => void }
const Offer = ({ kept, bringBack, forget }: Ways & { kept: StoredDraft }) => {
  const id = useId()
  const name = String(kept.values.title ?? kept.values.name ?? '').trim()
  return (
    <div className="df-note df-kept">
      <p id={id}>
        {name ? `“${name}”` : 'Something'} written here on {moment.format(kept.at)} was not saved.
      </p>
      <p className="df-row-actions">
        <Button small aria-describedby={id} onClick={() => void bringBack(kept)}>
          Bring it back
        </Button>
        <Button variant="ghost" small aria-describedby={id} onClick={() => forget(kept.place)}>
          Forget it
        </Button>
      </p>
    </div>
  )
}

export function RestoreDraftPrompt({
  offered,
  ...ways
}: Ways & { offered: readonly StoredDraft[] }) {
  return offered.length === 0 ? null : (
    <div role="status">
      {offered.map((kept) => (
        <Offer key={kept.place} kept={kept} {...ways} />
      ))}
    </div>
  )
}
