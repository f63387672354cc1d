import { BROKEN_PICTURES } from '../core/fixture-pictures'
import { createSeededRandom, type SeededRandom } from '../core/seeded-random'

export interface Offering {
  id: number
  quantity: number
  enabled: boolean
  deleted: boolean
  /** In the smallest unit of `divisor`. */
  amount: number
}

export interface Property {
  id: number
  name: string
  scaleId: number | null
  scaleName: string | null
  valueId: number
  value: string
}

export interface InventoryProduct {
  id: number
  sku: string
  deleted: boolean
  offerings: Offering[]
  properties: Property[]
}

export interface ListingRecord {
  id: number
  title: string
  description: string
  richDescription: string | null
  state: string
  createdAt: number
  updatedAt: number
  tags: string[]
  materials: string[]
  kind: 'physical' | 'download'
  taxonomyId: number
  sectionId: number | null
  personalizable: boolean
  divisor: number
  currency: string
  /** What the listing costs when it has no inventory. */
  amount: number
  quantity: number
  images: { id: number; file: string; alt: string | null }[]
  videos: { id: number; file: string }[]
  /** Null: never edited with the inventory tools. */
  inventory: InventoryProduct[] | null
}

const SUBJECTS = [
  'One Day at a Time',
  'Sober and Growing',
  'Recovery Is a Garden',
  'Serenity Prayer',
  'Spiritual Not Perfect',
  'Fern Unfurling',
  'Mountain Sunrise',
  'Keep Coming Back',
  'Progress Not Perfection',
  'Wildflower Field',
  'AA Anniversary',
  'Sobriety Milestone',
  'River Stones',
  'Easy Does It',
  'Moon Phases',
]
const KINDS = [
  {
    noun: 'Shirt',
    text: 'Soft ring-spun cotton, unisex fit. Wash it cold and inside out, and the print stays for years.',
    taxonomy: 482,
    amount: 2_599,
    colors: ['Red', 'Forest', 'Custom Black'],
    sizes: ['S', 'M', 'L', 'XL', '2XL'],
    materials: ['cotton'],
    section: 41_000_001,
  },
  {
    noun: 'Hoodie',
    text: 'Brushed inside, with a lined hood and a pocket that fits two cold hands.',
    taxonomy: 2_202,
    amount: 4_899,
    colors: ['Sand', 'Navy'],
    sizes: ['S', 'M', 'L', 'XL'],
    materials: ['cotton', 'polyester'],
    section: 41_000_001,
  },
  {
    noun: 'Mug',
    text: 'Stoneware from a small pottery; takes the dishwasher and the microwave.',
    taxonomy: 1_062,
    amount: 1_650,
    colors: [],
    sizes: ['11 oz', '15 oz'],
    materials: ['ceramic'],
    section: 41_000_002,
  },
  {
    noun: 'Keychain',
    text: 'Engraved steel, a little heavier than you expect. It will be with you at the front door.',
    taxonomy: 1_234,
    amount: 1_200,
    colors: ['Silver', 'Gold'],
    sizes: [],
    materials: ['stainless steel'],
    section: 41_000_002,
  },
  {
    noun: 'Printable Wall Art',
    text: 'Five files in the sizes that frames have, at 300 dpi. Nothing is shipped; you print it when you like.',
    taxonomy: 1_029,
    amount: 599,
    colors: [],
    sizes: [],
    materials: [],
    section: 41_000_003,
  },
  {
    noun: 'Medallion Holder',
    text: 'Oiled walnut with a round bed of 34 mm, for the chip of the first day or of the thirtieth year.',
    taxonomy: 1_234,
    amount: 2_150,
    colors: [],
    sizes: [],
    materials: ['walnut'],
    section: null,
  },
]

const STYLES = [
  { name: '', text: '' },
  {
    name: 'Hand-Lettered',
    text: 'The letters are drawn with a brush, so that no two lines are quite alike.',
  },
  { name: 'Botanical', text: 'Ferns and asters grow around the words, as in an old herbarium.' },
  { name: 'Woodcut Style', text: 'Cut by hand in cherry wood and printed from the block.' },
  {
    name: 'Evening Palette',
    text: 'In dusk blue, plum and a little gold, for those who begin again at night.',
  },
] as const

const ACTIVE = 150
const FIRST_ID = 1_480_000_017
const NEWEST = 1_792_000_000
const DAY = 86_400
/** Beyond the active ones; `removed_by_etsy` isn't documented. */
const OTHERS: [state: string, count: number][] = [
  ['draft', 8],
  ['sold_out', 6],
  ['expired', 5],
  ['inactive', 4],
  ['removed_by_etsy', 1],
]

/** 150 active listings, newest first, and 24 in other states. Always the same. */
export function fixtureListings(): ListingRecord[] {
  const random = createSeededRandom(1_480)
  const listings = Array.from({ length: ACTIVE }, (_, number) => {
    const listing = listingOf(number, 'active', random)
    EDGE_CASES[number]?.(listing)
    return listing
  })
  let number = ACTIVE
  for (const [state, count] of OTHERS) {
    for (let times = 0; times < count; times += 1) {
      const listing = listingOf(number, state, random)
      if (state === 'sold_out')
        for (const product of listing.inventory ?? [])
          for (const offering of product.offerings) offering.quantity = 0
      listings.push(listing)
      number += 1
    }
  }
  return listings
}

