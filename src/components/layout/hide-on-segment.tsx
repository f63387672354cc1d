'use client'
import { useSelectedLayoutSegment } from 'next/navigation'
import type { ReactNode } from 'react'

/** Leaves out what a part of the shop replaces: the checkout has its own slim header. Null is the home page. */
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
