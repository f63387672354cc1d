'use client'
import { type ComponentProps, type FormEvent, type KeyboardEvent, useRef, useState } from 'react'

import { buttonClass } from '@/ui/button'

const changeKeys = /^(Arrow|Home|End|Page|.$)/

/**
 * Applies a select that was changed with the mouse or by touch at once. A change with the keyboard waits for Enter or
 * the button, because every arrow key changes a closed select (WCAG 3.2.2).
 * @param onSelect gets the name of a select that was changed
 */
export function useSelectChanges(onSelect?: (name: string) => void) {
  const isByKeyboard = useRef(false)
  const [isWaiting, setWaiting] = useState(false)
  return {
    isWaiting,
    onPointerDown: () => {
      isByKeyboard.current = false
    },
    onKeyDown: (event: KeyboardEvent<HTMLFormElement>): void => {
      if (!(event.target instanceof HTMLSelectElement)) return
      if (changeKeys.test(event.key)) isByKeyboard.current = true
      if (event.key !== 'Enter' || !isWaiting) return
      event.preventDefault()
      event.currentTarget.requestSubmit()
    },
    onChange: (event: FormEvent<HTMLFormElement>): void => {
      if (!(event.target instanceof HTMLSelectElement)) return
      onSelect?.(event.target.name)
      if (isByKeyboard.current) setWaiting(true)
      else event.currentTarget.requestSubmit()
    },
  }
}

const applyButton = (
  <button type="submit" className={buttonClass()}>
    Apply filters
  </button>
)

/** The button of a form with `useSelectChanges`: shown while a select waits, and without JavaScript. */
export function ApplyFilters({ isWaiting }: { isWaiting: boolean }) {
  return (
    <>
      {isWaiting ? applyButton : null}
      <p role="status" className="sr-only">
        {isWaiting ? 'Press Enter to show the results.' : ''}
      </p>
      <noscript>{applyButton}</noscript>
    </>
  )
}

/** A plain GET form whose selects act like those of the product list. */
export function FilterForm({ children, ...form }: ComponentProps<'form'>) {
  const { isWaiting, ...selectChanges } = useSelectChanges()
  return (
    <form {...form} {...selectChanges}>
      {children}
      <ApplyFilters isWaiting={isWaiting} />
    </form>
  )
}
