import type { PictureView } from '@/modules/media/queries/pictures'
import { createLocalStorageStore } from '@/platform/browser-storage'

/** What a list shows of a product. No price: it may have changed since. */
export type ViewedProduct = {
  id: number
  name: string
  picture: Omit<PictureView, 'position' | 'caption'> | null
}
type Visit = ViewedProduct & {
  /** Milliseconds since 1970. */
  at: number
}

const maxVisits = 9
const retentionMs = 30 * 24 * 60 * 60 * 1000

const isVisit = (value: unknown): value is Visit => {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, at, picture } = value as Partial<Record<keyof Visit, unknown>>
  return (
    Number.isSafeInteger(id) &&
    typeof name === 'string' &&
    typeof at === 'number' &&
    at > Date.now() - retentionMs &&
    (picture === null ||
      (typeof picture === 'object' && 'widths' in picture && Array.isArray(picture.widths)))
  )
}

/** The products that were opened last, newest first, for a month. They stay on this device and are never sent. */
const stored = createLocalStorageStore<readonly Visit[]>('recently-viewed', [], (text) => {
  try {
    const visits: unknown = JSON.parse(text)
    return Array.isArray(visits) ? visits.filter(isVisit).slice(0, maxVisits) : []
  } catch {
    return []
  }
})

export const recentlyViewedStore = {
  subscribe: stored.subscribe,
  get: stored.get,
  clear: stored.clear,
  add: ({ id, name, picture }: ViewedProduct): void => {
    const others = stored.get().filter((visit) => visit.id !== id)
    stored.set([{ id, name, picture, at: Date.now() }, ...others].slice(0, maxVisits))
  },
}
