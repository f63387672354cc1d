'use client'
import { useSelectedLayoutSegment } from 'next/navigation'
import type { ReactNode } from 'react'

/** Leaves out what a page has itself: the newsletter form in the footer. Null is the home page. */
export function HideOnSegment({
  segment,
  children,
}: {
  segment: string | null | readonly string[]
  children: ReactNode
}) {
  const current = useSelectedLayoutSegment()
  const isThere =
    typeof segment === 'object' && segment !== null
      ? current !== null && segment.includes(current)
      : current === segment
  return isThere ? null : children
}
