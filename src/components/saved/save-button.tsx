'use client'
import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'

import { sessionHintCookie } from '@/modules/accounts/rules/session-hint'
import { Icon } from '@/ui/icon'
import { showToast } from '@/ui/toast'

import type { SavedStateProps } from './saved-state'
import type { SavedItemKind } from './saved-store'

type Props = {
  kind: SavedItemKind
  id: number
  /** Instead of the text. */
  label?: string
  className: string
  icon: 'heart' | 'bookmark'
  iconClassName?: string
  children?: ReactNode
}

/** Fetched once it matters: most visitors have saved nothing. After a failure, the next click fetches it again. */
const loadState = () => import('./saved-state').then((loaded) => loaded.SavedState)

/** Whether this visitor may have saved something, on this device or with an account. */
const maySaveItems = (): boolean => {
  try {
    if (localStorage.getItem('wishlist') ?? localStorage.getItem('kept')) return true
  } catch {
    /* no storage */
  }
  return document.cookie.includes(`${sessionHintCookie.name}=${sessionHintCookie.value}`)
}

/** The part that knows what is saved, loaded once it matters, and the function that loads it. */
const useSavedState = () => {
  const [SavedState, setSavedState] = useState<ComponentType<SavedStateProps> | null>(null)
  const load = useCallback(
    (onError: () => void): void =>
      void loadState().then((loaded) => setSavedState(() => loaded), onError),
    [],
  )
  useEffect(() => {
    const check = (): void => {
      if (maySaveItems()) load(() => undefined)
    }
    check()
    // Another tab or page may save the first item.
    window.addEventListener('storage', check)
    window.addEventListener('pageshow', check)
    return () => {
      window.removeEventListener('pageshow', check)
      window.removeEventListener('storage', check)
    }
  }, [load])
  return { SavedState, load }
}

/**
 * Saves a product or an article on this device, or with the account of a signed-in customer. Handles early clicks
 * (event-replay-script).
 */
export function SaveButton({
  kind,
  id,
  label,
  className,
  icon,
  iconClassName = '',
  children,
}: Props) {
  const { SavedState, load } = useSavedState()
  const [isSaved, setSaved] = useState(false)
  const toggle = useRef<(() => void) | null>(null)
  /** Pressed while it wasn't known what is saved, so the heart was empty. */
  const mustSave = useRef(false)
  const onState = useCallback((saved: boolean, change: () => void) => {
    setSaved(saved)
    toggle.current = change
    if (!mustSave.current) return
    mustSave.current = false
    if (!saved) change()
  }, [])
  return (
    <>
      <button
        type="button"
        data-replay
        aria-pressed={isSaved}
        aria-label={label}
        onClick={(event) => {
          event.preventDefault()
          if (toggle.current) return toggle.current()
          mustSave.current = true
          load(() => {
            mustSave.current = false
            showToast({
              title: 'Something went wrong',
              text: 'Check your connection and try again.',
              kind: 'error',
            })
          })
        }}
        className={className}
      >
        <Icon
          name={icon}
          className={`${iconClassName} ${isSaved ? 'fill-fern stroke-fern' : ''}`}
        />
        {children}
      </button>
      {SavedState ? <SavedState kind={kind} id={id} onState={onState} /> : null}
    </>
  )
}
