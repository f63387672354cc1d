/** A value kept in sessionStorage: it survives a reload and a look at the cart, and ends with the tab. */
export function createSessionStorageStore<Value>(
  key: string,
  empty: Value,
  read: (stored: unknown) => Value,
) {
  let value = empty
  let loaded = false
  let listeners: (() => void)[] = []
  const load = (): Value => {
    try {
      const text = sessionStorage.getItem(key)
      return text === null ? empty : read(JSON.parse(text))
    } catch {
      return empty
    }
  }
  const keep = (next: Value, store: () => void): void => {
    value = next
    loaded = true
    try {
      store()
    } catch {
      /* no storage: kept as long as the page */
    }
    listeners.forEach((listener) => listener())
  }
  return {
    get: (): Value => {
      if (!loaded) {
        value = load()
        loaded = true
      }
      return value
    },
    set: (next: Value): void => keep(next, () => sessionStorage.setItem(key, JSON.stringify(next))),
    clear: (): void => keep(empty, () => sessionStorage.removeItem(key)),
    subscribe: (listener: () => void) => {
      listeners = [...listeners, listener]
      return () => {
        listeners = listeners.filter((other) => other !== listener)
      }
    },
  }
}
