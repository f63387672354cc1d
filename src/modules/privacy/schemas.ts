import { z } from 'zod'

import {
  emailWithExampleSchema,
  optionalText,
  requiredParagraphs,
  requiredText,
} from '@/platform/schema-fields'

import { dataRequestStatuses } from './rules/data-request'

/** Several addresses in one field, separated by commas, semicolons, or white space. */
const otherEmailsSchema = z
  .string()
  .max(1000, 'Please use 1000 characters or fewer.')
  .default('')
  .transform((text) =>
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  )
  .pipe(z.array(emailWithExampleSchema).max(5, 'Enter up to 5 other addresses.'))

const reasonSchema = z
  .union([z.literal('').transform(() => undefined), requiredParagraphs('a reason', 2000)])
  .optional()

/** Storefront specification, "Data deletion page", step 1. */
export const deletionFormSchema = z.strictObject({
  fullName: requiredText('your name', 120),
  email: emailWithExampleSchema,
  otherEmails: otherEmailsSchema,
  accountCreated: optionalText(60),
  reason: reasonSchema,
  /** Honeypot: invisible, so only bots fill it in. */
  website: z.string().max(200).optional(),
})

/** A request that came by email, which does not always name its sender. `receivedOn` is a day in the shop's time zone. */
export const emailedRequestSchema = z.strictObject({
  ...deletionFormSchema.omit({ website: true }).shape,
  fullName: optionalText(120),
  receivedOn: z.iso.date('Please enter the date the email arrived.'),
})

export const ownDeletionSchema = z.strictObject({
  currentPassword: z.string().max(1000).optional(),
  reason: reasonSchema,
})

const requestCodeSchema = z.string().regex(/^[a-f0-9]{24}$/)
const requestKeySchema = z.string().regex(/^[a-f0-9]{32}$/)
export const requestCodeParams = z.strictObject({ code: requestCodeSchema })
export const requestKeyBody = z.strictObject({ key: requestKeySchema })

export const dataRequestResponse = z.strictObject({
  code: z.string(),
  status: z.enum(dataRequestStatuses),
})
export const doneResponse = z.strictObject({ ok: z.literal(true) })
export const requestMessageResponse = z.strictObject({ message: z.string() })
