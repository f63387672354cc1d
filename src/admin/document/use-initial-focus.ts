'use client'
import { useEffect } from 'react'

/** The field to focus on the page of a document that was just created. */
let fieldAfterCreating: string | null = null

const editorForm = (): HTMLElement | null => document.querySelector('.df-document form')
const maxInertMs = 5000

/** Remembers the focused field as a selector: submitting disables the form and loses the focus. */
export function rememberFocus(): void {
  const active = document.activeElement
  const field = active?.matches('[contenteditable=true]')
    ? '[contenteditable=true]'
    : active?.id.startsWith('field-')
      ? `#${CSS.escape(active.id)}`
      : null
  fieldAfterCreating = field && editorForm()?.contains(active) ? field : '#field-title'
}

/** The new document's page replaces this form in a moment and would lose input in between. */
export function holdInputAfterCreating(): void {
  const form = editorForm()
  if (!form) return
  form.inert = true
  setTimeout(() => {
    form.inert = false
  }, maxInertMs)
}

/** A new document starts at its title; a just created one continues where the user was. */
export function useInitialFocus(isNew: boolean): void {
  useEffect(() => {
    const field = isNew ? '#field-title' : fieldAfterCreating
    fieldAfterCreating = null
    if (!field) return
    let attempts = 0
    // Payload enables the form only after it has initialized.
    const timer = setInterval(() => {
      const target = editorForm()?.querySelector<HTMLElement>(field)
      target?.focus()
      attempts += 1
      if ((target && document.activeElement === target) || attempts > 40) clearInterval(timer)
    }, 50)
    return () => clearInterval(timer)
  }, [isNew])
}
