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
const toLabel = (key: string): string =>
  key
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase())
let blockInputs = 0
/** The ids of a block's fields may be those of the document's, or of another block's. */
const ownLabel = (input: Element): void => {
  blockInputs += 1
  input.id = `block-input-${blockInputs}`
  input.closest('.field-type')?.querySelector('label')?.setAttribute('for', input.id)
}
const removeFromTabOrder = (element: Element): void => element.setAttribute('tabindex', '-1')

/** Elements of Payload's forms that lack accessible names, and their fixes. */
const missing: readonly (readonly [selector: string, fix: (element: Element) => void])[] = [
  // The editor's tools are icons.
  [
    '.toolbar-popup__button[data-button-key]:not([aria-label])',
    (button) => {
      if (!textOf(button)) name(toLabel(button.getAttribute('data-button-key') ?? ''))(button)
    },
  ],
  [
    '.toolbar-popup__dropdown[data-dropdown-key]:not([aria-label])',
    (button) => {
      if (!textOf(button)) name(toLabel(button.getAttribute('data-dropdown-key') ?? ''))(button)
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
  ['[data-lexical-decorator] [id^="field-"]:is(input, textarea)', ownLabel],
  ['[data-lexical-decorator] [class*="__removeButton"]:not([aria-label])', name('Remove block')],
  ['.section-title__input:not([aria-label])', name('Name of the block')],
  ['.collapsible__drag:not([aria-label])', name('Move')],
  ['.dropdown-indicator:not([aria-label])', name('Show options')],
  ['button.add-block-menu:not([aria-label])', name('Add a block')],
  // It has a button of its own.
  ['.multi-value[role="button"]', (value) => value.setAttribute('role', 'group')],
  ['button.draggable-block-menu:not([aria-label])', name('Move this block')],
  // Hidden from screen readers but focusable; Delete and the arrow keys do the same.
  [
    '.clear-indicator[aria-hidden="true"]:not([tabindex="-1"]), .dropdown-indicator[aria-hidden="true"]:not([tabindex="-1"])',
    removeFromTabOrder,
  ],
]

let fieldErrors = 0
/** Marks rejected fields for screen readers, which Payload does only visually. */
const markRejectedFields = (): void => {
  for (const input of document.querySelectorAll('[data-rejected]')) {
    if (document.getElementById(input.getAttribute('aria-describedby') ?? '')) continue
    for (const attribute of ['data-rejected', 'aria-invalid', 'aria-describedby'])
      input.removeAttribute(attribute)
  }
  for (const error of document.querySelectorAll('.field-error:not([id])')) {
    fieldErrors += 1
    error.id = `field-error-${fieldErrors}`
    const input = error.closest('.field-type')?.querySelector('input, textarea, [contenteditable]')
    input?.setAttribute('data-rejected', '')
    input?.setAttribute('aria-invalid', 'true')
    input?.setAttribute('aria-describedby', error.id)
  }
}

/** Fixes elements of Payload's forms as they appear. */
export function AccessibleLabels() {
  useEffect(() => {
    let frame = 0
    const fixAll = (): void => {
      frame = 0
      for (const [selector, fix] of missing) document.querySelectorAll(selector).forEach(fix)
      markRejectedFields()
    }
    const watcher = new MutationObserver(() => {
      frame ||= requestAnimationFrame(fixAll)
    })
    watcher.observe(document.body, { childList: true, subtree: true })
    fixAll()
    return () => {
      watcher.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [])
  return null
}
