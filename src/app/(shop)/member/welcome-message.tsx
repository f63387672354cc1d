'use client'
import { useSyncExternalStore } from 'react'

const greeting = (): string => {
  const hour = new Date().getHours()
  return hour < 5
    ? 'Good night'
    : hour < 12
      ? 'Good morning'
      : hour < 18
        ? 'Good afternoon'
        : 'Good evening'
}

const onReturn = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** 'Good morning, Wren', by the clock of whoever reads it. */
export function WelcomeMessage({ name }: { name: string }) {
  return (
    <>
      {useSyncExternalStore(onReturn, greeting, () => 'Hello')}, {name}
    </>
  )
}
