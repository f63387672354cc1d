export type KeptWords = { at: number; values: Record<string, unknown> }

/** How long it is offered, in milliseconds. */
const patience = 30 * 24 * 60 * 60 * 1000

/** Where the unsaved words of a person in a document are kept on this device; a document without an id is a new one. */
export const keptWordsKey = (userId: number | string | undefined, collection: string, id: number | string | undefined): string => `dayfern-unsaved:${userId ?? ''}:${collection}:${id ?? 'new'}`

export const readKeptWords = (key: string): KeptWords | null => {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as KeptWords | null
    return kept && Date.now() - kept.at < patience ? kept : null
  } catch {
    return null
  }
}

/** Null forgets them. Without storage (full, or switched off) nothing is kept. */
export const writeKeptWords = (key: string, values: Record<string, unknown> | null): void => {
  try {
    if (values) localStorage.setItem(key, JSON.stringify({ at: Date.now(), values } satisfies KeptWords))
    else localStorage.removeItem(key)
  } catch { /* as said */ }
}
