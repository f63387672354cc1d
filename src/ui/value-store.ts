/** A value outside React, for `useSyncExternalStore`. */
export function createValueStore<Value>(initial: Value) {
  let current = initial
  let listeners: (() => void)[] = []
  return {
    get: (): Value => current,
    set: (next: Value): void => {
      current = next
      listeners.forEach((listener) => listener())
    },
    subscribe: (listener: () => void) => {
      listeners = [...listeners, listener]
      return (): void => {
        listeners = listeners.filter((other) => other !== listener)
      }
    },
  }
}
