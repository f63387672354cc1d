import { z } from 'zod'

import { normalizeAmount, parseMoney } from '@/platform/money'
import { decimalMoney, multilineText } from '@/platform/schema-fields'

import { giftCardEntryKinds } from './rules'

export const giftCardLimits = { minimumCents: 100, maximumCents: 50_000, noteLength: 200 }

export const checkGiftCardSchema = z.strictObject({
  code: z.string().max(60).describe('As the buyer typed it.'),
})
export const checkedGiftCardResponse = z.strictObject({
  lastFour: z.string(),
  balance: decimalMoney,
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
  lastFour: z.string().describe('The end of the code. The whole code is stored nowhere.'),
  isActive: z.boolean(),
  note: z.string().nullable().describe('Why it was issued.'),
  issued: decimalMoney,
  balance: decimalMoney,
  createdAt: z.iso.datetime(),
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
