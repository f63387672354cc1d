import { variantKeys } from '@/modules/catalog/rules/product'
import { plainLine } from '@/platform/http/query-page'
import type { Cents } from '@/platform/money'

/** An amount as Etsy writes it: `amount / divisor` of a currency. */
type ListingMoney = { amount: number; divisor: number; currency: string }
export type ListingVariation = {
  sku: string
  isDeleted: boolean
  offerings: { quantity: number; isOffered: boolean; price: ListingMoney | null }[]
  properties: { name: string; value: string }[]
}
/** A listing as plain text. */
export type Listing = {
  title: string
  description: string
  isDownload: boolean
  tags: readonly string[]
  quantity: number
  price: ListingMoney | null
  /** Null if the listing has none. */
  variations: readonly ListingVariation[] | null
}

export type ImportedVariant = {
  size: string | null
  color: string | null
  sku: string | null
  priceCents: Cents
  available: boolean
}
export type ImportedProduct = {
  name: string
  description: string
  basePriceCents: Cents
  tags: string[]
  sizes: string[]
  colors: string[]
  variants: ImportedVariant[]
}
type ListingResult =
  { product: ImportedProduct; /** Messages for staff. */ notes: string[] } | { refused: string }

/** The sizes of a listing that names none (decisions). */
const assumedSizes = ['S', 'M', 'L', 'XL', '2XL'] as const

const maxNameLength = 120
const maxDescriptionLength = 4000
const maxValueLength = 40
const maxCounts = { sizes: 20, colors: 30, tags: 30 }

/** Whether the text contains one of the words as a whole word: "AA" is not in "AAA Battery". */
export function containsWord(text: string, words: readonly string[]): boolean {
  return words.some(
    (word) =>
      word.trim() !== '' &&
      new RegExp(
        `(?<![\\p{L}\\p{N}])${word.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`,
        'iu',
      ).test(text),
  )
}

/** Shortens a text at a word boundary, with an ellipsis. */
export function truncateText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const cut = text.slice(0, maxLength - 1)
  return `${(cut.lastIndexOf(' ') > maxLength / 2 ? cut.slice(0, cut.lastIndexOf(' ')) : cut).replace(/[\s,;:|–-]+$/u, '').replace(/[\ud800-\udbff]$/, '')}…`
}

const centsOf = ({ amount, divisor }: ListingMoney): Cents => Math.round((amount * 100) / divisor)

/** Finds the properties for size and color by name, because sellers rename them and ids don't tell. */
const findProperties = (
  variations: readonly ListingVariation[],
  notes: string[],
): { size: string | null; color: string | null } | null => {
  const names = [
    ...new Set(variations.flatMap(({ properties }) => properties.map(({ name }) => name))),
  ]
  if (names.length > 2) return null
  const color = names.find((name) => /colou?r/i.test(name)) ?? null
  const size = names.find((name) => name !== color && /size/i.test(name)) ?? null
  const others = names.filter((name) => name !== color && name !== size)
  const properties = { size, color }
  for (const name of others) {
    const role = properties.size === null ? 'size' : 'color'
    properties[role] = name
    notes.push(`Used “${name}” as the ${role}.`)
  }
  return properties
}

const valueOf = ({ properties }: ListingVariation, name: string | null): string | null => {
  const value = name === null ? null : properties.find((property) => property.name === name)?.value
  return value ? plainLine(value) : null
}
const valuesOf = (variations: readonly ListingVariation[], name: string | null): string[] => [
  ...new Set(variations.flatMap((variation) => valueOf(variation, name) ?? [])),
]

const findCurrencyProblem = (prices: readonly ListingMoney[]): string | null => {
  const foreign = prices.find(({ currency }) => currency !== 'USD')
  return foreign
    ? `Priced in ${foreign.currency}, but the shop sells in US dollars. Please add it manually.`
    : null
}

type Pricing = Pick<ImportedProduct, 'basePriceCents' | 'sizes' | 'colors' | 'variants'>

