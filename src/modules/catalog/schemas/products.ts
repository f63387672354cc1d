import { z } from 'zod'

import { garments } from '@/modules/catalog/rules/garments'
import {
  maxOptionLength,
  priceBands,
  type ProductSearchParameter,
  productSorts,
} from '@/modules/catalog/rules/product-search'
import {
  booleanParam,
  decimalMoney,
  paging,
  searchTextField,
  slugSchema,
} from '@/platform/schema-fields'

const consolidated = booleanParam.describe(
  'true: one entry per product. Otherwise each product also lists the variants that are available now.',
)

export const productListQuery = z.strictObject({
  consolidated,
  featured: booleanParam.describe('Only featured products.'),
  search: searchTextField.describe(
    'Words in the name, type, colors, sizes, category, tags, and description. Forgives typos.',
  ),
  category: slugSchema
    .max(60)
    .or(z.literal(''))
    .default('')
    .transform((slug) => (slug === 'all' ? '' : slug))
    .describe('The slug of a category, or all.'),
  garment: z
    .enum([...garments, ''])
    .default('')
    .describe('A kind of product.'),
  color: slugSchema
    .max(maxOptionLength)
    .or(z.literal(''))
    .default('')
    .describe('The slug of a color that can be bought.'),
  size: slugSchema
    .max(maxOptionLength)
    .or(z.literal(''))
    .default('')
    .describe('The slug of a size that can be bought, in the same variant as the color.'),
  price: z
    .enum([...priceBands, 'all', ''])
    .default('')
    .transform((band) => (band === 'all' ? '' : band))
    .describe('A price range.'),
  sort: z.enum(productSorts).default('newest'),
  ...paging,
} satisfies Record<ProductSearchParameter | 'consolidated' | 'featured' | 'limit', z.ZodType>)
export const productQuery = z.strictObject({ consolidated })

const variantResponse = z
  .strictObject({
    size: z.string().nullable(),
    color: z.string().nullable(),
    sku: z.string().nullable(),
    price: decimalMoney,
  })
  .meta({ id: 'Variant', description: 'A size and color that is available now.' })

export const productResponse = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    description: z.string(),
    basePrice: decimalMoney.nullable(),
    salePrice: decimalMoney.nullable().describe('If present, this is the price customers pay.'),
    categoryId: z.int().nullable(),
    tags: z.array(z.string()),
    sizesAvailable: z.array(z.string()),
    colorsAvailable: z.array(z.string()),
    colorImages: z.record(z.string(), z.array(z.url())).describe('Images by color.'),
    images: z.array(z.url()),
    isActive: z.boolean(),
    isFeatured: z.boolean(),
    designInspiration: z.string().nullable(),
    canvaDesignUrl: z.string().nullable(),
    seoTitle: z.string().nullable(),
    seoDescription: z.string().nullable(),
    createdAt: z.iso.datetime(),
    printfulProductId: z.string().nullable(),
    variants: z.array(variantResponse).optional().describe('Absent with consolidated=true.'),
  })
  .meta({ id: 'Product' })
export type ProductResponse = z.infer<typeof productResponse>

export const categoryResponse = z
  .strictObject({ id: z.int(), name: z.string(), slug: z.string() })
  .meta({ id: 'Category' })
