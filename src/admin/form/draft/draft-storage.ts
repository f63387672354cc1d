type Values = Record<string, unknown>
export type StoredDraft = { key: string; at: number; values: Values }

const maxAgeMs = 30 * 24 * 60 * 60 * 1000

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

/** The address of a customer isn’t left on the device: it stays in its tab. */
const storageOf = (key: string): Storage =>
  key.includes(':draft-orders:') ? sessionStorage : localStorage

const read = (key: string): StoredDraft | null => {
  try {
    const { at, values } = JSON.parse(storageOf(key).getItem(key) ?? 'null') as StoredDraft
    return Date.now() - at < maxAgeMs && values ? { key, at, values } : null
  } catch {
    return null
  }
}

/** Returns the drafts, newest first, and removes expired ones. */
export function listDrafts(prefix: string): StoredDraft[] {
  try {
    const storage = storageOf(prefix)
    return Object.keys(storage)
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => {
        const draft = read(key)
        if (!draft) storage.removeItem(key)
        return draft ?? []
      })
      .sort((a, b) => b.at - a.at)
  } catch {
    return []
  }
}

/** Stores a draft, or removes it (null). Does nothing without storage. */
export function writeDraft(key: string, values: Values | null): void {
  try {
    const storage = storageOf(key)
    if (values) storage.setItem(key, JSON.stringify({ at: Date.now(), values }))
    else storage.removeItem(key)
  } catch {
    /* storage is full or unavailable */
  }
}
