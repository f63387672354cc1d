'use client'
import { useEffect, type RefObject } from 'react'

/** What every form of a whole page does: Control+S saves, and after a refusal the focus goes to the first field that says something. */
export const useSavedForm = (form: RefObject<HTMLFormElement | null>, fields: Record<string, string>): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      form.current?.requestSubmit()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [form])
  useEffect(() => {
    if (Object.keys(fields).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, fields])
}
