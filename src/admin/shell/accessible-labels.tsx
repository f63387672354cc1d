'use client'
import { useEffect } from 'react'

const textOf = (element: Element | null | undefined): string =>
  element?.textContent?.replace('*', '').trim() ?? ''
const fieldOf = (element: Element): string =>
  textOf(element.closest('.field-type')?.querySelector('.field-label'))
const name =
  (text: string) =>
  (element: Element): void =>
    element.setAttribute('aria-label', text)
/** 'orderedList' → 'Ordered list' */
const inWords = (key: string): string =>
  key
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase())
const offTheKeyboard = (element: Element): void => element.setAttribute('tabindex', '-1')

/** What Payload's own forms leave without a name for a screen reader, and how each gets one. */
const missing: readonly (readonly [selector: string, mend: (element: Element) => void])[] = [
  // The editor's tools are pictures: 'bold', 'orderedList' become 'Bold', 'Ordered list'.
  [
    '.toolbar-popup__button[data-button-key]:not([aria-label])',
    (button) => {
      if (!textOf(button)) name(inWords(button.getAttribute('data-button-key') ?? ''))(button)
    },
  ],
  [
    '.toolbar-popup__dropdown[data-dropdown-key]:not([aria-label])',
    (button) => {
      if (!textOf(button)) name(inWords(button.getAttribute('data-dropdown-key') ?? ''))(button)
    },
  ],
  [
    '.popup-button:not([aria-label])',
    (button) => {
      if (!textOf(button)) name('More')(button)
    },
  ],
  ['.ContentEditable__root:not([aria-label])', (box) => name(fieldOf(box) || 'Text')(box)],
  ['.rs__input:not([aria-label])', (input) => name(fieldOf(input) || 'Choice')(input)],
  ['.collapsible__drag:not([aria-label])', name('Move')],
  // Hidden from screen readers and yet a stop of the keyboard; Delete and the arrow keys do the same in the field.
  [
    '.clear-indicator[aria-hidden="true"]:not([tabindex="-1"]), .dropdown-indicator[aria-hidden="true"]:not([tabindex="-1"])',
    offTheKeyboard,
  ],
  [
    '.doc-header:not([role])',
    (head) => {
      head.setAttribute('role', 'region')
      name('Title')(head)
    },
  ],
]

/** Watches the panel and names what comes into it without a name. Our own screens name everything themselves. */
export function AccessibleLabels() {
  useEffect(() => {
    let frame = 0
    const mendAll = (): void => {
      frame = 0
      for (const [selector, mend] of missing) document.querySelectorAll(selector).forEach(mend)
    }
    const watcher = new MutationObserver(() => {
      frame ||= requestAnimationFrame(mendAll)
    })
    watcher.observe(document.body, { childList: true, subtree: true })
    mendAll()
    return () => {
      watcher.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [])
  return null
}
