import { z } from 'zod'

/** What every list call of the panel takes: a page, how many on it (at most 100), and words to look for. */
export const listQuery = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(100),
  search: z.string().max(100).default(''),
}

/** The same for what stands in the address of a screen: what cannot be meant falls back, so that an old link still opens. */
export const screenQuery = {
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
  search: z.string().trim().transform((text) => text.slice(0, 100)).catch(''),
}

/** What staff type: line breaks are welcome, other control characters are not (the database keeps no NUL). */
export const typed = (max: number) => z.string().max(max, `Please use at most ${max.toLocaleString('en-US')} characters.`).regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, 'Please use plain text.')

/** When the person read what they change, as the answer gave it (`updatedAt`). Somebody else's later save is not written over. */
export const versionField = { version: z.iso.datetime({ offset: true }).optional() }
