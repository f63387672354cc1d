import { createStored } from './stored'

const stored = createStored<readonly number[]>('wishlist', [], (text) => {
  try {
    const ids: unknown = JSON.parse(text)
    return Array.isArray(ids) ? ids.filter((id): id is number => Number.isSafeInteger(id)) : []
  } catch {
    return []
  }
})

/** Products somebody wants to remember: on this device, localStorage `wishlist`. */
export const wishlistStore = {
  subscribe: stored.subscribe,
  get: stored.get,
  toggle: (id: number): void => {
    const ids = stored.get()
    stored.set(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])
  },
}
