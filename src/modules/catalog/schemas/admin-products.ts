import { z } from 'zod'

import { maxWeightOunces } from '@/modules/catalog/rules/garment-weight'
import { maxSkuLength, saleStates } from '@/modules/catalog/rules/product'
import { sizeGuideProblems } from '@/modules/catalog/rules/size-guide'
import { bulkIds } from '@/platform/bulk/bulk-schema'
import { type Cents, centsFromDollars, dollarsFromCents, normalizeAmount } from '@/platform/money'
import {
  dayRangeQuery,
  decimalMoney,
  emptyOr,
  listQuery,
  multilineText,
  requiredText,
  rowIdSchema,
  slugSchema,
  versionField,
} from '@/platform/schema-fields'

import { productResponse } from './products'

export const productStates = ['active', 'inactive', 'featured', 'trash'] as const
export const adminProductSorts = [
  'newest',
  'updated',
  'name',
  'name-z',
  'price-low',
  'price-high',
] as const

const productFilters = {
  category: slugSchema
    .max(60)
    .or(z.literal(''))
    .default('')
    .describe('A category’s slug, or none.'),
  status: emptyOr(productStates),
  show: emptyOr(['unsellable']).describe('unsellable: active products that can’t be bought.'),
  ...dayRangeQuery,
  sort: z.enum(adminProductSorts).default('newest'),
}
export const adminProductListQuery = z.strictObject({ ...listQuery, ...productFilters })
export const productExportQuery = z.strictObject({
  search: listQuery.search,
  ...productFilters,
  rows: z
    .enum(['products', 'variants'])
    .default('products')
    .describe('What each row of the file describes.'),
})

/** What a product cost from `changedAt` until the next entry. */
export const productPriceResponse = z.strictObject({
  id: z.int(),
  changedAt: z.iso.datetime(),
  isActive: z.boolean(),
  basePrice: decimalMoney.nullable(),
  salePrice: decimalMoney.nullable().describe('From saleStartsAt until saleEndsAt.'),
  saleStartsAt: z.iso.datetime().nullable(),
  saleEndsAt: z.iso.datetime().nullable(),
})

const maxDollars = 10_000
export const aboveZeroMessage = 'Enter an amount above 0, or leave it empty.'
const looksLikeNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)$/

/**
 * Reads dollars, as text or as a number with step 0.01, into cents; an empty text is null. Admin specification 5 makes
 * an unreadable base price null; any other unreadable amount is refused. A price of 0 would only mean that something
 * isn't for sale, so `refuseZero` asks for another one.
 */
const dollars = (whenUnreadable: 'null' | 'refuse', refuseZero = false) =>
  z
    .union([z.number(), z.string().max(40), z.null()], 'Enter an amount like 28.00.')
    .transform((input, context): Cents | null => {
      if (input === null || (typeof input === 'string' && input.trim() === '')) return null
      const text = typeof input === 'string' ? normalizeAmount(input) : input
      if (typeof text === 'string' && !looksLikeNumber.test(text)) {
        if (whenUnreadable === 'refuse') context.addIssue('Enter an amount like 28.00.')
        return null
      }
      const amount = Number(text)
      if (amount < 0) context.addIssue('Amounts can’t be negative.')
      else if (amount === 0 && refuseZero) context.addIssue(aboveZeroMessage)
      else if (amount > maxDollars) context.addIssue('Enter an amount up to 10,000.00.')
      else {
        const cents = centsFromDollars(amount)
        if (dollarsFromCents(cents) === amount) return cents
        context.addIssue('Use up to 2 decimal places.')
      }
      return null
    })

/** A list, or one text with commas (admin specification 5: trimmed, blanks dropped). */
const names = (maxNames: number, maxLength: number) =>
  z
    .union(
      [z.array(z.string()).max(maxNames * 4), z.string().max(maxNames * (maxLength + 2))],
      'Enter a list.',
    )
    .transform((input, context) => {
      const list = [
        ...new Set(
          (typeof input === 'string' ? input.split(',') : input)
            .map((name) => name.trim())
            .filter(Boolean),
        ),
      ]
      if (list.length > maxNames) context.addIssue(`You can add up to ${maxNames}.`)
      if (list.some((name) => name.length > maxLength))
        context.addIssue(`Each can have up to ${maxLength} characters.`)
      if (list.some((name) => /[\p{Cc}\p{Cs}]/u.test(name)))
        context.addIssue('Please use plain text.')
      return list
    })

