import { z } from 'zod'

import { normalizeAmount, parseMoney } from '@/platform/money'
import {
  dayRangeQuery,
  decimalMoney,
  emailWithExampleSchema,
  emptyOr,
  listQuery,
  multilineText,
  optionalText,
  orderKeySchema,
  requiredParagraphs,
  requiredText,
} from '@/platform/schema-fields'

import { giftCardEntryKinds, giftCardLimits, giftCardTexts } from './rules'

const giftCardStatuses = ['active', 'empty', 'disabled'] as const
const giftCardSorts = [
  'newest',
  'oldest',
  'issued-high',
  'issued-low',
  'balance-high',
  'balance-low',
] as const
/** What the list of gift cards can be filtered and sorted by, besides its search. */
export const giftCardFilters = {
  status: emptyOr(giftCardStatuses).describe('empty: enabled, but spent.'),
  ...dayRangeQuery,
  sort: z.enum(giftCardSorts).default('newest'),
}
export const giftCardListQuery = z.strictObject({
  ...listQuery,
  search: listQuery.search.describe('The end of the code, or part of the reason.'),
  ...giftCardFilters,
})
export const giftCardExportQuery = giftCardListQuery.omit({ page: true, limit: true, sort: true })
export type GiftCardListQuery = z.infer<typeof giftCardListQuery>

export const checkGiftCardSchema = z.strictObject({
  code: z.string().max(60).describe('As the buyer typed it.'),
})
export const checkedGiftCardResponse = z.strictObject({
  lastFour: z.string(),
  balance: decimalMoney,
})

/** A gift card in an order. What the owner's settings allow is checked when the order is placed. */
export const giftCardOrderSchema = z.strictObject({
  amount: z
    .string()
    .regex(/^\d{1,4}\.\d{2}$/, 'Please send an amount like 50.00.')
    .transform(parseMoney),
  recipientName: requiredText('the recipient’s name', giftCardTexts.name),
  recipientEmail: emailWithExampleSchema,
  senderName: optionalText(giftCardTexts.name),
  message: requiredParagraphs('a message', giftCardTexts.message)
    .or(z.literal(''))
    .optional()
    .transform((text) => text || undefined),
  sendOn: z.iso
    .date('Please choose a date.')
    .nullable()
    .default(null)
    .describe('The day of its email in the shop’s time zone. Null: as soon as it’s paid.'),
})

export const giftCardRecipientBody = z.strictObject({
  key: orderKeySchema,
  recipientEmail: emailWithExampleSchema,
})
export const giftCardResendBody = giftCardRecipientBody.omit({ key: true })
export const giftCardRecipientResponse = z.strictObject({ recipientEmail: z.string() })
export const giftCardResendResponse = z.strictObject({
  recipientEmail: z.string(),
  isQueued: z.boolean().describe('False: it’s sent on its day.'),
})

const amountMessage = 'Enter an amount from 1.00 to 500.00.'
export const newGiftCardBody = z.strictObject({
  amount: z
    .string()
    .max(40)
    .transform(normalizeAmount)
    .pipe(z.string().regex(/^\d{1,6}(\.\d{1,2})?$/, amountMessage))
    .transform(parseMoney)
    .refine(
      (cents) => cents >= giftCardLimits.minimumCents && cents <= giftCardLimits.maximumCents,
      amountMessage,
    ),
  note: multilineText(giftCardLimits.noteLength).trim().min(1, 'Please enter a reason.'),
})
export const giftCardBody = z.strictObject({ isActive: z.boolean() })

const giftCard = z.strictObject({
  id: z.int(),
  lastFour: z.string().describe('The last 4 characters of the code, which isn’t stored itself.'),
  isActive: z.boolean(),
  note: z.string().nullable().describe('Why it was issued.'),
  issued: decimalMoney,
  balance: decimalMoney,
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso
    .datetime()
    .nullable()
    .describe('When its balance last changed; null since it was issued.'),
})
export const giftCardResponse = giftCard.meta({ id: 'GiftCard' })
export const giftCardDetailResponse = giftCard.extend({
  entries: z.array(
    z.strictObject({
      id: z.int(),
      kind: z.enum(giftCardEntryKinds),
      amount: z.string().regex(/^-?\d+\.\d{2}$/),
      actor: z.string(),
      orderNumber: z.string().nullable(),
      createdAt: z.iso.datetime(),
    }),
  ),
})
export const issuedGiftCardResponse = z.strictObject({
  id: z.int(),
  code: z.string().describe('Shown once. Send it to its owner.'),
})