const withoutVariations = (
  { isDownload, price, quantity, variations }: Listing,
  notes: string[],
): Pricing | { refused: string } => {
  const [only] = variations ?? []
  const amount = only?.offerings.find(({ isOffered }) => isOffered)?.price ?? price
  if (!amount) return { refused: 'No price.' }
  const foreign = findCurrencyProblem([amount])
  if (foreign) return { refused: foreign }
  const sizes = isDownload ? [] : [...assumedSizes]
  if (sizes.length > 0) notes.push('No sizes listed. Assumed S to 2XL.')
  const basePriceCents = centsOf(amount)
  return {
    basePriceCents,
    sizes,
    colors: [],
    variants: variantKeys(sizes, []).map((key) => ({
      ...key,
      sku: sizes.length === 0 ? only?.sku || null : null,
      priceCents: basePriceCents,
      available: quantity > 0,
    })),
  }
}

const withVariations = (
  variations: readonly ListingVariation[],
  price: ListingMoney | null,
  notes: string[],
): Pricing | { refused: string } => {
  const names = findProperties(variations, notes)
  if (!names) return { refused: 'Has more than 2 variations. Please add it manually.' }
  const rows = variations.map((variation) => {
    const offering = variation.offerings.find(({ isOffered }) => isOffered)
    return {
      size: valueOf(variation, names.size),
      color: valueOf(variation, names.color),
      sku: variation.sku || null,
      offering,
      price: offering?.price ?? (offering ? price : null),
    }
  })
  const offered = rows.flatMap((row) =>
    row.offering && row.price ? [{ ...row, price: row.price }] : [],
  )
  if (offered.length === 0) return { refused: 'None of its variations are for sale on Etsy.' }
  const foreign = findCurrencyProblem(offered.map((row) => row.price))
  if (foreign) return { refused: foreign }
  const [sizes, colors] = [valuesOf(variations, names.size), valuesOf(variations, names.color)]
  if (
    sizes.length > maxCounts.sizes ||
    colors.length > maxCounts.colors ||
    [...sizes, ...colors].some((value) => value.length > maxValueLength)
  )
    return { refused: 'Too many sizes or colors, or a name that’s too long.' }
  const basePriceCents = Math.min(...offered.map((row) => centsOf(row.price)))
  return {
    basePriceCents,
    sizes,
    colors,
    variants: variantKeys(sizes, colors).map((key) => {
      const row = offered.find(({ size, color }) => size === key.size && color === key.color)
      return {
        ...key,
        sku: row?.sku ?? null,
        priceCents: row ? centsOf(row.price) : basePriceCents,
        available: (row?.offering?.quantity ?? 0) > 0,
      }
    }),
  }
}

/** Converts a listing to a product, or says why it cannot. Prices come from the variations that are for sale. */
export function parseListing(listing: Listing): ListingResult {
  const notes: string[] = []
  const title = plainLine(listing.title)
  if (!title) return { refused: 'No title.' }
  const variations = (listing.variations ?? []).filter(({ isDeleted }) => !isDeleted)
  const varies = variations.some(({ properties }) => properties.length > 0)
  const pricing = varies
    ? withVariations(variations, listing.price, notes)
    : withoutVariations({ ...listing, variations }, notes)
  if ('refused' in pricing) return pricing
  if (pricing.basePriceCents > 1_000_000) return { refused: 'Price is over $10,000.00.' }
  const description = listing.description
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/\p{Cs}/gu, '')
    .trim()
  if (title.length > maxNameLength) notes.push('Title shortened.')
  if (description.length > maxDescriptionLength) notes.push('Description shortened.')
  return {
    notes,
    product: {
      ...pricing,
      name: truncateText(title, maxNameLength),
      description: truncateText(description, maxDescriptionLength),
      tags: [
        ...new Set(listing.tags.map((tag) => plainLine(tag).slice(0, 60)).filter(Boolean)),
      ].slice(0, maxCounts.tags),
    },
  }
}
