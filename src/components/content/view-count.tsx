'use client'
import { useEffect, useState } from 'react'

import { whenShown } from '@/platform/when-shown'

const formatViews = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'view' : 'views'}`

/** Counts a view and returns the new number; null when the call fails. */
const countView = async (id: number): Promise<number | null> => {
  try {
    const response = await fetch(`/api/content/${id}/view`, { method: 'PUT', keepalive: true })
    return response.ok ? ((await response.json()) as { viewCount: number }).viewCount : null
  } catch {
    return null // A failed count needs no message.
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
