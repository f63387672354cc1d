'use client'
import { useEffect, useEffectEvent, useRef } from 'react'

/** The link of a plain click that would leave the page in this tab. */
const leavingLink = (event: MouseEvent): HTMLAnchorElement | null => {
  const isPlain =
    event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
  if (event.defaultPrevented || !isPlain || !(event.target instanceof Element)) return null
  const link = event.target.closest<HTMLAnchorElement>('a[href]')
  const stays =
    link?.target === '_blank' ||
    // The browser doesn't follow links in text that is being edited.
    link?.isContentEditable ||
    link?.hasAttribute('download') ||
    link?.getAttribute('href')?.startsWith('#')
  return stays ? null : link
}

/**
 * While `isDirty`, the browser asks before the window closes, and a click on a link calls `onLeave` with its address
 * instead of following it. The returned function keeps the browser from asking, too, until something is typed again.
 */
export function useUnsavedChanges(isDirty: boolean, onLeave: (href: string) => void): () => void {
  const leave = useEffectEvent(onLeave)
  const mayLeave = useRef(false)
  useEffect(() => {
    if (!isDirty) return
    const refuse = (): void => {
      mayLeave.current = false
    }
    refuse()
    const warn = (event: BeforeUnloadEvent): void => {
      if (!mayLeave.current) event.preventDefault()
    }
    const intercept = (event: MouseEvent): void => {
      const link = leavingLink(event)
      if (!link) return
      event.preventDefault()
      event.stopPropagation()
      leave(link.href)
    }
    window.addEventListener('beforeunload', warn)
    window.addEventListener('input', refuse)
    // Before the router's listener starts the navigation.
    window.addEventListener('click', intercept, true)
    return () => {
      window.removeEventListener('beforeunload', warn)
      window.removeEventListener('input', refuse)
      window.removeEventListener('click', intercept, true)
    }
  }, [isDirty])
  return () => {
    mayLeave.current = true
  }
}
