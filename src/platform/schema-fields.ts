import { z } from 'zod'

import { emailShape } from './email/email-shape'
import { normalizeAmount } from './money'
import { isUsRegion } from './us/regions'
import { zipStateError } from './us/zip-prefixes'

/** Parameters of every list call of the admin: the page, its size (at most 100), and search words. */
export const listQuery = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(100),
  search: z.string().max(100).default(''),
}

/** A number within limits, with sentences that name them. */
export function boundedNumber(max: number, min = 0) {
  return z
    .number('Please enter a number.')
    .min(min, `Please enter at least ${min}.`)
    .max(max, `Please enter ${max.toLocaleString('en-US')} or less.`)
}

/** A percentage or an amount in dollars, above 0. */
export function positiveNumber(max: number) {
  return boundedNumber(max)
    .gt(0, 'Please enter more than 0.')
    .multipleOf(0.01, 'Please use up to 2 decimal places.')
}

/** An amount in dollars as staff type it, such as $20 or 1,299.50. */
export const refundAmount = z
  .string()
  .max(40)
  .transform(normalizeAmount)
  .pipe(
    z
      .string()
      .regex(/^\d{1,6}(\.\d{1,2})?$/, { error: 'Enter an amount like 20.00.', abort: true })
      .regex(/[1-9]/, 'Enter an amount greater than zero.'),
  )

export const futureEndMessage = 'Please choose a future end date.'

/** The most rows of one CSV file; larger exports are narrowed by filters. */
export const maxExportRows = 10_000

/** A day in the shop's time zone, or '' for no limit. PostgreSQL has no year 0. */
const day = z.iso
  .date()
  .regex(/^(?!0000)/)
  .or(z.literal(''))
  .default('')

/** The first and the last day of a list, both included. */
export const dayRangeQuery = {
  from: day.describe('The first day, in the shop’s time zone.'),
  to: day.describe('The last day, in the shop’s time zone.'),
}
export type DayRange = { from: string; to: string }

/** A filter that is one of these values, or '' for all. */
export function emptyOr<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values).or(z.literal('')).default('')
}

/** The same for the URL of a screen: an invalid value becomes the default, so that an old link still opens. */
export const screenQuery = {
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
  search: z
    .string()
    .trim()
    .transform((text) => text.slice(0, 100))
    .catch(''),
}

/**
 * Query parameters of a list for the address of its screen. An invalid value is dropped, so that the
 * default applies and an old link still opens.
 * @param shape each parameter has a default
 */
export function lenientQuery<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.preprocess((query) => {
    const params = z.record(z.string(), z.unknown()).parse(query)
    return Object.fromEntries(
      Object.entries(shape)
        .filter(([name, field]) => z.safeParse(field, params[name]).success)
        .map(([name]) => [name, params[name]]),
    )
  }, z.object(shape))
}

/** What staff type: line breaks are welcome, other control characters are not (the database keeps no NUL). */
export function multilineText(max: number) {
  return z
    .string()
    .max(max, `Please use ${max.toLocaleString('en-US')} characters or fewer.`)
    .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, 'Please use plain text.')
}

/** The `updatedAt` of the version that the caller has read. A change that was saved after it isn't overwritten. */
export const versionField = { version: z.iso.datetime({ offset: true }).optional() }

/** How the public lists are paged, as all lists are. */
export const paging = {
  page: listQuery.page.describe('Page number, starting at 1.'),
  limit: listQuery.limit.describe('Items per page.'),
}

/** A search from a URL: no control characters and no lone surrogates. */
export const searchTextField = z
  .string()
  .trim()
  .max(100)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Please use plain text.')
  .transform((words) => words.replace(/\s+/g, ' '))
  .default('')

export const booleanParam = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true')

/** A slug as the shop makes them. */
export const slugSchema = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'Use lowercase letters, numbers, and single hyphens.')
  .max(160, 'Please use 160 characters or fewer.')

/** Money in responses: '28.00'. */
export const decimalMoney = z.string().regex(/^\d+\.\d{2}$/)

/** No control characters or lone surrogates, which PostgreSQL rejects, and nothing that reverses the direction of text. */
export const plainTextPattern = /^[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]*$/u
/** The same for text of several lines. */
const plainLines = /^(?:[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]|[\n\t])*$/u
const visible = /[^\p{C}\p{Z}\p{DI}]/u

