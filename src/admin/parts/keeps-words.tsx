'use client'
import { useEffect, useEffectEvent, useState } from 'react'
import { KeptOffers } from './kept-offers'
import { freshSheet } from './kept-words'
import { UnsavedGuard } from './unsaved-guard'
import { useKeptWords } from './use-kept-words'

type Props = {
  /** What is written, and of which one; null for a new one. */
  collection: string
  id: number | null
  isDirty: boolean
  values: Record<string, unknown>
  put: (values: Record<string, unknown>) => void
}

/**
 * Inside a form of ours: leaving it with something unsaved asks first, and what was typed is kept on this device and
 * offered again, whichever way the page was left.
 */
export const KeepsWords = ({ collection, id, isDirty, values, put }: Props) => {
  const [sheet] = useState(freshSheet)
  const { offered, bringBack, forget, forgetOwn } = useKeptWords({ collection, id, sheet, isModified: isDirty, typed: values, read: () => values, put })
  const onSaved = useEffectEvent(forgetOwn)
  useEffect(() => { if (!isDirty) onSaved() }, [isDirty])
  return (
    <>
      <UnsavedGuard isDirty={isDirty} onLeave={forgetOwn} />
      <KeptOffers offered={offered} bringBack={bringBack} forget={forget} />
    </>
  )
}
