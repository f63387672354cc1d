'use client'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/**
 * What every form of a whole page does: Control+S saves, and after a refusal the focus goes to the first field that
 * says something. Answers all of those.
 */
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
