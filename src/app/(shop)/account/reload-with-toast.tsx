'use client'
import { useEffect } from 'react'

import { flashToast } from '@/ui/toast'

const focusKey = 'focus'

/**
 * Loads the page again after a change, because it shows what is stored. The toast appears there.
 * @param heading the ID of the heading that gets the focus, because the pressed button may be gone
 */
export function reloadWithToast(heading: string, title: string, text?: string): void {
  flashToast({ title, text })
  try {
    sessionStorage.setItem(focusKey, heading)
  } catch {
    /* it is only a courtesy */
  }
  // Not with the query of a sign-in elsewhere, which has a message of its own.
  history.replaceState(null, '', location.pathname)
  location.reload()
}

const focusStoredHeading = (): void => {
  try {
    const heading = document.getElementById(sessionStorage.getItem(focusKey) ?? '')
    sessionStorage.removeItem(focusKey)
    if (!heading) return
    heading.tabIndex = -1
    heading.focus()
  } catch {
    /* it is only a courtesy */
  }
}

/** Moves the focus to the heading of the section that was changed before the page was loaded again. */
export function FocusAfterReload() {
  useEffect(focusStoredHeading, [])
  return null
}
