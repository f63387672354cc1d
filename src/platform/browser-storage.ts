type Listener = () => void

/** Calls `reload` when another page or tab may have changed what is stored. Returns what stops it. */
const followOthers = (reload: Listener): Listener => {
  window.addEventListener('storage', reload)
  // A page that comes back from the back-forward cache has missed what other pages stored.
  window.addEventListener('pageshow', reload)
  // Between prerendering and opening a page, another one may have changed the value.
  document.addEventListener('prerenderingchange', reload)
  return () => {
    document.removeEventListener('prerenderingchange', reload)
    window.removeEventListener('pageshow', reload)
    window.removeEventListener('storage', reload)
  }
}

const readText = (storage: () => Storage, key: string): string | null => {
  try {
    return storage().getItem(key)
  } catch {
    return null // no storage
  }
}

/**
 * A value in the browser's storage. Without storage (private windows, full disks) it lives as long as the page. While
 * nothing subscribes, each `get` looks at the storage, because other pages and tabs may have changed it.
 */
function createStore<Value>(
  storage: () => Storage,
  key: string,
  empty: Value,
  read: (text: string) => Value,
) {
  let value = empty
  /** What the storage held when `value` was read or written. Not `value` itself where nothing can be stored. */
  let seenText: string | null = null
  let listeners: Listener[] = []
  let stopFollowing: Listener | undefined
  const notify = (): void => listeners.forEach((listener) => listener())

  const load = (): void => {
    const text = readText(storage, key)
    if (text === seenText) return
    seenText = text
    value = text === null ? empty : read(text)
  }
  const update = (next: Value, store: () => void): void => {
    value = next
    try {
      store()
    } catch {
      /* no storage */
    }
    seenText = readText(storage, key)
    notify()
  }
  return {
    get: (): Value => {
      if (listeners.length === 0) load()
      return value
    },
    set: (next: Value): void => update(next, () => storage().setItem(key, JSON.stringify(next))),
    clear: (): void => update(empty, () => storage().removeItem(key)),
    /** Picks up a value that another store with the same key has written. */
    show: (next: Value): void => update(next, () => {}),
    subscribe: (listener: Listener): Listener => {
      if (listeners.length === 0) {
        load()
        stopFollowing = followOthers(() => {
          load()
          notify()
        })
      }
      listeners = [...listeners, listener]
      return () => {
        listeners = listeners.filter((other) => other !== listener)
        if (listeners.length === 0) stopFollowing?.()
      }
    },
  }
}

/** A value in localStorage, followed in every tab. `read` turns the stored text into the value and reports its own errors. */
export function createLocalStorageStore<Value>(
  key: string,
  empty: Value,
  read: (text: string) => Value,
) {
  return createStore(() => localStorage, key, empty, read)
}

/** A value in sessionStorage: it survives a reload and ends with the tab. What `read` rejects becomes `empty`. */
export function createSessionStorageStore<Value>(
  key: string,
  empty: Value,
  read: (stored: unknown) => Value,
) {
  return createStore(
    () => sessionStorage,
    key,
    empty,
    (text) => {
      try {
        return read(JSON.parse(text))
      } catch {
        return empty
      }
    },
  )
}
