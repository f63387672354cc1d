import { variantKeys } from '@/modules/catalog/rules/product'
import type { Cents } from '@/platform/money'

/** An amount as a marketplace writes it: `amount / divisor` of a currency. */
export type ListingMoney = { amount: number; divisor: number; currency: string }
export type ListingVariation = {
  sku: string
  isDeleted: boolean
  offerings: { quantity: number; isOffered: boolean; price: ListingMoney | null }[]
  properties: { name: string; value: string }[]
}
/** A product of a marketplace, as plain text. */
export type Listing = {
  title: string
  description: string
  isDownload: boolean
  tags: readonly string[]
  quantity: number
  price: ListingMoney | null
  /** Null: it was never given any. */
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
export type ListingResult =
  | { product: ImportedProduct; /** What staff should look at, in sentences. */ notes: string[] }
  | { refused: string }

/** What a listing that names no sizes is taken to come in (decisions). */
export const assumedSizes = ['S', 'M', 'L', 'XL', '2XL'] as const

const longestName = 120
const longestDescription = 4000
const longestValue = 40
const most = { sizes: 20, colors: 30, tags: 30 }

/** Whether one of the words stands in the text as a word of its own: "AA" is not in "AAA Battery". */
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

/** Cuts at a word, with an ellipsis. */
export function truncateText(text: string, longest: number): string {
  if (text.length <= longest) return text
  const cut = text.slice(0, longest - 1)
  return `${(cut.lastIndexOf(' ') > longest / 2 ? cut.slice(0, cut.lastIndexOf(' ')) : cut).replace(/[\s,;:|–-]+$/u, '').replace(/[\ud800-\udbff]$/, '')}…`
}

const plainLine = (text: string): string => text.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim()
const centsOf = ({ amount, divisor }: ListingMoney): Cents => Math.round((amount * 100) / divisor)

/** Which property tells the size and which the color, by name: sellers rename them, and ids say nothing. */
const roles = (
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
  const taken = { size, color }
  for (const name of others) {
    const free = taken.size === null ? 'size' : 'color'
    taken[free] = name
    notes.push(`“${name}” was taken as the ${free}.`)
  }
  return taken
}

const valueOf = ({ properties }: ListingVariation, name: string | null): string | null => {
  const value = name === null ? null : properties.find((property) => property.name === name)?.value
  return value ? plainLine(value) : null
}
const valuesOf = (variations: readonly ListingVariation[], name: string | null): string[] => [
  ...new Set(variations.flatMap((variation) => valueOf(variation, name) ?? [])),
]

const dollarsOnly = (prices: readonly ListingMoney[]): string | null => {
  const foreign = prices.find(({ currency }) => currency !== 'USD')
  return foreign
    ? `It is priced in ${foreign.currency}. The shop sells in US dollars; please enter it by hand.`
    : null
}

type Spread = Pick<ImportedProduct, 'basePriceCents' | 'sizes' | 'colors' | 'variants'>

const withoutVariations = (
  { isDownload, price, quantity, variations }: Listing,
  notes: string[],
): Spread | { refused: string } => {
  const [only] = variations ?? []
  const amount = only?.offerings.find(({ isOffered }) => isOffered)?.price ?? price
  if (!amount) return { refused: 'It has no price.' }
  const foreign = dollarsOnly([amount])
  if (foreign) return { refused: foreign }
  const sizes = isDownload ? [] : [...assumedSizes]
  if (sizes.length > 0) notes.push('It names no sizes: S to 2XL were assumed.')
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
): Spread | { refused: string } => {
  const names = roles(variations, notes)
  if (!names) return { refused: 'It varies by more than two things; please enter it by hand.' }
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
  if (offered.length === 0) return { refused: 'None of its variations is for sale there.' }
  const foreign = dollarsOnly(offered.map((row) => row.price))
  if (foreign) return { refused: foreign }
  const [sizes, colors] = [valuesOf(variations, names.size), valuesOf(variations, names.color)]
  if (
    sizes.length > most.sizes ||
    colors.length > most.colors ||
    [...sizes, ...colors].some((value) => value.length > longestValue)
  )
    return {
      refused:
        'It has more sizes or colors than a product here can have, or one with a very long name.',
    }
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

/** A listing as a product of ours, or why it cannot be one. Prices come from its variations, as far as these are for sale. */
export function parseListing(listing: Listing): ListingResult {
  const notes: string[] = []
  const title = plainLine(listing.title)
  if (!title) return { refused: 'It has no title.' }
  const variations = (listing.variations ?? []).filter(({ isDeleted }) => !isDeleted)
  const varies = variations.some(({ properties }) => properties.length > 0)
  const spread = varies
    ? withVariations(variations, listing.price, notes)
    : withoutVariations({ ...listing, variations }, notes)
  if ('refused' in spread) return spread
  if (spread.basePriceCents > 1_000_000) return { refused: 'It costs more than 10,000.00.' }
  const description = listing.description
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/\p{Cs}/gu, '')
    .trim()
  if (title.length > longestName) notes.push('Its title was cut.')
  if (description.length > longestDescription) notes.push('Its description was cut.')
  return {
    notes,
    product: {
      ...spread,
      name: truncateText(title, longestName),
      description: truncateText(description, longestDescription),
      tags: [
        ...new Set(listing.tags.map((tag) => plainLine(tag).slice(0, 60)).filter(Boolean)),
      ].slice(0, most.tags),
    },
  }
}
