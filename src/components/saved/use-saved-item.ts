'use client'
import { useSyncExternalStore } from 'react'

import { errorMessage } from '@/components/form/use-submit'
import { showToast } from '@/ui/toast'

import { type SavedItemKind, type SavedItems, savedStore } from './saved-store'

const nothing: SavedItems = { products: [], content: [] }

/** Whether an item is saved, and a setter. A failure shows a toast, and the state goes back. */
export function useSavedItem(
  kind: SavedItemKind,
  id: number,
): { isSaved: boolean; save: (isSaved: boolean) => Promise<boolean> } {
  const isSaved = useSyncExternalStore(savedStore.subscribe, savedStore.get, () => nothing)[
    kind
  ].includes(id)
  const save = async (next: boolean): Promise<boolean> => {
    try {
      await savedStore.set(kind, id, next)
      return true
    } catch (error) {
      showToast({
        title: 'That did not work',
        text: errorMessage(error, 'It did not reach us. Please try again in a moment.'),
        kind: 'error',
      })
      return false
    }
  }
  return { isSaved, save }
}
