'use client'
import { useEffect, useState } from 'react'

const formatViews = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'view' : 'views'}`

/** Calls back once the page is visible: a prerendered page may never be. */
const whenShown = (onShown: () => void): (() => void) => {
  if (!('prerendering' in document) || !document.prerendering) {
    onShown()
    return () => {}
  }
  document.addEventListener('prerenderingchange', onShown, { once: true })
  return () => document.removeEventListener('prerenderingchange', onShown)
}

/** Counts a view and returns the new number; null when the call fails. */
const countView = async (id: number): Promise<number | null> => {
  try {
    const response = await fetch(`/api/content/${id}/view`, { method: 'PUT', keepalive: true })
    return response.ok ? ((await response.json()) as { viewCount: number }).viewCount : null
  } catch {
    return null // Nobody needs to know that a count did not get through.
  }
}

/**
 * Counts a view of an article. The cached number is replaced by the current one.
 * @param isShown false where the view is counted but not shown
 */
export function ViewCount({ id, count, isShown }: { id: number; count: number; isShown: boolean }) {
  const [current, setCurrent] = useState(count)
  useEffect(
    () =>
      whenShown(() => void countView(id).then((fresh) => setCurrent((before) => fresh ?? before))),
    [id],
  )
  return isShown ? <span>{formatViews(current)}</span> : null
}
