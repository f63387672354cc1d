import { variantKeys } from '@/modules/catalog/rules/product'
import { type Cents, toDecimal } from '@/platform/money'

export type PrintfulVariantState =
  'active' | 'out of stock' | 'discontinued' | 'not synced' | 'ignored'

/** A piece as Printful has it, with what the catalog adds. */
export type PrintfulSyncVariant = {
  id: string
  externalId: string | null
  catalogVariantId: string | null
  size: string | null
  color: string | null
  priceCents: Cents | null
  currency: string
  sku: string | null
  state: PrintfulVariantState
  costCents: Cents | null
}
/** Its picture for each color, in order, and the keys by which they are known. */
export type PrintfulSyncPicture = { color: string | null; key: string }
export type PrintfulSyncProduct = {
  id: string
  name: string
  isIgnored: boolean
  catalogProductIds: string[]
  description: string | null
  variants: PrintfulSyncVariant[]
  /** Those that were, or would be, copied. */
  pictures: PrintfulSyncPicture[]
}

/** A variant here, as the collection keeps it. */
export type LocalVariant = {
  id?: string | null
  size?: string | null
  color?: string | null
  sku?: string | null
  available?: boolean | null
  priceOverrideCents?: Cents | null
  costCents?: Cents | null
  printfulVariantId?: string | null
  externalId?: string | null
  unavailableReason?: string | null
}
export type LocalProduct = {
  name: string
  basePriceCents: Cents | null
  salePriceCents: Cents | null
  isActive: boolean
  sizes: string[]
  colors: string[]
  images: number[]
  colorImages: { color: string; images: number[] }[]
  variants: LocalVariant[]
  said: PrintfulSnapshot | null
}

type SaidVariant = {
  priceCents: Cents | null
  costCents: Cents | null
  catalogVariantId: string | null
  size: string | null
  color: string | null
}
/** What Printful said at the last synchronization, kept with the product: what differs from it here was changed by staff. */
export type PrintfulSnapshot = {
  name: string
  basePriceCents: Cents | null
  sizes: string[]
  colors: string[]
  catalogProductIds: string[]
  variants: Record<string, SaidVariant>
  pictureKeys: string[]
  /** The media they became, in that order. */
  imageIds: number[]
  colorImages: { color: string; images: number[] }[]
  /** It was us who took it out of the shop, because it was gone or hidden there. */
  switchedOff?: boolean
}

export type ProductData = {
  name: string
  basePriceCents: Cents | null
  isActive: boolean
  sizesAvailable: string[]
  colorsAvailable: string[]
  variants: LocalVariant[]
  images?: number[]
  colorImages?: { color: string; images: number[] }[]
  description?: string | null
}
export type ProductPlan = {
  data: ProductData
  said: PrintfulSnapshot
  /** What would be different afterwards, in plain words. */
  changes: string[]
  /** What was changed here and stays. */
  kept: string[]
}

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
const eachOnce = (names: readonly (string | null)[]): string[] => [
  ...new Set(names.flatMap((name) => name ?? [])),
]
const money = (cents: Cents | null): string =>
  cents === null ? 'no price' : `$${toDecimal(cents)}`

/** Names come from outside: no markup, no line breaks, at most as long as ours. */
export function sanitizeProductName(name: string): string {
  return name
    .replace(/<[^>]{0,200}>/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 120)
}

