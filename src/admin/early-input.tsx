'use client'
import { useEffect, useState } from 'react'

import { useHydrated } from '@/components/use-browser-value'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isChoice = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)

/** React reports only changes from the last value that it has seen, and it sees assignments. */
const enterAgain = (control: Exclude<Control, HTMLSelectElement>): void => {
  if (isChoice(control)) {
    const isOther = control.checked !== control.defaultChecked
    // Only for the selected radio button: selecting it deselects the other one.
    if (!isOther || (control.type === 'radio' && !control.checked)) return
    control.checked = control.defaultChecked
    control.click()
    return
  }
  const { value, defaultValue } = control
  if (value === defaultValue) return
  control.value = defaultValue
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(
    control,
    value,
  )
  control.dispatchEvent(new Event('input', { bubbles: true }))
}

const chooseAgain = (select: HTMLSelectElement): void => {
  const options = [...select.options]
  // Without a default, the browser selects the first option.
  if (options.some((option) => option.defaultSelected && !option.selected))
    select.dispatchEvent(new Event('change', { bubbles: true }))
}

/**
 * Re-enters what someone typed before the page's scripts had loaded: the fields show it, but their forms don't know it
 * and would save something else. Screens are hydrated as a whole, so this runs when all of their forms listen.
 */
export function EarlyInput() {
  const [isHydration] = useState(!useHydrated())
  useEffect(() => {
    if (!isHydration) return
    for (const control of document.querySelectorAll<Exclude<Control, HTMLSelectElement>>(
      'main :is(input:not([type=file]), textarea)',
    ))
      enterAgain(control)
    document.querySelectorAll<HTMLSelectElement>('main select').forEach(chooseAgain)
  }, [isHydration])
  return null
}
