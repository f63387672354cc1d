'use client'
import { useEffect, useState } from 'react'

import { api } from '@/platform/http/api-client'

const intervalMs = 12_000

const messageFor = (names: readonly string[]): string =>
  `${new Intl.ListFormat('en-US').format(names)} ${names.length === 1 ? 'is' : 'are'} also editing this.`

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
    let isMounted = true
    const report = (): void => {
      if (document.visibilityState !== 'visible') return
      api<{ others: string[] }>('POST', '/api/admin/editing', { collection, id }).then(
        (response) => {
          if (isMounted) setOthers(response.others)
        },
        () => {},
      )
    }
    report()
    const timer = setInterval(report, intervalMs)
    return () => {
      isMounted = false
      clearInterval(timer)
    }
  }, [collection, id])
  return others.length > 0 ? (
    <p className="df-note" role="status">
      {messageFor(others)} {then}
    </p>
  ) : null
}