const lines = (most: number) =>
  multilineText(most)
    .nullable()
    .transform((text) => text?.trim() || null)
const webAddress = multilineText(500)
  .nullable()
  .transform((text) => text?.trim() || null)
  .refine((text) => {
    if (text === null) return true
    try {
      return ['http:', 'https:'].includes(new URL(text).protocol)
    } catch {
      return false
    }
  }, 'Enter a link that starts with https://.')

/** The id of a file of the media library, or the address of one of its pictures. */
const pictures = z
  .array(z.union([rowIdSchema, z.string().max(600)], 'Choose an image from the media library.'))
  .max(30, 'You can add up to 30 images.')
const shortWord = multilineText(40).trim()

const variantBody = z.strictObject({
  size: shortWord.nullable(),
  color: shortWord.nullable(),
  sku: multilineText(maxSkuLength).trim().nullable().optional(),
  priceOverride: dollars('refuse', true).optional(),
  cost: dollars('refuse').optional(),
  available: z.boolean().optional(),
})

/** An ISO date and time; an empty text is null. */
const moment = z
  .union([z.literal(''), z.iso.datetime({ offset: true })], 'Enter a date and time.')
  .nullable()
  .transform((text) => (text ? new Date(text).toISOString() : null))

/** An empty text is null: the usual weight of its kind of garment. */
const weight = z
  .union([
    z.literal(''),
    z
      .string()
      .trim()
      .regex(/^\d{1,4}(?:\.\d)?$/, 'Enter ounces like 6.5.')
      .transform(Number),
    z.number(),
  ])
  .nullable()
  .transform((ounces) => (ounces === '' ? null : ounces))
  .pipe(
    z
      .number()
      .min(0.1, 'Enter a weight above 0.')
      .max(maxWeightOunces, `Please enter ${maxWeightOunces} ounces or less.`)
      .multipleOf(0.1, 'Use up to 1 decimal place.')
      .nullable(),
  )
  .describe(
    'Weight of one item in ounces, for shipping prices by weight. Null: the usual weight for its kind of garment.',
  )

const name = requiredText('a name', 120)
const fields = {
  slug: slugSchema.nullable(),
  description: lines(4000),
  basePrice: dollars('null'),
  salePrice: dollars('refuse', true),
  saleStartsAt: moment.describe('Null: now, or when the running sale started.'),
  saleEndsAt: moment.describe('Null: no end.'),
  categoryId: rowIdSchema.nullable(),
  tags: names(30, 60),
  sizesAvailable: names(20, 40),
  colorsAvailable: names(30, 40),
  images: pictures,
  colorImages: z
    .record(shortWord, pictures)
    .refine((map) => Object.keys(map).length <= 30, 'You can add up to 30 colors.'),
  isActive: z.boolean(),
  isFeatured: z.boolean(),
  designInspiration: lines(4000),
  artwork: z.union([rowIdSchema, z.string().max(600), z.null()]),
  careInstructions: lines(2000),
  weightOunces: weight,
  isFinalSale: z.boolean().describe('It can’t be returned or exchanged unless it’s defective.'),
  sizeGuide: z
    .array(
      z.strictObject({
        size: shortWord.min(1, 'Add the size.'),
        chest: shortWord.min(1, 'Please fill this in.'),
        length: shortWord.min(1, 'Please fill this in.'),
      }),
    )
    .max(30)
    .superRefine((rows, context) => {
      for (const [field, message] of Object.entries(sizeGuideProblems(rows)))
        context.addIssue({ code: 'custom', message, path: field.split('.') })
    }),
  canvaDesignUrl: webAddress,
  seoTitle: lines(120),
  seoDescription: lines(300),
  variants: z.array(variantBody).max(600),
}
const optional = z.strictObject(fields).partial().shape

type Body = z.output<z.ZodObject<typeof optional>>