/** 'Fern Tee / White / S' → color and size of an old product that does not say them; by the tail, after the product's own name. */
export function parseVariantName(name: string): { color: string | null; size: string | null } {
  const [, ...rest] = name
    .split(' / ')
    .map((part) => part.trim())
    .filter(Boolean)
  if (rest.length === 0) return { color: null, size: null }
  if (rest.length === 1)
    return /^(?:\d?X{0,3}[SML]|\d{1,2}XL|one size|.*[″"]|\d+ ?oz)$/i.test(rest[0] ?? '')
      ? { color: null, size: rest[0] ?? null }
      : { color: rest[0] ?? null, size: null }
  return { color: rest.at(-2) ?? null, size: rest.at(-1) ?? null }
}

/** Why it cannot be had; null: it can. */
export function variantUnavailableReason(
  { state, priceCents }: Pick<PrintfulSyncVariant, 'state' | 'priceCents'>,
  isIgnored = false,
): string | null {
  if (isIgnored || state === 'ignored') return 'hidden at Printful'
  if (state !== 'active') return state === 'not synced' ? 'not finished at Printful' : state
  return priceCents ? null : 'no price at Printful'
}

/** A reason not to take it at all, in words for the report; null: it can be taken. */
export function productSkipReason(
  theirs: PrintfulSyncProduct,
): { result: 'skipped' | 'failed'; message: string } | null {
  const foreign = theirs.variants.find(({ currency }) => currency !== 'USD')
  if (theirs.variants.length === 0)
    return { result: 'skipped', message: 'It has no variants at Printful yet.' }
  if (foreign)
    return {
      result: 'failed',
      message: `It is priced in ${foreign.currency}; the shop sells in USD. Change the store's currency at Printful, or its prices.`,
    }
  return null
}

/** Ours that belongs to theirs: by its id, by the id we gave it, and only where it has neither by what it is. */
const findOurs = (
  ours: readonly LocalVariant[],
  theirs: PrintfulSyncVariant,
): LocalVariant | undefined =>
  ours.find(({ printfulVariantId }) => printfulVariantId === theirs.id) ??
  ours.find(
    ({ externalId, printfulVariantId }) =>
      Boolean(externalId) && externalId === theirs.externalId && !printfulVariantId,
  ) ??
  ours.find(
    (variant) =>
      !variant.printfulVariantId &&
      !variant.externalId &&
      (variant.size ?? null) === theirs.size &&
      (variant.color ?? null) === theirs.color,
  )

const toBase = (prices: readonly (Cents | null)[]): Cents | null => {
  const set = prices.filter((price): price is Cents => Boolean(price))
  return set.length > 0 ? Math.min(...set) : null
}

const overrideOf = (priceCents: Cents | null, base: Cents | null): Cents | null =>
  priceCents && priceCents !== base ? priceCents : null

/** Whether staff set another price than Printful said last; one that was set for one variant counts for the product. */
const pricesAreOurs = (ours: LocalProduct, said: PrintfulSnapshot): boolean =>
  ours.basePriceCents !== said.basePriceCents ||
  ours.variants.some(({ printfulVariantId, priceOverrideCents }) => {
    const then = printfulVariantId ? said.variants[printfulVariantId] : undefined
    return (
      then !== undefined &&
      (priceOverrideCents ?? null) !== overrideOf(then.priceCents, said.basePriceCents)
    )
  })

type Chosen<Value> = { value: Value; changed: boolean; kept: boolean }
/** Theirs, unless somebody changed it here since the last time; unknown beginnings count as changed here, when there is something. */
const choose = <Value>(
  ours: Value,
  then: Value | undefined,
  theirs: Value,
  isEmpty: boolean,
): Chosen<Value> => {
  const isOurs = then === undefined ? !isEmpty : !same(ours, then)
  if (same(ours, theirs)) return { value: ours, changed: false, kept: false }
  return isOurs
    ? { value: ours, changed: false, kept: true }
    : { value: theirs, changed: true, kept: false }
}

/**
 * What a product of Printful becomes here. `copied` are the media ids of `theirs.pictures`, in their order; a preview
 * has none yet and gives null: then pictures are only spoken of.
 */
export function planProductSync(
  ours: LocalProduct | null,
  theirs: PrintfulSyncProduct,
  copied: readonly (number | null)[] | null,
): ProductPlan {
  const said = ours?.said ?? null
  const changes: string[] = []
  const kept: string[] = []
  const note = <Value>(what: string, chosen: Chosen<Value>, words = what): Value => {
    if (chosen.changed) changes.push(words)
    if (chosen.kept) kept.push(what)
    return chosen.value
  }

  const firstOfKind = theirs.variants.filter(
    (variant, index) =>
      theirs.variants.findIndex(
        ({ size, color }) => size === variant.size && color === variant.color,
      ) === index,
  )
  const theirSizes = eachOnce(firstOfKind.map(({ size }) => size))
  const theirColors = eachOnce(firstOfKind.map(({ color }) => color))
  const theirName = sanitizeProductName(theirs.name)
  const base = toBase(firstOfKind.map(({ priceCents }) => priceCents))

  const name = note(
    'name',
    choose(ours?.name ?? '', said?.name, theirName, !ours),
    `name: “${theirName}”`,
  )
  const sizes = note(
    'sizes',
    choose(ours?.sizes ?? [], said?.sizes, theirSizes, !ours),
    `sizes: ${theirSizes.join(', ') || 'none'}`,
  )
  const colors = note(
    'colors',
    choose(ours?.colors ?? [], said?.colors, theirColors, !ours),
    `colors: ${theirColors.join(', ') || 'none'}`,
  )

  // Prices are one thing: those of some variants changed and of others not would be nobody's.
  const isFirstTime = ours !== null && said === null
  const salesTooHigh = ours?.salePriceCents != null && base !== null && ours.salePriceCents >= base
  const takePrices =
    base !== null &&
    !salesTooHigh &&
    (!ours ||
      (isFirstTime ? ours.basePriceCents === null : said !== null && !pricesAreOurs(ours, said)))
  const basePriceCents = takePrices ? base : (ours?.basePriceCents ?? null)

  const variants = variantKeys(sizes, colors).map((key): LocalVariant => {
    const match = firstOfKind.find(({ size, color }) => size === key.size && color === key.color)
    if (!match) {
      const known = ours?.variants.find(
        (variant) => (variant.size ?? null) === key.size && (variant.color ?? null) === key.color,
      )
      return {
        ...known,
        ...key,
        available: false,
        unavailableReason:
          known?.available === false && !known.unavailableReason ? null : 'not made by Printful',
        printfulVariantId: null,
      }
    }
    const known = ours ? findOurs(ours.variants, match) : undefined
    const then = said?.variants[match.id]
    const reason = variantUnavailableReason(match, theirs.isIgnored)
    const isOffByStaff = known?.available === false && !known.unavailableReason
    const costIsOurs = known?.costCents != null && known.costCents !== (then?.costCents ?? null)
    return {
      ...known,
      ...key,
      sku: known?.sku || match.sku || undefined,
      printfulVariantId: match.id,
      externalId: match.externalId,
      priceOverrideCents:
        takePrices || !known
          ? overrideOf(match.priceCents, basePriceCents)
          : (known.priceOverrideCents ?? null),
      costCents:
        costIsOurs || match.costCents === null ? (known?.costCents ?? null) : match.costCents,
      available: isOffByStaff ? false : reason === null,
      unavailableReason: isOffByStaff ? null : reason,
    }
  })
  if (ours) {
    const pricesOf = (list: readonly LocalVariant[], from: Cents | null) =>
      list.map(({ size, color, priceOverrideCents }) => [
        size ?? null,
        color ?? null,
        priceOverrideCents ?? from,
      ])
    const before = pricesOf(
      ours.variants.filter(({ printfulVariantId }) => printfulVariantId),
      ours.basePriceCents,
    )
    const told = firstOfKind.map((variant) => [
      variant.size,
      variant.color,
      variant.priceCents || null,
    ])
    const isOther = told.some(
      ([size, color, price]) =>
        price !== null && !before.some((one) => same(one, [size, color, price])),
    )
    if (takePrices && isOther) changes.push(`prices from ${money(base)}`)
    if (!takePrices && isOther && base !== null)
      kept.push(salesTooHigh ? 'prices (the sale price would not be lower)' : 'prices')
    for (const variant of variants) {
      const was = findWas(ours.variants, variant)
      const isNow = variant.available !== false
      if (was && isNow !== (was.available !== false))
        changes.push(
          `${[variant.color, variant.size].filter(Boolean).join(' ') || 'the piece'}: ${isNow ? 'to be had again' : (variant.unavailableReason ?? 'off')}`,
        )
      if (was && variant.printfulVariantId && was.printfulVariantId !== variant.printfulVariantId)
        changes.push(
          `${[variant.color, variant.size].filter(Boolean).join(' ') || 'the piece'}: linked`,
        )
      if (was && (was.costCents ?? null) !== (variant.costCents ?? null))
        changes.push(
          `${[variant.color, variant.size].filter(Boolean).join(' ') || 'the piece'}: costs us ${money(variant.costCents ?? null)}`,
        )
    }
  }

  const isSellable = variants.some(({ available }) => available) && basePriceCents !== null
  const mustGo = theirs.isIgnored
  const comesBack = said?.switchedOff === true && !mustGo && isSellable
  const isActive = mustGo ? false : comesBack ? true : ours ? ours.isActive : isSellable
  if (ours && ours.isActive !== isActive)
    changes.push(isActive ? 'back in the shop' : 'out of the shop: hidden at Printful')

  const pictures = planPictures(ours, theirs, copied)
  changes.push(...pictures.changes)
  kept.push(...pictures.kept)
  return {
    data: {
      name,
      basePriceCents,
      isActive,
      sizesAvailable: sizes,
      colorsAvailable: colors,
      variants,
      ...pictures.data,
      ...(ours ? {} : { description: theirs.description }),
    },
    said: {
      name: theirName,
      basePriceCents: takePrices || !said ? base : said.basePriceCents,
      sizes: theirSizes,
      colors: theirColors,
      catalogProductIds: theirs.catalogProductIds,
      variants: Object.fromEntries(
        theirs.variants.map((variant) => [
          variant.id,
          {
            priceCents:
              takePrices || !said
                ? variant.priceCents
                : (said.variants[variant.id]?.priceCents ?? variant.priceCents),
            costCents: variant.costCents,
            catalogVariantId: variant.catalogVariantId,
            size: variant.size,
            color: variant.color,
          },
        ]),
      ),
      ...pictures.said,
      ...((mustGo && (ours?.isActive ?? true)) || (said?.switchedOff && !isActive)
        ? { switchedOff: true }
        : {}),
    },
    changes: [...new Set(changes)],
    kept: [...new Set(kept)],
  }
}

const findWas = (ours: readonly LocalVariant[], now: LocalVariant): LocalVariant | undefined =>
  ours.find(
    (variant) =>
      (variant.size ?? null) === (now.size ?? null) &&
      (variant.color ?? null) === (now.color ?? null),
  )

const planPictures = (
  ours: LocalProduct | null,
  theirs: PrintfulSyncProduct,
  copied: readonly (number | null)[] | null,
) => {
  const then = ours?.said ?? null
  const had = then
    ? { pictureKeys: then.pictureKeys, imageIds: then.imageIds, colorImages: then.colorImages }
    : { pictureKeys: [], imageIds: [], colorImages: [] }
  const nothing = { data: {}, said: had, changes: [] as string[], kept: [] as string[] }
  const keys = theirs.pictures.map(({ key }) => key)
  if (same(keys, had.pictureKeys) || keys.length === 0) return nothing
  const isOurs =
    ours !== null &&
    (then
      ? !same(ours.images, then.imageIds) || !same(ours.colorImages, then.colorImages)
      : ours.images.length > 0)
  if (isOurs) return { ...nothing, kept: ['pictures'] }
  const words = [`${keys.length} ${keys.length === 1 ? 'picture' : 'pictures'}`]
  if (!copied) return { ...nothing, changes: words }
  const got = theirs.pictures.flatMap((picture, index) =>
    copied[index] == null ? [] : [{ ...picture, id: copied[index] }],
  )
  if (got.length === 0) return nothing
  const imageIds = [...new Set(got.map(({ id }) => id))]
  const colorImages = eachOnce(got.map(({ color }) => color)).map((color) => ({
    color,
    images: [...new Set(got.filter((one) => one.color === color).map(({ id }) => id))],
  }))
  // Only what failed before was tried once more, in vain.
  if (same(imageIds, had.imageIds) && same(colorImages, had.colorImages)) return nothing
  return {
    data: { images: imageIds, colorImages },
    said: { pictureKeys: got.map(({ key }) => key), imageIds, colorImages },
    changes: words,
    kept: [],
  }
}
