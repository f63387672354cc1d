'use client'
import { useSyncExternalStore } from 'react'

import { ApiError } from '@/ui/api-client'
import { showToast } from '@/ui/toast'

import { type SavedItemKind, type SavedItems, savedStore } from './saved-store'

const nothing: SavedItems = { products: [], content: [] }

/** Whether a thing is kept, and the switch for it. A refusal is said in a toast, and the switch goes back. */
export function useSavedItem(
  kind: SavedItemKind,
  id: number,
): { kept: boolean; set: (kept: boolean) => Promise<boolean> } {
  const kept = useSyncExternalStore(savedStore.subscribe, savedStore.get, () => nothing)[
    kind
  ].includes(id)
  const set = async (next: boolean): Promise<boolean> => {
    try {
      await savedStore.set(kind, id, next)
      return true
    } catch (error) {
      showToast({
        title: 'That did not work',
        text:
          (error instanceof ApiError && error.error) ||
          'It did not reach us. Please try again in a moment.',
        kind: 'error',
      })
      return false
    }
  }
  return { kept, set }
}
