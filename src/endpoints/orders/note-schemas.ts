import { z } from 'zod'

import { idParams } from '@/endpoints/endpoint'
import { multilineText } from '@/platform/schema-fields'

/** Calls about notes on orders and customers. */

const noteText = multilineText(5000).trim().min(1, 'Enter a note.')

export const newNote = z.strictObject({ text: noteText, requestId: z.uuid() })
export const editedNote = z.strictObject({ text: noteText })
export const noteParams = idParams.extend({ noteId: idParams.shape.id })
export const noteResponse = z.strictObject({
  id: z.int(),
  text: z.string(),
  author: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
