'use client'
import { useSelectedLayoutSegment } from 'next/navigation'
import type { ReactNode } from 'react'

/** Leaves out what a part of the shop brings itself: the checkout has its own slim header. */
export const Unless = ({ segment, children }: { segment: string; children: ReactNode }) =>
  useSelectedLayoutSegment() === segment ? null : children
