'use client'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

import { whenShown } from '@/platform/when-shown'

import { iconButtonClass } from './button'
import { Icon } from './icon'
import { createValueStore } from './value-store'

type Toast = {
  title: string
  text?: string
  /** `error` is read out at once; the rest waits for a pause. */
  kind?: 'success' | 'error'
  /** `onClick` replaces the navigation, and closes the toast. */
  action?: { href: string; label: string; onClick?: () => void }
  /** Shows an Undo button, which closes the toast. */
  undo?: () => void
}
const shownFor = 5000

const store = createValueStore<{ toast: Toast; id: number } | null>(null)

/** One at a time, for five seconds; a new one takes the place of the old. */
export function showToast(toast: Toast): void {
  return store.set({ toast, id: (store.get()?.id ?? 0) + 1 })
}

/** Hides the current toast, for example when it no longer belongs to what the page shows. */
export function dismissToast(): void {
  return store.set(null)
}

const flashKey = 'toast'

/** For the next page: signing in, for example, ends with a navigation. */
export function flashToast(toast: Toast): void {
  try {
    sessionStorage.setItem(flashKey, JSON.stringify(toast))
  } catch {
    /* it is only a courtesy */
  }
}

const showFlash = (): void => {
  try {
    const stored = sessionStorage.getItem(flashKey)
    if (!stored) return
    sessionStorage.removeItem(flashKey)
    const toast = JSON.parse(stored) as Toast
    if (typeof toast.title === 'string') showToast(toast)
  } catch {
    /* it is only a courtesy */
  }
}

/** The border makes it visible on the dark footer, too. */
const looks = {
  success:
    'border-[#46594c] bg-ink text-paper dusk:border-transparent [--c-focus:var(--c-focus-on-dark)] dusk:[--c-focus:#3f3a8a]',
  error: 'border-transparent bg-bad-soft text-ink',
} as const

const ToastActions = ({
  toast: { action, undo },
  close,
}: {
  toast: Toast
  close: (then: () => void) => void
}) =>
  action || undo ? (
    <div className="flex gap-5">
      {action ? (
        <a
          href={action.href}
          className="link text-small"
          onClick={(event) => {
            if (!action.onClick || event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            close(action.onClick)
          }}
        >
          {action.label}
        </a>
      ) : null}
      {undo ? (
        <button
          type="button"
          className="link cursor-pointer text-small"
          onClick={() => close(undo)}
        >
          Undo
        </button>
      ) : null}
    </div>
  ) : null

/**
 * The first Tab after a toast with buttons appears goes into it: the whole page lies between, and the toast is gone after
 * five seconds. The focus is on the card for a moment, and the browser goes on from there.
 */
const useFirstTab = (hasButtons: boolean) => {
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!hasButtons) return undefined
    const enter = ({ key, shiftKey }: KeyboardEvent): void => {
      if (key !== 'Tab') return
      document.removeEventListener('keydown', enter)
      if (!shiftKey && !card.current?.contains(document.activeElement)) card.current?.focus()
    }
    document.addEventListener('keydown', enter)
    return () => document.removeEventListener('keydown', enter)
  }, [hasButtons])
  return card
}

const ToastCard = ({ toast }: { toast: Toast }) => {
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    if (isPaused) return undefined
    const timer = setTimeout(dismissToast, shownFor)
    return () => clearTimeout(timer)
  }, [isPaused])
  const { kind = 'success', action, undo } = toast
  const returnFocusTo = useRef<HTMLElement | null>(null)
  const card = useFirstTab(Boolean(action ?? undo))
  /** Closes the toast before `then`, with the focus back where it came from, but no scrolling to there. */
  const close = (then?: () => void): void => {
    returnFocusTo.current?.focus({ preventScroll: true })
    dismissToast()
    then?.()
  }
  return (
    <div
      ref={card}
      tabIndex={-1}
      className={`pointer-events-auto grid w-full max-w-[26rem] grid-cols-[auto_1fr_auto] items-start gap-3.5 rounded-block border py-4 pr-3 pl-4.5 shadow-lift animate-[arrive_.32s_var(--ease-leaf)] ${looks[kind]}`}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={({ relatedTarget, currentTarget }) => {
        setPaused(true)
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
          returnFocusTo.current = relatedTarget
      }}
      onBlur={() => setPaused(false)}
    >
      <Icon
        name={kind === 'error' ? 'alert' : 'check'}
        className={kind === 'error' ? 'text-bad' : 'text-sun dusk:text-on-sun'}
      />
      <div className="min-w-0">
        <p className="font-semibold">{toast.title}</p>
        {toast.text ? <p className="text-small">{toast.text}</p> : null}
        <ToastActions toast={toast} close={close} />
      </div>
      <button
        type="button"
        className={iconButtonClass('plain', '-my-2')}
        onClick={() => close()}
        // From the last button, Tab goes on where the focus was before.
        onKeyDown={({ key, shiftKey }) => {
          if (key === 'Tab' && !shiftKey) returnFocusTo.current?.focus()
        }}
        aria-label="Dismiss"
      >
        <Icon name="x" className="size-4.5" />
      </button>
    </div>
  )
}

/**
 * Where toasts appear. Both live regions are in the page from the start, or screen readers would miss the first one.
 * While a dialog is open everything outside it is out of reach, so the toast moves into the dialog.
 */
export function Toaster() {
  const shown = useSyncExternalStore(store.subscribe, store.get, () => null)
  useEffect(() => whenShown(showFlash), [])
  const liveRegion = (kind: 'success' | 'error') => (
    <div role={kind === 'error' ? 'alert' : 'status'} className="contents">
      {shown && (shown.toast.kind ?? 'success') === kind ? (
        <ToastCard key={shown.id} toast={shown.toast} />
      ) : null}
    </div>
  )
  const dialog =
    shown && typeof document !== 'undefined' ? document.querySelector('dialog:modal') : null
  const regions = (
    // On phones a dialog has its buttons at the lower edge, so a toast about it appears at the upper one.
    <div
      className={`pointer-events-none fixed inset-x-5 z-50 grid justify-items-center lg:top-auto lg:right-8 lg:bottom-8 lg:left-auto lg:w-[26rem] ${dialog ? 'top-5' : 'bottom-5'}`}
    >
      {liveRegion('success')}
      {liveRegion('error')}
    </div>
  )
  return dialog ? createPortal(regions, dialog) : regions
}
