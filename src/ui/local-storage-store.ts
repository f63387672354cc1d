/**
 * A value kept in localStorage and followed in every tab. Without storage (private windows, full disks) it lives
 * as long as the page. `read` turns the stored text into the value; what it throws is its own to report.
 */
export function createLocalStorageStore<Value>(
  key: string,
  empty: Value,
  read: (text: string) => Value,
) {
  let value = empty
  let loaded = false
  let listeners: (() => void)[] = []
  const tell = (): void => listeners.forEach((listener) => listener())

  const load = (): void => {
    let text: string | null = null
    try {
      text = localStorage.getItem(key)
    } catch {
      /* no storage: nothing was kept */
    }
    value = text === null ? empty : read(text)
    loaded = true
  }
  const reload = (): void => {
    load()
    tell()
  }
  const onStorage = (event: StorageEvent): void => {
    if (event.key === key || event.key === null) reload()
  }
  // A page that comes back from the browser's memory has missed what other pages stored.
  const onShow = (event: PageTransitionEvent): void => {
    if (event.persisted) reload()
  }

  return {
    get: (): Value => {
      if (!loaded) load()
      return value
    },
    set: (next: Value): void => {
      value = next
      loaded = true
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        /* kept for this page only */
      }
      tell()
    },
    /** Leaves nothing behind. */
    clear: (): void => {
      value = empty
      loaded = true
      try {
        localStorage.removeItem(key)
      } catch {
        /* nothing was kept */
      }
      tell()
    },
    subscribe: (listener: () => void) => {
      if (listeners.length === 0) {
        window.addEventListener('storage', onStorage)
        window.addEventListener('pageshow', onShow)
      }
      listeners = [...listeners, listener]
      return () => {
        listeners = listeners.filter((other) => other !== listener)
        if (listeners.length > 0) return
        window.removeEventListener('storage', onStorage)
        window.removeEventListener('pageshow', onShow)
      }
    },
  }
}