/** Text that a person types: trimmed, plain, not blank, and within a length. */
export function requiredText(label: string, max: number) {
  return z
    .string()
    .trim()
    .regex(visible, `Please add ${label}.`)
    .max(max, `Please use ${max} characters or fewer.`)
    .regex(plainTextPattern, 'Please use plain text.')
}
export function optionalText(max: number) {
  return z
    .string()
    .trim()
    .max(max, `Please use ${max} characters or fewer.`)
    .regex(plainTextPattern, 'Please use plain text.')
    .optional()
    .transform((text) => text || undefined)
}

/**
 * Several lines with uniform line breaks. Removes the invisible direction marks that chat apps put around right-to-left
 * text.
 */
export function requiredParagraphs(label: string, max: number) {
  return z
    .string()
    .transform((text) =>
      text
        .replace(/\r\n?/g, '\n')
        .replace(/[\u2066-\u2069]/g, '')
        .trim(),
    )
    .pipe(
      z
        .string()
        .regex(visible, `Please add ${label}.`)
        .max(max, `Please use ${max} characters or fewer.`)
        .regex(plainLines, 'Please use plain text.'),
    )
}

/** The id of a row in a URL, where it is text. */
export const pathIdSchema = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number)
  // An integer for callers, as in bodies (/api/openapi.json).
  .meta({ type: 'integer', pattern: undefined, minimum: 1 })

/** Ids of rows: what a PostgreSQL integer holds. */
export const rowIdSchema = z.int().positive().max(2_147_483_647)

const emailField = (message?: string) =>
  z
    .string(message)
    .trim()
    .toLowerCase()
    .max(254, message)
    .pipe(z.email({ error: message ?? 'Please check the email address.', pattern: emailShape }))

export const emailSchema = emailField()
/** Accepts the same addresses as `emailSchema`; its error message gives an example. */
export const emailWithExampleSchema = emailField(
  'Please enter an email address like name@example.com.',
)

export const phoneSchema = z
  .string()
  .trim()
  .max(30)
  .regex(/^[0-9+().\- \u00a0]*$/, 'Please check the phone number.')
  .optional()
  .transform((text) => text || undefined)

export const addressFields = {
  firstName: requiredText('a first name', 60),
  lastName: requiredText('a last name', 60),
  address1: requiredText('a street address', 120),
  address2: optionalText(120),
  city: requiredText('a city', 80),
  stateCode: z.string().trim().toUpperCase().refine(isUsRegion, 'Please choose a state.'),
  countryCode: z.literal('US', 'We ship to the United States only.').default('US'),
  zip: z
    .string()
    .trim()
    .min(1, { error: 'Please add a ZIP code.', abort: true })
    .regex(/^\d{5}(-\d{4})?$/, 'Please enter a 5-digit ZIP code, like 93023.'),
}

/** An address in a response. Absent values are empty strings, as form fields need them. */
export const addressTexts = {
  firstName: z.string(),
  lastName: z.string(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  stateCode: z.string(),
  zip: z.string(),
  phone: z.string(),
}
/** Refinement for an object with `addressFields`: the ZIP code must belong to the state. */
export function checkZipState(
  { stateCode, zip }: { stateCode: string; zip: string },
  context: z.RefinementCtx,
): void {
  const message = zipStateError(stateCode, zip)
  if (message) context.addIssue({ code: 'custom', path: ['zip'], message })
}

/** The key in the link of an order. Its holder sees the order and can change it. */
export const orderKeySchema = z
  .string()
  .regex(/^[a-f0-9]{32}$/)
  .optional()
  .describe('From the order’s link. Not needed for an order of the signed-in customer.')

export const orderNumberSchema = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^DF-\d{1,12}$/, 'Order numbers look like DF-1001.')

/** Lines about items of an order: at most one for each. */
export function linesOf<Line extends { itemId: string }>(line: z.ZodType<Line>) {
  return z
    .array(line)
    .max(50)
    .refine(
      (lines) => new Set(lines.map(({ itemId }) => itemId)).size === lines.length,
      'The same item is listed twice.',
    )
}
