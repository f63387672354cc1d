'use client'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/** Control+S saves, and after a rejection the first invalid field gets the focus. Returns the invalid fields. */
export function usePageForm(
  form: RefObject<HTMLFormElement | null>,
  fields: Record<string, string>,
): HTMLElement[] {
  const [wrong, setWrong] = useState<HTMLElement[]>([])
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey)
        return
      event.preventDefault()
      form.current?.requestSubmit()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [form])
  useLayoutEffect(() => {
    const found = [...(form.current?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [])]
    setWrong(found)
    found[0]?.focus()
  }, [form, fields])
  return wrong
}
