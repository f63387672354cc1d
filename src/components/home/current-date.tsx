'use client'
import { useSyncExternalStore } from 'react'

const line = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' })
const today = (): string => `Today is ${line.format(new Date())}. `

/** A tab that was left open over night shows the new day when somebody comes back to it. */
const onReturn = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** The visitor's own date: the page is the same for everyone and does not know it. */
export function CurrentDate() {
  return <>{useSyncExternalStore(onReturn, today, () => '')}One is enough.</>
}
