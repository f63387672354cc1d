type Values = Record<string, unknown>
export type StoredDraft = { place: string; at: number; values: Values }

const patience = 30 * 24 * 60 * 60 * 1000

/** A unique id, so that two windows never overwrite each other's draft. */
export function createFormId(): string {
  return `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`
}

/** Drafts of a document have keys with this prefix. */
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

/** Returns the drafts, newest first, and removes expired ones. */
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

/** Stores a draft, or removes it (null). Does nothing without storage. */
export function writeDraft(place: string, values: Values | null): void {
  try {
    if (values) localStorage.setItem(place, JSON.stringify({ at: Date.now(), values }))
    else localStorage.removeItem(place)
  } catch {
    /* storage is full or unavailable */
  }
}
