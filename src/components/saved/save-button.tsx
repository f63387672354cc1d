'use client'
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'

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

/** Fetched once it matters: most visitors have saved nothing. */
const SavedState = lazy<ComponentType<SavedStateProps>>(() =>
  import('./saved-state').then(
    (loaded) => ({ default: loaded.SavedState }),
    () => {
      showToast({
        title: 'Something went wrong',
        text: 'Check your connection and try again.',
        kind: 'error',
      })
      return { default: () => null }
    },
  ),
)

/** Whether this visitor may have saved something, on this device or with an account. */
const maySaveItems = (): boolean => {
  try {
    if (localStorage.getItem('wishlist') ?? localStorage.getItem('kept')) return true
  } catch {
    /* no storage */
  }
  return document.cookie.includes(`${sessionHintCookie.name}=${sessionHintCookie.value}`)
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
  const [isLoaded, setLoaded] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const toggle = useRef<(() => void) | null>(null)
  const mustToggle = useRef(false)
  useEffect(() => {
    const check = (): void => {
      if (maySaveItems()) setLoaded(true)
    }
    check()
    // Another tab may save the first item.
    window.addEventListener('storage', check)
    return () => window.removeEventListener('storage', check)
  }, [])
  const onState = useCallback((saved: boolean, change: () => void) => {
    setSaved(saved)
    toggle.current = change
    if (!mustToggle.current) return
    mustToggle.current = false
    change()
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
          mustToggle.current = true
          setLoaded(true)
        }}
        className={className}
      >
        <Icon
          name={icon}
          className={`${iconClassName} ${isSaved ? 'fill-fern stroke-fern' : ''}`}
        />
        {children}
      </button>
      {isLoaded ? (
        <Suspense>
          <SavedState kind={kind} id={id} onState={onState} />
        </Suspense>
      ) : null}
    </>
  )
}
