import { z } from 'zod'

import { contactTopics, maxMessageLength } from '@/modules/shop/rules/contact'
import { emailSchema, orderNumberSchema, requiredText } from '@/platform/schema-fields'

/** Invisible characters, which are removed. */
const readable = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]|\p{Cs}|[\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()

export const contactSchema = z.strictObject({
  name: requiredText('your name', 100),
  email: emailSchema,
  topic: z.enum(contactTopics, 'Please choose a topic.'),
  orderNumber: z
    .string()
    .trim()
    .transform((text) => text || undefined)
    .pipe(orderNumberSchema.optional())
    .optional(),
  message: z
    .string()
    .transform(readable)
    .pipe(
      z
        .string()
        .regex(/[^\p{C}\p{Z}\p{DI}]/u, 'Please enter a message.')
        .max(maxMessageLength, 'Please use 10,000 characters or fewer.'),
    ),
  /** Honeypot: hidden from people, filled by bots. */
  website: z.string().max(2000).optional(),
})
export type ContactInput = z.infer<typeof contactSchema>
