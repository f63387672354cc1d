import { z } from 'zod'

import { emailSchema, optionalText } from '@/platform/schema-fields'

import { newsletterForms } from './rules/subscription'

/** Storefront specification 3, newsletter subscription; `form` says which variant was used. */
export const subscribeSchema = z.strictObject({
  email: emailSchema,
  firstName: optionalText(100),
  lastName: optionalText(100),
  form: z.enum(newsletterForms).default('default'),
})

export const confirmQuery = z.strictObject({
  token: z.string().regex(/^[1-9]\d{0,8}-[a-f0-9]{32}$/, 'This link is incomplete.'),
})
export const unsubscribeQuery = z.strictObject({
  s: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'This link is incomplete.')
    .transform(Number),
  key: z.string().regex(/^[a-f0-9]{32}$/, 'This link is incomplete.'),
})
