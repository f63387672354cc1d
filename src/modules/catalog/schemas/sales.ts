import { z } from 'zod'

import { saleEndMessage } from '@/modules/catalog/rules/product'
import {
  decimalMoney,
  futureEndMessage,
  positiveNumber,
  rowIdSchema,
} from '@/platform/schema-fields'

const ids = z.array(rowIdSchema).max(500, 'Choose up to 500.').default([])
const moment = z.iso.datetime({ offset: true }).nullable().default(null)

const maxSalePercent = 95
/** How many products one sale can start for. */
export const maxSaleProducts = 1_000

export const newSaleBody = z
  .strictObject({
    productIds: ids,
    categoryIds: ids.describe('All products currently in these categories.'),
    percent: positiveNumber(maxSalePercent),
    startsAt: moment.describe('Null: now.'),
    endsAt: moment.describe('Null: no end.'),
  })
  .superRefine(({ productIds, categoryIds, startsAt, endsAt }, context) => {
    const refuse = (path: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (productIds.length + categoryIds.length === 0)
      refuse('productIds', 'Choose at least one product or category.')
    const end = endsAt === null ? Infinity : Date.parse(endsAt)
    if (startsAt !== null && end <= Date.parse(startsAt)) refuse('endsAt', saleEndMessage)
    else if (end <= Date.now()) refuse('endsAt', futureEndMessage)
  })
export type NewSaleInput = z.output<typeof newSaleBody>

export const newSaleResponse = z.strictObject({
  started: z.int().describe('Products currently in the sale.'),
  skipped: z.array(z.strictObject({ id: z.int(), name: z.string(), reason: z.string() })),
})
export type NewSaleResult = z.infer<typeof newSaleResponse>

export const saleResponse = z.strictObject({
  id: z.int().describe('The product.'),
  name: z.string(),
  state: z.enum(['planned', 'running']),
  basePrice: decimalMoney.nullable(),
  salePrice: decimalMoney,
  priceBefore: decimalMoney.nullable().describe('The crossed-out price in the shop.'),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime().nullable(),
})
