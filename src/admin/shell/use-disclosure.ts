'use client'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'

/**
 * A part of the page that a button shows and hides. It closes on Escape, an outside press, or blur; `close` returns the
 * focus to the button.
 */
export function useDisclosure() {
  const [isOpen, setIsOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const press = ({ target }: PointerEvent): void => {
      if (!(target instanceof Node && root.current?.contains(target))) setIsOpen(false)
    }
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [isOpen])

  const close = (): void => {
    button.current?.focus()
    setIsOpen(false)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    close()
  }
  const onBlur = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget && !root.current?.contains(relatedTarget)) setIsOpen(false)
  }
  return { isOpen, setIsOpen, close, root, button, onKeyDown, onBlur }
}
