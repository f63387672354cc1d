'use client'
import { useEffect, useEffectEvent } from 'react'

/** Calls `onSave` for Control+S, or Command+S. The caller prevents the browser's own action. */
export function useSaveShortcut(onSave: (event: KeyboardEvent) => void): void {
  const save = useEffectEvent(onSave)
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey) && !event.altKey)
        save(event)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
