import { z } from 'zod'

import { cartLimits } from '@/modules/checkout/rules/cart'
import { shippingMethodIds } from '@/modules/checkout/rules/destination'
import { checkedCartResponse, lineSchema, orderedLines } from '@/modules/checkout/schemas'
import { maxPercent, normalizeCode } from '@/modules/discounts/rules'
import { draftLimits } from '@/modules/draft-orders/rules'
import {
  addressTexts,
  dayRangeQuery,
  decimalMoney,
  emailSchema,
  emptyOr,
  listQuery,
  multilineText,
  phoneSchema,
  plainTextPattern,
  positiveNumber,
  versionField,
} from '@/platform/schema-fields'
import { isUsRegion } from '@/platform/us/regions'

const draftOrderSorts = [
  'newest',
  'oldest',
  'customer-a',
  'customer-z',
  'total-high',
  'total-low',
] as const
/** What the list of drafts can be filtered and sorted by, besides its search. Days and age are of the latest change. */
export const draftOrderFilters = {
  state: emptyOr(['open', 'sent']),
  ...dayRangeQuery,
  sort: z.enum(draftOrderSorts).default('newest'),
}
export const draftOrderListQuery = z.strictObject({ ...listQuery, ...draftOrderFilters })
export const draftOrderExportQuery = draftOrderListQuery.omit({
  page: true,
  limit: true,
  sort: true,
})
export type DraftOrderListQuery = z.infer<typeof draftOrderListQuery>

/** A field that may be empty while the order is a draft. */
const draftText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Please use ${max} characters or fewer.`)
    .regex(plainTextPattern, 'Please use plain text.')
    .default('')

const draftAddress = z.strictObject({
  firstName: draftText(60),
  lastName: draftText(60),
  address1: draftText(120),
  address2: draftText(120),
  city: draftText(80),
  stateCode: z
    .string()
    .trim()
    .toUpperCase()
    .refine((code) => code === '' || isUsRegion(code), 'Please choose a state.')
    .default(''),
  zip: draftText(10),
  phone: phoneSchema.transform((phone) => phone ?? ''),
})
export type DraftAddress = z.output<typeof draftAddress>

const draftDiscount = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({
      kind: z.literal('code'),
      code: z
        .string()
        .max(60)
        .transform(normalizeCode)
        .pipe(z.string().min(1, 'Please enter the code.')),
    }),
    z.strictObject({ kind: z.literal('percent'), percent: positiveNumber(maxPercent) }),
    z.strictObject({
      kind: z.literal('amount'),
      amount: positiveNumber(cartLimits.totalCents / 100).describe('Dollars off all items.'),
    }),
  ])
  .describe('A code, or a discount for this order only. It replaces automatic discounts.')
export type DraftDiscount = z.output<typeof draftDiscount>

const draftFields = {
  email: emailSchema.or(z.literal('')).default(''),
  shippingAddress: draftAddress,
  items: orderedLines,
  discount: draftDiscount.default({ kind: 'none' }),
  shippingMethod: z.enum(shippingMethodIds).default('standard'),
  plainPackage: z
    .boolean()
    .default(false)
    .describe('Nothing about recovery on the outside: the shop’s plain sender name is used.'),
  note: multilineText(draftLimits.note).default('').describe('For staff.'),
}

/** Every field is optional. */
export const draftOrderBody = z.strictObject(draftFields)
export type DraftOrderInput = z.output<typeof draftOrderBody>
export const updateDraftOrderBody = draftOrderBody.extend(versionField)

/** The total that staff saw before they sent the link. If it has changed, nothing is sent. */
export const placeDraftBody = z.strictObject({
  total: decimalMoney.describe('The total you saw. If it has changed, nothing happens.'),
})
export const payDraftBody = placeDraftBody.extend({
  reason: multilineText(500).trim().min(1, 'Please enter a reason.'),
})

const storedDiscount = z.strictObject({
  kind: z.enum(['none', 'code', 'percent', 'amount']),
  code: z.string().optional(),
  percent: z.number().optional(),
  amount: z.number().optional(),
})

export const draftOrderResponse = z
  .strictObject({
    id: z.int(),
    state: z
      .enum(['open', 'sent', 'paid'])
      .describe('open: can be edited. sent: its payment link is valid. paid: it’s an order now.'),
    email: z.string(),
    shippingAddress: z.strictObject(addressTexts),
    items: z.array(lineSchema),
    discount: storedDiscount,
    shippingMethod: z.enum(shippingMethodIds),
    plainPackage: z.boolean(),
    note: z.string(),
    total: decimalMoney.describe('When it was saved.'),
    orderId: z.int().nullable().describe('The latest order created from it.'),
    orderNumber: z.string().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime().describe('Send it as version with an update.'),
  })
  .meta({ id: 'DraftOrder' })

export const quotedDraftResponse = checkedCartResponse.omit({ shippingQuote: true })
export type QuotedDraft = z.output<typeof quotedDraftResponse>

export const placedDraftResponse = z.strictObject({
  orderId: z.int(),
  orderNumber: z.string(),
  isFree: z.boolean(),
})
