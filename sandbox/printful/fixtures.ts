import { BROKEN_PICTURES } from '../core/fixture-pictures'
import { createSeededRandom, type SeededRandom } from '../core/seeded-random'
import { CATALOG, type CatalogVariant, type Garment, GARMENTS } from './catalog'
import type { FileRecord, PrintfulState, ProductRecord, VariantRecord } from './state'

const MOTIFS = [
  'One Day at a Time',
  'Fern Unfurling',
  'Still Here, Still Growing',
  'Mountain Before Noon',
  'The Tide Goes Out',
  'Keep Coming Back',
  'Slow Is a Speed',
  'Roots Before Branches',
  'Morning Coffee, Clear Head',
  'Letting the River Carry It',
]

/** Wider than 32 bits, as the real ones are. */
const FIRST_VARIANT_ID = 4_866_100_001
const FIRST_PRODUCT_ID = 378_100_113

/** Ten motifs on eight garments: 80 products, including the special cases. Always the same. */
export function fixtureProducts(): Record<string, ProductRecord> {
  const random = createSeededRandom(71)
  let nextVariantId = FIRST_VARIANT_ID
  const products = MOTIFS.flatMap((motif, row) =>
    GARMENTS.map((garment, column) => {
      const number = row * GARMENTS.length + column
      const slug = `${motif} ${garment.noun}`.toLowerCase().replace(/[^a-z]+/g, '-')
      const colors = garment.colors
        .slice(row % 2, (row % 2) + garment.colorsInUse)
        .map(([name]) => name)
      const inUse = colors.length > 0 ? colors : [garment.colors[0]?.[0] ?? '']
      const blanks = CATALOG.filter(
        (blank) => blank.garment === garment && inUse.includes(blank.color),
      )
      const product: ProductRecord = {
        id: FIRST_PRODUCT_ID + number * 137,
        externalId: random.hex(14),
        name: `${motif} ${garment.noun}`,
        thumbnail: `${slug}.png`,
        ignored: false,
        variants: blanks.map((blank) =>
          variantOf(blank, {
            name: `${motif} ${garment.noun}`,
            slug,
            id: (nextVariantId += 3),
            garment,
            random,
          }),
        ),
      }
      EDGE_CASES[number]?.(product)
      return product
    }),
  )
  return Object.fromEntries(products.map((product) => [product.id, product]))
}

function variantOf(
  blank: CatalogVariant,
  {
    name,
    slug,
    id,
    garment,
    random,
  }: { name: string; slug: string; id: number; garment: Garment; random: SeededRandom },
): VariantRecord {
  const color = blank.color.toLowerCase().replace(/\W+/g, '-')
  const extra = (Number(blank.price) - Number(garment.sizes[0]?.[1])) * 1.2
  return {
    id,
    externalId: random.hex(14),
    name: [
      name,
      ...(garment.colors.length > 1 ? [blank.color] : []),
      ...(garment.sizes.length > 1 ? [blank.size] : []),
    ].join(' / '),
    synced: true,
    variantId: blank.id,
    retailPrice: (Math.round((Number(garment.retail) + extra) * 2) / 2).toFixed(2),
    currency: 'USD',
    ignored: false,
    sku: `${random.hex(8).toUpperCase()}_${blank.size.replace(/\W+/g, '')}-${color}`,
    size: blank.size,
    color: blank.color,
    availability: 'active',
    files: [
      file(
        id * 2,
        garment.technique === 'EMBROIDERY' ? 'embroidery_front' : 'default',
        `${slug}-art.png`,
      ),
      file(id * 2 + 1, 'preview', `${slug}-${color}.jpg`),
    ],
    options:
      garment.technique === 'EMBROIDERY'
        ? [
            { id: 'thread_colors', value: ['#FFFFFF', '#17453B'] },
            { id: 'embroidery_type', value: 'flat' },
          ]
        : [
            { id: 'custom_border_color', value: '' },
            { id: 'notes', value: false },
          ],
  }
}

const file = (id: number, type: string, picture: string): FileRecord => ({
  id,
  type,
  url: null,
  picture,
  status: 'ok',
  readyAt: 0,
})

const previews = (product: ProductRecord, change: (preview: FileRecord) => void) => {
  for (const { files } of product.variants)
    for (const one of files) if (one.type === 'preview') change(one)
}
const variants = (
  product: ProductRecord,
  change: (variant: VariantRecord, index: number) => void,
) => product.variants.forEach(change)

/** Cases that importers have to handle, by the product's index in the list. */
const EDGE_CASES: Record<number, (product: ProductRecord) => void> = {
  5: (product) => {
    product.ignored = true
  },
  9: (product) =>
    variants(product, (variant, index) => {
      variant.synced = index % 3 !== 0
    }),
  12: (product) =>
    variants(product, (variant) => {
      variant.availability = 'discontinued'
    }),
  16: (product) =>
    variants(product, (variant, index) => {
      if (index % 4 === 0) variant.availability = 'out_of_stock'
    }),
  18: (product) =>
    variants(product, (variant, index) => {
      if (index < 2) variant.availability = 'temporary_out_of_stock'
    }),
  21: (product) =>
    variants(product, (variant) => {
      variant.retailPrice = null
    }),
  22: (product) =>
    variants(product, (variant) => {
      variant.retailPrice = '0.00'
    }),
  25: (product) =>
    variants(product, (variant) => {
      variant.currency = 'EUR'
    }),
  28: (product) =>
    variants(product, (variant) => {
      variant.size = null
      variant.color = null
    }),
  33: (product) =>
    previews(product, (preview) => {
      preview.status = 'waiting'
      preview.readyAt = Number.MAX_SAFE_INTEGER
    }),
  35: (product) => {
    product.thumbnail = null
    variants(product, (variant) => {
      variant.files = variant.files.filter(({ type }) => type !== 'preview')
    })
  },
  41: (product) =>
    previews(product, (preview) => {
      preview.picture = BROKEN_PICTURES.elsewhere
    }),
  43: (product) =>
    previews(product, (preview) => {
      preview.picture = BROKEN_PICTURES.endless
    }),
  44: (product) =>
    previews(product, (preview) => {
      preview.picture = BROKEN_PICTURES.page
    }),
  46: (product) => {
    product.thumbnail = BROKEN_PICTURES.gone
  },
  49: (product) => {
    product.name = '  “Courage” <em>& Calm</em> — Ruhe, мир, 平安 🌿 Hoodie  '
  },
  52: (product) =>
    variants(product, (variant) => {
      variant.sku = null
    }),
  57: (product) =>
    variants(product, (variant) => {
      variant.ignored = true
    }),
  60: (product) => {
    product.variants = []
  },
}

export function emptyState(): PrintfulState {
  return {
    products: fixtureProducts(),
    orders: {},
    charges: [],
    webhooksV1: null,
    webhooksV2: null,
    deliveries: {},
    history: [],
    expiredTokens: [],
    lastId: 0,
  }
}
