import { sessionStore } from '@/components/account/session-store'
import { createLocalStorageStore } from '@/platform/browser-storage'
import { api, ApiError } from '@/platform/http/api-client'

/** Ids stored on this device under a key of localStorage, the newest last. */
function createIdStore(key: string) {
  const stored = createLocalStorageStore<readonly number[]>(key, [], (text) => {
    try {
      const ids: unknown = JSON.parse(text)
      return Array.isArray(ids)
        ? [...new Set(ids.filter((id): id is number => Number.isSafeInteger(id)))]
        : []
    } catch {
      return []
    }
  })
  return {
    subscribe: stored.subscribe,
    get: stored.get,
    add: (id: number): void => {
      if (!stored.get().includes(id)) stored.set([...stored.get(), id])
    },
    remove: (id: number): void => {
      if (stored.get().includes(id)) stored.set(stored.get().filter((other) => other !== id))
    },
  }
}

const kinds = ['products', 'content'] as const
export type SavedItemKind = (typeof kinds)[number]
export type SavedItems = Record<SavedItemKind, readonly number[]>

/** The lists of this device: for visitors all saved items, for customers those from before they signed in. */
const device = { products: createIdStore('wishlist'), content: createIdStore('kept') } as const
/**
 * The user into whose account the device's lists were merged; 0 once they changed since, so that a removal elsewhere is
 * not undone.
 */
const mergedInto = createLocalStorageStore<number>('saved-merged', 0, (text) => Number(text) || 0)

/** The account's own lists, once they are known. */
let account: { userId: number; saved: SavedItems } | null = null
let request: Promise<void> | undefined
/** Whether a refused call has led to a new check of the session on this page. */
let isSessionChecked = false
type Change = { kind: SavedItemKind; id: number; isSaved: boolean }
/** Changes to the account's lists that have no response yet, the oldest first; shown at once. */
let pending: readonly Change[] = []
/** Changes are sent one after the other, because each response is the whole list. */
let queue: Promise<unknown> = Promise.resolve()
let snapshot: SavedItems | undefined
let listeners: (() => void)[] = []

const notify = (): void => {
  snapshot = undefined
  listeners.forEach((listener) => listener())
}
const setAccount = (next: typeof account): void => {
  account = next
  notify()
}

const load = async (userId: number): Promise<void> => {
  const onThisDevice = { products: device.products.get(), content: device.content.get() }
  const mustMerge =
    mergedInto.get() !== userId && kinds.some((kind) => onThisDevice[kind].length > 0)
  try {
    const saved = mustMerge
      ? await api<SavedItems>('POST', '/api/account/saved/merge', onThisDevice)
      : await api<SavedItems>('GET', '/api/account/saved')
    if (mustMerge) mergedInto.set(userId)
    setAccount({ userId, saved })
  } catch (error) {
    // Asking again who is signed in ends here again if only this call is refused, as on a host that isn't the shop's.
    if (error instanceof ApiError && error.status === 401 && !isSessionChecked) {
      isSessionChecked = true
      sessionStore.drop()
    }
  }
}

const loadOnce = (userId: number): void => {
  request ??= load(userId).finally(() => {
    request = undefined
  })
}

/** Back from another tab: the lists may have changed there. */
const onReturn = (): void => {
  const { user } = sessionStore.get()
  if (document.visibilityState === 'visible' && user) loadOnce(user.id)
}

const refresh = (): void => {
  const { user } = sessionStore.get()
  if (!user) return account ? setAccount(null) : undefined
  if (account?.userId !== user.id) loadOnce(user.id)
}

const changed = (saved: SavedItems, { kind, id, isSaved }: Change): SavedItems => {
  const others = saved[kind].filter((other) => other !== id)
  return { ...saved, [kind]: isSaved ? [id, ...others] : others }
}

const send = async (userId: number, change: Change): Promise<void> => {
  const { kind, id, isSaved } = change
  await request
  try {
    const saved = await api<SavedItems>(
      isSaved ? 'PUT' : 'DELETE',
      `/api/account/saved/${kind}/${id}`,
    )
    if (!isSaved) onDevice(kind, id, false)
    account = { userId, saved }
  } finally {
    pending = pending.filter((other) => other !== change)
    notify()
  }
}

const onDevice = (kind: SavedItemKind, id: number, isSaved: boolean): void => {
  device[kind][isSaved ? 'add' : 'remove'](id)
  if (isSaved) mergedInto.set(0)
}

/**
 * The wishlist and the saved articles. Visitors: on this device. Customers: with their account, into which
 * the device's lists go once after signing in. Signing out leaves the device's lists as they are; removing an
 * item while signed in removes it from both.
 */
export const savedStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners = [...listeners, listener]
    const ends = [
      device.products.subscribe(notify),
      device.content.subscribe(notify),
      sessionStore.subscribe(refresh),
    ]
    if (listeners.length === 1) document.addEventListener('visibilitychange', onReturn)
    refresh()
    return () => {
      listeners = listeners.filter((other) => other !== listener)
      ends.forEach((end) => end())
      if (listeners.length === 0) document.removeEventListener('visibilitychange', onReturn)
    }
  },
  get: (): SavedItems =>
    (snapshot ??= account
      ? pending.reduce(changed, account.saved)
      : { products: device.products.get(), content: device.content.get() }),
  /** Resolves once the account's lists are known; true if the device's lists were merged into them just now. */
  waitForMerge: async (): Promise<boolean> => {
    const before = mergedInto.get()
    await request
    return account !== null && mergedInto.get() !== before
  },
  /**
   * Saves or removes an item. Shown at once, and undone when the call fails.
   * @throws ApiError, or TypeError when there was no response
   */
  set: async (kind: SavedItemKind, id: number, isSaved: boolean): Promise<void> => {
    const { user } = sessionStore.get()
    if (!user) return onDevice(kind, id, isSaved)
    const change = { kind, id, isSaved }
    pending = [...pending, change]
    notify()
    const sent = queue.then(() => send(user.id, change))
    queue = sent.catch(() => undefined)
    await sent
  },
}
