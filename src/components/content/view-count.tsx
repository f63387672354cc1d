'use client'
import { useEffect, useState } from 'react'

const words = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'view' : 'views'}`

/** Calls back once the page is visible: a prerendered page may never be. */
const whenShown = (tell: () => void): (() => void) => {
  if (!('prerendering' in document) || !document.prerendering) {
    tell()
    return () => {}
  }
  document.addEventListener('prerenderingchange', tell, { once: true })
  return () => document.removeEventListener('prerenderingchange', tell)
}

/** Counts a view and returns the new number; null when the call fails. */
const countView = async (id: number): Promise<number | null> => {
  try {
    const answer = await fetch(`/api/content/${id}/view`, { method: 'PUT', keepalive: true })
    return answer.ok ? ((await answer.json()) as { viewCount: number }).viewCount : null
  } catch {
    return null // Nobody needs to know that a count did not get through.
  }
}

/**
 * How often a piece was read. The page may have been kept for a while, so the number is put right when it arrives.
 * @param isShown false where a piece only counts and does not say so
 */
export function ViewCount({ id, count, isShown }: { id: number; count: number; isShown: boolean }) {
  const [now, setNow] = useState(count)
  useEffect(
    () => whenShown(() => void countView(id).then((fresh) => setNow((before) => fresh ?? before))),
    [id],
  )
  return isShown ? <span>{words(now)}</span> : null
}
