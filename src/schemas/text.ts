import { z } from 'zod'

/** No control characters, no halves of a character (the database takes neither), nothing that turns a line of writing around. */
export const plain = /^[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]*$/u
/** The same for writing of several lines. */
const plainLines = /^(?:[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]|[\n\t])*$/u
const visible = /[^\p{C}\p{Z}\p{DI}]/u

/** Text a person types: trimmed, plain, with something to see in it, within a length. */
export const words = (label: string, max: number) =>
  z.string().trim().regex(visible, `Please add ${label}.`).max(max, `Please use at most ${max} characters.`).regex(plain, 'Please use plain text.')
export const optionalWords = (max: number) =>
  z.string().trim().max(max, `Please use at most ${max} characters.`).regex(plain, 'Please use plain text.').optional().transform((text) => text || undefined)

/** Several lines, with one kind of line end. Marks that chats put around writing from right to left are left out; they are not seen. */
export const paragraphs = (label: string, max: number) =>
  z.string().transform((text) => text.replace(/\r\n?/g, '\n').replace(/[\u2066-\u2069]/g, '').trim())
    .pipe(z.string().regex(visible, `Please add ${label}.`).max(max, `Please use at most ${max} characters.`).regex(plainLines, 'Please use plain text.'))

/** Ids of rows: what a PostgreSQL integer holds. */
export const rowIdSchema = z.int().positive().max(2_147_483_647)
