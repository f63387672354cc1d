import { z } from 'zod'

import {
  maxReturnPhotos,
  missingAddressText,
  returnReasons,
  returnStatuses,
  returnWishes,
} from '@/modules/returns/rules'
import {
  dayRangeQuery,
  decimalMoney,
  emptyOr,
  linesOf,
  listQuery,
  orderKeySchema,
  refundAmount,
  requiredParagraphs,
} from '@/platform/schema-fields'

const itemId = z.string().regex(/^[a-z0-9-]{1,40}$/i)
const variantName = z.string().min(1).max(100)

export const returnRequestBody = z.strictObject({
  key: orderKeySchema,
  requestId: z.uuid('Please send a new UUID for this request.'),
  reason: z.enum(returnReasons, 'Please choose a reason.'),
  wish: z.enum(returnWishes, 'Please choose what we should do.'),
  note: requiredParagraphs('a note', 1000)
    .or(z.literal(''))
    .optional()
    .transform((text) => text || null),
  lines: linesOf(
    z.strictObject({
      itemId,
      quantity: z.int().min(1).max(10),
      wantedSize: variantName.optional().describe('What you’d like in exchange.'),
      wantedColor: variantName.optional(),
    }),
  ).min(1, 'Please choose at least one item.'),
  photos: z
    .array(z.uuid())
    .max(maxReturnPhotos, `Please choose up to ${maxReturnPhotos} photos.`)
    .refine((ids) => new Set(ids).size === ids.length, 'The same photo is listed twice.')
    .default([])
    .describe('Ids of photos that were uploaded for it.'),
})
export type ReturnRequest = Omit<z.output<typeof returnRequestBody>, 'key'>
export const returnRequestResponse = z.strictObject({ id: z.int() })

const message = requiredParagraphs('a message', 2000).refine(
  (text) => !text.includes(missingAddressText),
  `Replace “${missingAddressText}” with your address. To have it filled in, add the shop’s mailing address to the settings.`,
)
const label = z
  .url({ protocol: /^https?$/, error: 'Enter a web address, such as https://example.com/label.' })
  .max(1000, 'Please use 1000 characters or fewer.')
  .or(z.literal(''))
  .optional()
  .transform((text) => text || undefined)
  .describe('Web address of a prepaid label. It’s added to the message.')
/** What staff do with a return. */
export const returnStepBody = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('approve'), message, label }),
  z.strictObject({ step: z.literal('decline'), message }),
  z.strictObject({
    step: z.literal('message').describe('Emails the customer about an approved return again.'),
    message,
    label,
  }),
  z.strictObject({ step: z.literal('receive') }),
  z.strictObject({
    step: z.literal('refund'),
    amount: refundAmount,
    storeCredit: z
      .boolean()
      .default(false)
      .describe('Email the customer a gift card in place of money.'),
  }),
  z.strictObject({
    step: z.literal('exchange'),
    lines: linesOf(
      z.strictObject({ itemId, size: variantName.optional(), color: variantName.optional() }),
    )
      .default([])
      .describe('Other sizes and colors. The rest is sent as originally ordered.'),
  }),
  z.strictObject({
    step: z.literal('close'),
    message: message
      .or(z.literal(''))
      .optional()
      .transform((text) => text || null)
      .describe('For the email about it.'),
  }),
  z.strictObject({
    step: z.literal('claim'),
    isFiled: z
      .boolean()
      .describe('Whether a claim was filed with Printful. Doesn’t change the status.'),
  }),
])
export type ReturnStep = z.output<typeof returnStepBody>

const iso = z.iso.datetime()
export const returnResponse = z.strictObject({
  id: z.int(),
  orderId: z.int(),
  orderNumber: z.string(),
  customer: z.string(),
  email: z.string(),
  status: z.enum(returnStatuses),
  reason: z.enum(returnReasons),
  wish: z.enum(returnWishes),
  note: z.string().nullable(),
  message: z.string().nullable(),
  photos: z
    .array(z.string())
    .describe('Ids of the buyer’s photos: GET /api/admin/returns/{id}/photos/{photoId}.'),
  items: z.array(
    z.strictObject({
      itemId: z.string(),
      name: z.string(),
      size: z.string(),
      color: z.string(),
      quantity: z.int(),
      wantedSize: z.string().nullable(),
      wantedColor: z.string().nullable(),
    }),
  ),
  value: decimalMoney.describe('What these items cost the customer in their order, with tax.'),
  paid: decimalMoney.describe('The same with what was paid later to change them.'),
  claimBy: iso.nullable().describe('The last day to report it to the printer.'),
  isClaimByEstimate: z
    .boolean()
    .describe('Estimated from the shipping date: no delivery was recorded.'),
  claimedAt: iso.nullable().describe('When a claim was filed with Printful.'),
  exchangeOrder: z
    .strictObject({ id: z.int(), orderNumber: z.string() })
    .nullable()
    .describe('The no-charge order created for the exchange.'),
  createdAt: iso,
})
export type AdminReturn = z.infer<typeof returnResponse>

export const returnSorts = ['newest', 'oldest'] as const
export const returnListQuery = z.strictObject({
  ...listQuery,
  status: emptyOr(returnStatuses),
  ...dayRangeQuery,
  sort: z.enum(returnSorts).default('newest'),
})
export const returnExportQuery = returnListQuery.omit({ page: true, limit: true, sort: true })
export type ReturnListQuery = z.infer<typeof returnListQuery>
