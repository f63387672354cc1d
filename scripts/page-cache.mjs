// Next keeps rendered pages and queries here: in memory, bounded, dropped by tag. A restart begins empty, because
// pages kept on disk would outlive the notices that dropped them (docs/decisions/001).
const store = (globalThis[Symbol.for('dayfern.page-cache')] ??= {
  entries: new Map(), // key → { value, lastModified, tags, bytes }, oldest use first
  keysOf: new Map(), // tag → Set of keys
  bytes: 0,
  generation: 0, // grows with every drop; what scripts/front.mjs keeps is valid for one generation
  limit: Number(process.env.PAGE_CACHE_MB || 256) * 1024 * 1024,
})

const sizeOf = (value) => {
  if (!value) return 64
  let bytes = 512
  for (const part of [value.html, value.rscData, value.body, value.data?.body]) bytes += part?.length ?? 0
  for (const part of value.segmentData?.values() ?? []) bytes += part.length
  return bytes
}

const forget = (key) => {
  const entry = store.entries.get(key)
  if (!entry) return
  store.entries.delete(key)
  store.bytes -= entry.bytes
  for (const tag of entry.tags) {
    const keys = store.keysOf.get(tag)
    keys?.delete(key)
    if (keys?.size === 0) store.keysOf.delete(tag)
  }
}

/** Forgets every entry with one of the tags; '*' forgets all. */
export const dropTags = (tags) => {
  store.generation += 1
  for (const tag of tags)
    for (const key of tag === '*' ? [...store.entries.keys()] : [...(store.keysOf.get(tag) ?? [])]) forget(key)
}

export const pageGeneration = () => store.generation
export const pageCacheState = () => ({ entries: store.entries.size, bytes: store.bytes })

export default class PageCache {
  async get(key) {
    const entry = store.entries.get(key)
    if (!entry) return null
    store.entries.delete(key) // to the end: used last
    store.entries.set(key, entry)
    return entry
  }

  async set(key, value, context) {
    forget(key)
    if (!value) return
    const header = value.headers?.['x-next-cache-tags']
    const tags = [...new Set([...(context?.tags ?? []), ...(value.tags ?? []), ...(typeof header === 'string' ? header.split(',') : [])])]
    const entry = { value, lastModified: Date.now(), tags, bytes: sizeOf(value) }
    if (entry.bytes > store.limit / 8) return
    store.entries.set(key, entry)
    store.bytes += entry.bytes
    for (const tag of tags) {
      if (!store.keysOf.has(tag)) store.keysOf.set(tag, new Set())
      store.keysOf.get(tag).add(key)
    }
    for (const oldest of store.entries.keys()) {
      if (store.bytes <= store.limit) break
      forget(oldest)
    }
  }

  async revalidateTag(tags) {
    dropTags([tags].flat())
  }

  resetRequestCache() {}
}
