import { createStored } from './stored'

/** Ids kept on this device under a key of localStorage, the newest last. */
export const createIdList = (key: string) => {
  const stored = createStored<readonly number[]>(key, [], (text) => {
    try {
      const ids: unknown = JSON.parse(text)
      return Array.isArray(ids) ? [...new Set(ids.filter((id): id is number => Number.isSafeInteger(id)))] : []
    } catch {
      return []
    }
  })
  return {
    subscribe: stored.subscribe,
    get: stored.get,
    add: (id: number): void => { if (!stored.get().includes(id)) stored.set([...stored.get(), id]) },
    remove: (id: number): void => { if (stored.get().includes(id)) stored.set(stored.get().filter((other) => other !== id)) },
  }
}
