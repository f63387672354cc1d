import { z } from 'zod'

import {
  codePattern,
  discountKinds,
  discountScopes,
  maxPercent,
  normalizeCode,
} from '@/modules/discounts/rules'
import {
  boundedNumber,
  dayRangeQuery,
  emptyOr,
  futureEndMessage,
  listQuery,
  positiveNumber,
  requiredText,
  rowIdSchema,
  versionField,
} from '@/platform/schema-fields'

/** How many codes one discount can have, and how many one request creates. */
export const codeLimits = { perDiscount: 10_000, perRequest: 1_000 } as const

const moment = z.iso.datetime({ offset: true })
const maxDollars = 5_000
const count = boundedNumber(1_000_000, 1).int('Please enter a whole number.')
const ids = z.array(rowIdSchema).max(500, 'Choose up to 500.').default([])

/** A code as a buyer types it. */
const discountCodeInput = z
  .string()
  .max(60)
  .transform(normalizeCode)
  .pipe(z.string().regex(codePattern, 'Please use 3 to 40 letters, numbers, and hyphens.'))

const discountFields = z.strictObject({
  name: requiredText('a name', 80).describe('Buyers see it in their totals.'),
  isActive: z.boolean().default(true),
  isAutomatic: z.boolean().default(false).describe('Applies without a code.'),
  kind: z.enum(discountKinds),
  percent: positiveNumber(maxPercent).nullable().default(null),
  amount: positiveNumber(maxDollars).nullable().default(null).describe('Dollars.'),
  scope: z.enum(discountScopes).default('all'),
  productIds: ids,
  categoryIds: ids,
  minimumSubtotal: boundedNumber(maxDollars)
    .multipleOf(0.01, 'Please use up to 2 decimal places.')
    .default(0)
    .describe('Dollars; of all items, before discounts.'),
  firstOrderOnly: z.boolean().default(false).describe('Only for signed-in customers.'),
  maxUses: count.nullable().default(null),
  maxUsesPerCustomer: count.nullable().default(null).describe('Only for signed-in customers.'),
  startsAt: moment.nullable().default(null).describe('Null: now.'),
  endsAt: moment.nullable().default(null).describe('Null: no end.'),
})
type Fields = z.output<typeof discountFields>

const checkDiscount = (discount: Omit<Fields, 'isActive'>, context: z.RefinementCtx): void => {
  const { kind, percent, amount, scope, productIds, categoryIds, startsAt, endsAt } = discount
  const refuse = (path: keyof Fields, message: string): void =>
    context.addIssue({ code: 'custom', path: [path], message })
  if (kind === 'percent' && percent === null) refuse('percent', 'Please enter a percentage.')
  if (kind === 'amount' && amount === null) refuse('amount', 'Please enter an amount.')
  if (scope === 'products' && productIds.length === 0)
    refuse('productIds', 'Choose at least one product.')
  if (scope === 'categories' && categoryIds.length === 0)
    refuse('categoryIds', 'Choose at least one category.')
  if (endsAt !== null && Date.parse(endsAt) <= Date.parse(startsAt ?? new Date().toISOString()))
    refuse('endsAt', 'The end must be after the start.')
}

export const newDiscountBody = discountFields
  .extend({ code: discountCodeInput.nullable().default(null).describe('Its first code.') })
  .superRefine((discount, context) => {
    checkDiscount(discount, context)
    // A saved one may have ended; a new one would never apply.
    if (discount.endsAt !== null && Date.parse(discount.endsAt) <= Date.now())
      context.addIssue({ code: 'custom', path: ['endsAt'], message: futureEndMessage })
    if (discount.isAutomatic && discount.code !== null)
      context.addIssue({
        code: 'custom',
        path: ['code'],
        message: 'Automatic discounts don’t have a code.',
      })
  })
export const discountBody = discountFields.extend(versionField).superRefine(checkDiscount)
export type DiscountInput = Omit<z.output<typeof discountBody>, 'version'>
export type NewDiscountInput = z.output<typeof newDiscountBody>

export type NewCodesInput =
  | { code: string; maxUses: number | null }
  | { count: number; prefix: string; maxUses: number | null }

/** One given code, or a number of random ones; not a union, so that each mistake is named at its field. */
export const newCodesBody = z
  .strictObject({
    code: discountCodeInput.optional(),
    count: boundedNumber(codeLimits.perRequest, 1)
      .int('Please enter a whole number.')
      .optional()
      .describe('How many random codes, in place of `code`.'),
    prefix: z
      .string()
      .max(20)
      .transform(normalizeCode)
      .pipe(z.string().regex(/^[A-Z0-9]*$/, 'Please use letters and numbers.'))
      .optional()
      .describe('Of random codes.'),
    maxUses: count
      .nullable()
      .optional()
      .describe('Of each code. Default: 1 for random codes, otherwise no limit.'),
  })
  .transform(
    ({ code, count: wanted, prefix, maxUses = wanted ? 1 : null }, context): NewCodesInput => {
      if (code !== undefined && wanted === undefined && prefix === undefined)
        return { code, maxUses }
      if (wanted !== undefined && code === undefined)
        return { count: wanted, prefix: prefix ?? '', maxUses }
      context.addIssue({ code: 'custom', message: 'Send either code or count.' })
      return z.NEVER
    },
  )

const discountStates = ['scheduled', 'running', 'ended', 'off'] as const
const discountSorts = [
  'newest',
  'name',
  'name-z',
  'uses-high',
  'uses-low',
  'starts',
  'starts-late',
  'ends',
  'ends-late',
] as const
/** What the list of discounts can be filtered and sorted by, besides its search. Days are those of the start. */
export const discountFilters = {
  state: emptyOr(discountStates),
  ...dayRangeQuery,
  sort: z.enum(discountSorts).default('newest'),
}
export const discountListQuery = z.strictObject({
  ...listQuery,
  search: listQuery.search.describe('Part of the name, or of a code.'),
  ...discountFilters,
})
export type DiscountListQuery = z.infer<typeof discountListQuery>
const iso = z.iso.datetime()

export const discountResponse = z.strictObject({
  id: z.int(),
  name: z.string(),
  state: z.enum(discountStates),
  isActive: z.boolean(),
  isAutomatic: z.boolean(),
  kind: z.enum(discountKinds),
  percent: z.number().nullable(),
  amount: z.number().nullable(),
  scope: z.enum(discountScopes),
  productIds: z.array(z.int()),
  categoryIds: z.array(z.int()),
  minimumSubtotal: z.number(),
  firstOrderOnly: z.boolean(),
  maxUses: z.int().nullable(),
  maxUsesPerCustomer: z.int().nullable(),
  startsAt: iso,
  endsAt: iso.nullable(),
  codes: z.int().describe('How many codes it has.'),
  firstCode: z.string().nullable(),
  uses: z
    .int()
    .describe('Orders that were paid with it, except canceled ones, and open payment links.'),
  updatedAt: iso,
})
export type AdminDiscount = z.infer<typeof discountResponse>

export const discountCodeResponse = z.strictObject({
  id: z.int(),
  code: z.string(),
  maxUses: z.int().nullable(),
  uses: z.int(),
  createdAt: iso,
})
export type AdminDiscountCode = z.infer<typeof discountCodeResponse>
