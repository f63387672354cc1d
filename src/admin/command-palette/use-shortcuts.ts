'use client'
import { useEffect, useEffectEvent } from 'react'

import { isDialogOpen } from '@/admin/form/modal-stack'

import { singleKeysSetting } from './shortcuts'

type Commands = {
  openPalette: () => void
  openHelp: () => void
  go: (letter: string) => void
  /** n: the primary action of the screen, or the palette where it has none. */
  begin: () => void
}

const sequenceTimeoutMs = 1500

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest(
      'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable="true"], [role="textbox"]',
    ) !== null)

/** Keyboard shortcuts. Single keys never act while someone types, in a dialog, or with a modifier. */
export function useShortcuts({ openPalette, openHelp, go, begin }: Commands): void {
  const press = useEffectEvent((event: KeyboardEvent, pending: { at: number }): void => {
    if (event.defaultPrevented || event.isComposing) return
    if (
      event.key.toLowerCase() === 'k' &&
      (event.metaKey || event.ctrlKey) &&
      !event.altKey &&
      !event.shiftKey
    ) {
      // In the rich text editor the same keys create a link.
      if (isDialogOpen() || (event.target instanceof HTMLElement && event.target.isContentEditable))
        return
      event.preventDefault()
      openPalette()
      return
    }
    if (
      event.metaKey ||
      event.ctrlKey ||
      event.altKey ||
      isTyping(event.target) ||
      isDialogOpen() ||
      !singleKeysSetting.get()
    )
      return
    const isAfterG = event.timeStamp - pending.at < sequenceTimeoutMs
    pending.at = Number.NEGATIVE_INFINITY
    if (isAfterG && /^[a-z]$/.test(event.key)) {
      event.preventDefault()
      go(event.key)
    } else if (event.key === 'g') pending.at = event.timeStamp
    else if (event.key === '?') {
      event.preventDefault()
      openHelp()
    } else if (event.key === 'n') {
      event.preventDefault()
      begin()
    } else if (event.key === '/') {
      const search = document.querySelector<HTMLInputElement>('.df-screen input[type="search"]')
      event.preventDefault()
      if (search) search.focus()
      else openPalette()
    }
  })
  useEffect(() => {
    const pending = { at: Number.NEGATIVE_INFINITY }
    const listen = (event: KeyboardEvent): void => press(event, pending)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
