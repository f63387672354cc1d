'use client'
import { useSyncExternalStore } from 'react'

import { useSession } from '@/components/account/use-session'
import { errorMessage } from '@/components/form/use-submit'
import { showToast } from '@/ui/toast'

import { type SavedItemKind, type SavedItems, savedStore } from './saved-store'

const nothing: SavedItems = { products: [], content: [] }

/** For a button that saves an item or removes it: saving shows a toast with a link to the saved items. */
export function useSaveToggle(
  kind: SavedItemKind,
  id: number,
): { isSaved: boolean; toggle: () => Promise<void> } {
  const { isSaved, save } = useSavedItem(kind, id)
  const { user } = useSession()
  const toggle = async (): Promise<void> => {
    if (!(await save(!isSaved)) || isSaved) return
    showToast({
      title: user ? 'Saved to your account' : 'Saved on this device',
      action: { href: user ? '/account/saved' : '/saved', label: 'View saved' },
    })
  }
  return { isSaved, toggle }
}

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
        title: 'Something went wrong',
        text: errorMessage(error, 'Check your connection and try again.'),
        kind: 'error',
      })
      return false
    }
  }
  return { isSaved, save }
}