/** Amounts are dollars outside and cents inside; what was left out stays absent. */
const withCents = <Fields extends Body>({ basePrice, salePrice, variants, ...rest }: Fields) => ({
  ...rest,
  ...(basePrice === undefined ? {} : { basePriceCents: basePrice }),
  ...(salePrice === undefined ? {} : { salePriceCents: salePrice }),
  ...(variants && {
    variants: variants.map(({ priceOverride, cost, ...variant }) => ({
      ...variant,
      ...(priceOverride === undefined ? {} : { priceOverrideCents: priceOverride }),
      ...(cost === undefined ? {} : { costCents: cost }),
    })),
  }),
})

/** Admin specification 7, the product payload. What is left out gets its default; on a change, stays as it is. */
export const createProductBody = z.strictObject({ name, ...optional }).transform(withCents)
export const updateProductBody = z
  .strictObject({ name: name.optional(), ...optional, ...versionField })
  .transform(withCents)
export type ProductInput = Omit<z.output<typeof updateProductBody>, 'version'>

export const bulkBody = z.discriminatedUnion('action', [
  z.strictObject({
    ids: bulkIds,
    action: z.enum(['activate', 'deactivate', 'feature', 'unfeature', 'trash', 'restore']),
  }),
  z.strictObject({
    ids: bulkIds,
    action: z.literal('setCategory'),
    categoryId: rowIdSchema.nullable(),
  }),
])
export const maxImportBytes = 1024 * 1024
export const importBody = z.strictObject({
  csv: z.string().max(maxImportBytes).describe('The contents of the CSV file.'),
  dryRun: z
    .boolean()
    .default(true)
    .describe('true: reports what would happen without saving anything.'),
})
export const importResponse = z.strictObject({
  dryRun: z.boolean(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  rows: z.array(
    z.strictObject({
      line: z.int(),
      name: z.string(),
      action: z.enum(['create', 'update', 'unchanged', 'refused']),
      changes: z.array(z.strictObject({ field: z.string(), from: z.string(), to: z.string() })),
      errors: z.array(z.strictObject({ field: z.string(), message: z.string() })),
    }),
  ),
})
export type ImportResponse = z.infer<typeof importResponse>

const { variants: _, ...publicFields } = productResponse.shape
const rowFields = {
  ...publicFields,
  slug: z.string().nullable(),
  categoryName: z.string().nullable(),
  imageIds: z.array(z.int()),
  saleStartsAt: z.iso.datetime().nullable().describe('When the sale price starts to apply.'),
  saleEndsAt: z.iso.datetime().nullable().describe('When it stops; null: no end.'),
  saleState: z.enum(saleStates).nullable(),
  variantCount: z.int(),
  canBeBought: z.boolean().describe('Whether customers can add it to the cart while it’s active.'),
  updatedAt: z.iso.datetime(),
  deletedAt: z.iso.datetime().nullable(),
}
export const adminProductRow = z.strictObject(rowFields).meta({ id: 'AdminProductRow' })
export const adminProductResponse = z
  .strictObject({
    ...rowFields,
    colorImageIds: z.record(z.string(), z.array(z.int())),
    artworkId: z.int().nullable(),
    careInstructions: z.string().nullable(),
    weightOunces: z.number().nullable(),
    isFinalSale: z.boolean(),
    sizeGuide: z.array(z.strictObject({ size: z.string(), chest: z.string(), length: z.string() })),
    variants: z.array(
      z.strictObject({
        size: z.string().nullable(),
        color: z.string().nullable(),
        sku: z.string().nullable(),
        price: decimalMoney.nullable(),
        priceOverride: decimalMoney.nullable(),
        cost: decimalMoney.nullable(),
        available: z.boolean(),
        unavailableReason: z.string().nullable(),
        printfulVariantId: z.string().nullable(),
      }),
    ),
    updatedBy: z.string().nullable(),
    uses: z
      .strictObject({
        openOrders: z.int(),
        unpaidOrders: z.int(),
        scheduledPosts: z.int(),
        content: z.int(),
      })
      .describe('What uses this product.'),
  })
  .meta({ id: 'AdminProduct' })
