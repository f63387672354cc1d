'use client'
import { useEffect, useState } from 'react'

import { api } from '@/ui/api-client'

const rhythm = 12_000

const told = (names: readonly string[]): string =>
  `${new Intl.ListFormat('en-US').format(names)} ${names.length === 1 ? 'has' : 'have'} this open too.`

/** Who else has this document open, polled while the page is visible; `then` explains what two saves do. */
export function PresenceNotice({
  collection,
  id,
  then,
}: {
  collection: 'content' | 'products'
  id: number
  then: string
}) {
  const [others, setOthers] = useState<string[]>([])
  useEffect(() => {
    let isHere = true
    const tell = (): void => {
      if (document.visibilityState !== 'visible') return
      api<{ others: string[] }>('POST', '/api/admin/editing', { collection, id }).then(
        (answer) => {
          if (isHere) setOthers(answer.others)
        },
        () => {},
      )
    }
    tell()
    const timer = setInterval(tell, rhythm)
    return () => {
      isHere = false
      clearInterval(timer)
    }
  }, [collection, id])
  return others.length > 0 ? (
    <p className="df-note" role="status">
      {told(others)} {then}
    </p>
  ) : null
}