function listingOf(number: number, state: string, random: SeededRandom): ListingRecord {
  const kind = KINDS[number % KINDS.length] as (typeof KINDS)[number]
  const subject = SUBJECTS[Math.floor(number / 2) % SUBJECTS.length] ?? ''
  const id = FIRST_ID + number * 7_919
  const edition = Math.floor(number / 30)
  const style = STYLES[edition % STYLES.length] ?? STYLES[0]
  const title = `${subject} ${style.name ? `${style.name} ` : ''}${kind.noun} | Handmade Gift`
  const subjectTags = subject
    .toLowerCase()
    .split(' ')
    .filter((word) => word.length > 3)
  const description = `A ${kind.noun.toLowerCase()} with the words "${subject}".${style.text && ` ${style.text}`}\n\n${kind.text}\n\nMade to order in a small studio & packed without plastic.\n\n• Gift note on request\n• Ships in 3–5 days`
  return {
    id,
    title,
    description,
    richDescription: null,
    state,
    createdAt: NEWEST - number * 2 * DAY,
    updatedAt: NEWEST - number * 2 * DAY + random.int(0, 40) * 3_600,
    tags: [...subjectTags, kind.noun.toLowerCase().slice(0, 20), 'handmade'].slice(0, 13),
    materials: kind.materials,
    kind: kind.noun.startsWith('Printable') ? 'download' : 'physical',
    taxonomyId: kind.taxonomy,
    sectionId: kind.section,
    personalizable: number % 17 === 0,
    divisor: 100,
    currency: 'USD',
    amount: kind.amount,
    quantity: random.int(3, 40),
    images: Array.from({ length: 1 + (number % 4) }, (__, index) => ({
      id: id * 10 + index,
      file: `listing-${id}-${index}.jpg`,
      alt: index === 0 ? `${title}, from the front` : null,
    })),
    videos: number % 25 === 3 ? [{ id: id * 10 + 9, file: `listing-${id}-film.jpg` }] : [],
    inventory: inventoryOf(id, kind, random),
  }
}

function inventoryOf(
  id: number,
  { colors, sizes, amount, noun }: (typeof KINDS)[number],
  random: SeededRandom,
): InventoryProduct[] {
  const rows = colors.length > 0 ? colors : [null]
  const columns = sizes.length > 0 ? sizes : [null]
  return rows.flatMap((color, row) =>
    columns.map((size, column) => ({
      id: id * 100 + row * 20 + column,
      sku:
        color === null && size === null
          ? ''
          : `${noun.slice(0, 3).toUpperCase()}-${(color ?? 'ONE').slice(0, 3).toUpperCase()}-${(size ?? 'OS').replace(' ', '')}`,
      deleted: false,
      offerings: [
        {
          id: id * 100 + row * 20 + column + 50,
          quantity: random.int(1, 12),
          enabled: true,
          deleted: false,
          amount: amount + (column >= 4 ? 300 : 0),
        },
      ],
      properties: [
        ...(color === null
          ? []
          : [
              {
                id: 200,
                name: 'Primary color',
                scaleId: null,
                scaleName: null,
                valueId: color.startsWith('Custom') ? 1_121_889_471_203 : row + 1,
                value: color,
              },
            ]),
        ...(size === null
          ? []
          : [
              {
                id: 100,
                name: 'Size',
                scaleId: noun === 'Mug' ? null : 19,
                scaleName: noun === 'Mug' ? null : "US women's",
                valueId: 10 + column,
                value: size,
              },
            ]),
      ],
    })),
  )
}

const products = (listing: ListingRecord) => listing.inventory ?? []

/** Cases that importers have to handle, by the listing's index among the active ones. */
const EDGE_CASES: Record<number, (listing: ListingRecord) => void> = {
  4: (listing) => {
    listing.title =
      'Don&#39;t Quit Five Minutes Before the Miracle &quot;Sobriety&quot; Print &amp; Card'
  },
  6: (listing) => {
    listing.inventory = null
  },
  7: (listing) => {
    products(listing).forEach((product, index) => {
      if (index % 2) for (const one of product.offerings) one.enabled = false
    })
  },
  8: (listing) => {
    listing.images = []
  },
  10: (listing) => {
    listing.currency = 'JPY'
    listing.divisor = 1
    for (const { offerings } of products(listing)) for (const one of offerings) one.amount = 2_400
  },
  12: (listing) => {
    for (const { properties } of products(listing))
      for (const one of properties)
        Object.assign(
          one,
          one.id === 200 ? { id: 513, name: 'Shirt colour' } : { id: 514, name: 'Fit &amp; size' },
        )
  },
  13: (listing) => {
    products(listing).forEach((product, index) => {
      product.deleted = index === 0
      for (const one of product.offerings) one.deleted = index === 1
    })
  },
  14: (listing) => {
    listing.title = 'AAA Battery Case in the Shape of a Fern'
    listing.tags = ['battery', 'desk']
    listing.description = 'Holds four AAA batteries. Nothing else to say about it.'
  },
  18: (listing) => {
    listing.richDescription =
      '<p>Soft &amp; warm. <script>alert(1)</script><a href="javascript:alert(2)">More</a></p><p><b>Sobriety</b> gift</p>'
  },
  20: (listing) => {
    listing.images = listing.images.map((image) => ({ ...image, file: BROKEN_PICTURES.elsewhere }))
  },
  22: (listing) => {
    listing.images = listing.images.map((image) => ({ ...image, file: BROKEN_PICTURES.endless }))
  },
  24: (listing) => {
    listing.images = listing.images.map((image) => ({ ...image, file: BROKEN_PICTURES.gone }))
  },
  26: (listing) => {
    for (const product of products(listing)) product.sku = ''
  },
  30: (listing) => {
    listing.title = 'Ruhe, мир, 平安 🌿 Shirt'
    listing.tags = ['spiritual', 'ruhe']
  },
  36: (listing) => {
    listing.description = `Sobriety ${'long '.repeat(4_000)}`
  },
}
