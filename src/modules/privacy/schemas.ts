import { z } from 'zod'

import {
  emailWithExampleSchema,
  optionalText,
  requiredParagraphs,
  requiredText,
} from '@/platform/schema-fields'

import { dataRequestStatuses } from './rules/data-request'

/** Several addresses in one field, as people write them: with commas, semicolons, spaces or on lines of their own. */
const otherEmailsSchema = z
  .string()
  .max(1000, 'Please use at most 1000 characters.')
  .default('')
  .transform((text) =>
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  )
  .pipe(z.array(emailWithExampleSchema).max(5, 'Please name at most five other addresses.'))

/** Storefront specification, "Data deletion page", step 1. */
export const deletionFormSchema = z.strictObject({
  fullName: requiredText('your name', 120),
  email: emailWithExampleSchema,
  otherEmails: otherEmailsSchema,
  accountCreated: optionalText(60),
  reason: z
    .union([z.literal('').transform(() => undefined), requiredParagraphs('a reason', 2000)])
    .optional(),
  /** Stays empty; nobody sees it but programs that fill in everything. */
  website: z.string().max(200).optional(),
})

/** The same as it came by mail; a mail does not always say who writes. `receivedOn`: the day of the shop on which it came. */
export const emailedRequestSchema = z.strictObject({
  ...deletionFormSchema.omit({ website: true }).shape,
  fullName: optionalText(120),
  receivedOn: z.iso.date('Please give the day on which the mail came.'),
})

export const ownDeletionSchema = z.strictObject({
  currentPassword: z.string().max(1000).optional(),
  reason: z
    .union([z.literal('').transform(() => undefined), requiredParagraphs('a reason', 2000)])
    .optional(),
})

export const requestCodeSchema = z.string().regex(/^[a-f0-9]{24}$/)
export const requestKeySchema = z.string().regex(/^[a-f0-9]{32}$/)
export const requestCodeParams = z.strictObject({ code: requestCodeSchema })
export const requestKeyBody = z.strictObject({ key: requestKeySchema })

export const dataRequestResponse = z.strictObject({
  code: z.string(),
  status: z.enum(dataRequestStatuses),
})
export const doneResponse = z.strictObject({ ok: z.literal(true) })
export const requestMessageResponse = z.strictObject({ message: z.string() })
