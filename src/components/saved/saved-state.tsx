'use client'
import { useEffect } from 'react'

import type { SavedItemKind } from './saved-store'
import { useSaveToggle } from './use-saved-item'

export type SavedStateProps = {
  kind: SavedItemKind
  id: number
  /** Gets the state and what changes it, at first and after each change. */
  onState: (isSaved: boolean, toggle: () => void) => void
}

/** The part of a SaveButton that knows what is saved. Shows nothing. */
export function SavedState({ kind, id, onState }: SavedStateProps) {
  const { isSaved, toggle } = useSaveToggle(kind, id)
  useEffect(() => onState(isSaved, () => void toggle()))
  return null
}
