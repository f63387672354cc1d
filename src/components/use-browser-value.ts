'use client'
import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Calls back when the tab becomes visible again: a day may have passed. */
export function onTabReturn(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** A value that only the browser knows; `onServer` in the server-rendered page. */
export function useBrowserValue<Value>(
  read: () => Value,
  onServer: Value,
  subscribe: (listener: () => void) => () => void = never,
): Value {
  return useSyncExternalStore(subscribe, read, () => onServer)
}

/** False in the page that the server rendered, true once scripts run. */
export function useHydrated(): boolean {
  return useBrowserValue(() => true, false)
}
