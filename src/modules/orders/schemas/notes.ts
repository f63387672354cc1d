import { z } from 'zod'

import { multilineText, pathIdSchema } from '@/platform/schema-fields'

/** Notes on orders and customers. */

const noteText = multilineText(5000).trim().min(1, 'Enter a note.')

export const newNote = z.strictObject({ text: noteText, requestId: z.uuid() })
export const editedNote = z.strictObject({ text: noteText })
export const noteParams = z.strictObject({ id: pathIdSchema, noteId: pathIdSchema })
export const noteResponse = z.strictObject({
  id: z.int(),
  text: z.string(),
  author: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
