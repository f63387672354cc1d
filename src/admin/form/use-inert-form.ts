'use client'
import { type RefObject, useLayoutEffect, useRef } from 'react'

/** A form that takes no input while `isInert`. Afterwards the focus is back in it. */
export function useInertForm(isInert: boolean): RefObject<HTMLFormElement | null> {
  const ref = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    const form = ref.current
    const focused = document.activeElement
    if (!isInert || !form) return
    form.inert = true
    return () => {
      form.inert = false
      const isLost = document.activeElement === document.body
      if (isLost && focused instanceof HTMLElement) focused.focus({ preventScroll: true })
    }
  }, [isInert])
  return ref
}
