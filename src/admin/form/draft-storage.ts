type Values = Record<string, unknown>
export type StoredDraft = { place: string; at: number; values: Values }

/** How long they are offered, in milliseconds. */
const patience = 30 * 24 * 60 * 60 * 1000

/** A name for one open form: each has a place of its own, so that two windows never write over each other. */
export function createFormId(): string {
  return `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`
}

/** Below it stands what a person has not saved of a document on this device; one without an id is a new one. */
export function draftKeyPrefix(
  userId: number | string | undefined,
  collection: string,
  id: number | string | null | undefined,
): string {
  return `dayfern-unsaved:${userId ?? ''}:${collection}:${id ?? 'new'}:`
}

const read = (place: string): StoredDraft | null => {
  try {
    const { at, values } = JSON.parse(localStorage.getItem(place) ?? 'null') as StoredDraft
    return Date.now() - at < patience && values ? { place, at, values } : null
  } catch {
    return null
  }
}

/** The newest first. What is too old is thrown away. */
export function listDrafts(shelf: string): StoredDraft[] {
  try {
    return Object.keys(localStorage)
      .filter((place) => place.startsWith(shelf))
      .flatMap((place) => {
        const kept = read(place)
        if (!kept) localStorage.removeItem(place)
        return kept ?? []
      })
      .sort((a, b) => b.at - a.at)
  } catch {
    return []
  }
}

/** Null forgets them. Without storage (full, or switched off) nothing is kept. */
export function writeDraft(place: string, values: Values | null): void {
  try {
    if (values) localStorage.setItem(place, JSON.stringify({ at: Date.now(), values }))
    else localStorage.removeItem(place)
  } catch {
    /* as said */
  }
}
