import { variantKeys } from '@/modules/catalog/rules/product'
import { type Cents, toDecimal } from '@/platform/money'

/** A variant as Printful has it, with what its catalog adds. */
type PrintfulSyncVariant = {
  id: string
  externalId: string | null
  catalogVariantId: string | null
  size: string | null
  color: string | null
  priceCents: Cents | null
  currency: string
  sku: string | null
  state: 'active' | 'out of stock' | 'discontinued' | 'not synced' | 'ignored'
  costCents: Cents | null
}
/** One picture per color; the key changes when the picture does. */
export type PrintfulSyncPicture = { color: string | null; key: string }
export type PrintfulSyncProduct = {
  id: string
  name: string
  isIgnored: boolean
  catalogProductIds: string[]
  description: string | null
  variants: PrintfulSyncVariant[]
  pictures: PrintfulSyncPicture[]
}

/** A variant as the collection stores it. */
type LocalVariant = {
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
type ColorImages = { color: string; images: number[] }
export type LocalProduct = {
  name: string
  basePriceCents: Cents | null
  salePriceCents: Cents | null
  isActive: boolean
  sizes: string[]
  colors: string[]
  images: number[]
  colorImages: ColorImages[]
  variants: LocalVariant[]
  snapshot: PrintfulSnapshot | null
}

type PictureSnapshot = {
  pictureKeys: string[]
  /** The ids of the copied media, in that order. */
  imageIds: number[]
  colorImages: ColorImages[]
}
type VariantSnapshot = {
  priceCents: Cents | null
  costCents: Cents | null
  catalogVariantId: string | null
  size: string | null
  color: string | null
}
/** Printful's values at the last sync, stored with the product: local values that differ were changed by staff. */
export type PrintfulSnapshot = PictureSnapshot & {
  name: string
  basePriceCents: Cents | null
  sizes: string[]
  colors: string[]
  catalogProductIds: string[]
  variants: Record<string, VariantSnapshot>
  /** The sync took the product out of the shop because it was gone or hidden at Printful. */
  switchedOff?: boolean
}

type ProductData = {
  name: string
  basePriceCents: Cents | null
  isActive: boolean
  sizesAvailable: string[]
  colorsAvailable: string[]
  variants: LocalVariant[]
  images?: number[]
  colorImages?: ColorImages[]
  description?: string | null
}
/** What changes, as messages, and the fields that staff changed and that stay. */
type Report = { changes: string[]; localChanges: string[] }
export type ProductPlan = Report & {
  data: ProductData
  snapshot: PrintfulSnapshot
  needsPictures: boolean
}

const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
const uniqueNames = (names: readonly (string | null)[]): string[] => [
  ...new Set(names.flatMap((name) => name ?? [])),
]
type VariantKey = { size?: string | null; color?: string | null }
const isSameKind = (one: VariantKey, other: VariantKey): boolean =>
  (one.size ?? null) === (other.size ?? null) && (one.color ?? null) === (other.color ?? null)

/** 2800 → '$28.00' */
export function formatPrice(cents: Cents | null): string {
  return cents === null ? 'no price' : `$${toDecimal(cents)}`
}

/** Returns a name without markup and line breaks, at most as long as the shop's names. */
export function sanitizeProductName(name: string): string {
  return name
    .replace(/<[^>]{0,200}>/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 120)
}

/** 'Fern Tee / White / S' → color and size, for old products that have neither field. */
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

/** Returns why a variant is unavailable, or null. */
export function variantUnavailableReason(
  { state, priceCents }: Pick<PrintfulSyncVariant, 'state' | 'priceCents'>,
  isIgnored = false,
): string | null {
  if (isIgnored || state === 'ignored') return 'hidden on Printful'
  if (state !== 'active') return state === 'not synced' ? 'not finished on Printful' : state
  return priceCents ? null : 'no price on Printful'
}

/** Returns why a product cannot be imported, as a result for the report, or null. */
export function productSkipReason(
  theirs: PrintfulSyncProduct,
): { result: 'skipped' | 'failed'; message: string } | null {
  const foreign = theirs.variants.find(({ currency }) => currency !== 'USD')
  if (theirs.variants.length === 0)
    return { result: 'skipped', message: 'No variants on Printful yet.' }
  if (foreign)
    return {
      result: 'failed',
      message: `Priced in ${foreign.currency}, but the shop sells in USD. Change the store’s currency or prices on Printful.`,
    }
  return null
}

/** The local variant of a remote one: by Printful's id, by our external id, else by size and color if it has no id. */
const findLocalVariant = (
  local: readonly LocalVariant[],
  remote: PrintfulSyncVariant,
): LocalVariant | undefined =>
  local.find(({ printfulVariantId }) => printfulVariantId === remote.id) ??
  local.find(
    ({ externalId, printfulVariantId }) =>
      Boolean(externalId) && externalId === remote.externalId && !printfulVariantId,
  ) ??
  local.find(
    (variant) => !variant.printfulVariantId && !variant.externalId && isSameKind(variant, remote),
  )

/** The remote variant of a local size and color: by its kind, else by the link of a variant that staff gave another size or color. */
const findRemoteVariant = (
  remoteVariants: readonly PrintfulSyncVariant[],
  local: LocalProduct | null,
  key: VariantKey,
): PrintfulSyncVariant | undefined => {
  const linkedId = local?.variants.find((variant) => isSameKind(variant, key))?.printfulVariantId
  return (
    remoteVariants.find((remote) => isSameKind(remote, key)) ??
    remoteVariants.find(({ id }) => id === linkedId)
  )
}

/** Takes Printful's value, unless staff changed the field since the last sync or before the first one. */
function mergeField<Value>(
  report: Report,
  field: string,
  {
    local,
    last,
    remote,
    isNew,
  }: { local: Value; last: Value | undefined; remote: Value; isNew: boolean },
  change: string,
): Value {
  if (isEqual(local, remote)) return local
  const isLocalChange = last === undefined ? !isNew : !isEqual(local, last)
  if (isLocalChange) report.localChanges.push(field)
  else report.changes.push(change)
  return isLocalChange ? local : remote
}

type PricePlan = {
  /** The lowest price at Printful. */
  remoteBaseCents: Cents | null
  /** Printful's prices are taken, all or none. */
  takesRemote: boolean
  isSaleTooHigh: boolean
  basePriceCents: Cents | null
}

const overrideOf = (priceCents: Cents | null, baseCents: Cents | null): Cents | null =>
  priceCents && priceCents !== baseCents ? priceCents : null

/** Whether staff changed any price since the last sync. */
const hasLocalPrices = (local: LocalProduct, snapshot: PrintfulSnapshot): boolean =>
  local.basePriceCents !== snapshot.basePriceCents ||
  local.variants.some(({ printfulVariantId, priceOverrideCents }) => {
    const last = printfulVariantId ? snapshot.variants[printfulVariantId] : undefined
    return (
      last !== undefined &&
      (priceOverrideCents ?? null) !== overrideOf(last.priceCents, snapshot.basePriceCents)
    )
  })

/** Prices are taken as a whole: changing only some variants would mix the shop's prices with Printful's. */
function planPrices(
  local: LocalProduct | null,
  remoteVariants: readonly PrintfulSyncVariant[],
): PricePlan {
  const prices = remoteVariants.flatMap(({ priceCents }) => priceCents || [])
  const remoteBaseCents = prices.length > 0 ? Math.min(...prices) : null
  const isSaleTooHigh =
    local?.salePriceCents != null &&
    remoteBaseCents !== null &&
    local.salePriceCents >= remoteBaseCents
  const isLocalPrice =
    local !== null &&
    (local.snapshot ? hasLocalPrices(local, local.snapshot) : local.basePriceCents !== null)
  const takesRemote = remoteBaseCents !== null && !isSaleTooHigh && !isLocalPrice
  return {
    remoteBaseCents,
    takesRemote,
    isSaleTooHigh,
    basePriceCents: takesRemote ? remoteBaseCents : (local?.basePriceCents ?? null),
  }
}

/** Whether any of Printful's prices differs from the shop's. */
function pricesDiffer(
  local: LocalProduct,
  remoteVariants: readonly PrintfulSyncVariant[],
): boolean {
  const linked = local.variants.filter(({ printfulVariantId }) => printfulVariantId)
  return remoteVariants.some(
    (remote) =>
      remote.priceCents &&
      !linked.some(
        (variant) =>
          (isSameKind(variant, remote) || variant.printfulVariantId === remote.id) &&
          (variant.priceOverrideCents ?? local.basePriceCents) === remote.priceCents,
      ),
  )
}

function planMissingVariant(
  local: LocalProduct | null,
  key: { size: string | null; color: string | null },
): LocalVariant {
  const current = local?.variants.find((variant) => isSameKind(variant, key))
  const isOffByStaff = current?.available === false && !current.unavailableReason
  return {
    ...current,
    ...key,
    available: false,
    unavailableReason: isOffByStaff ? null : 'not made by Printful',
    printfulVariantId: null,
  }
}

function planVariant(
  local: LocalProduct | null,
  remote: PrintfulSyncVariant,
  { takesRemote, basePriceCents }: PricePlan,
  isIgnored: boolean,
): LocalVariant {
  const current = local ? findLocalVariant(local.variants, remote) : undefined
  const last = local?.snapshot?.variants[remote.id]
  const unavailableReason = variantUnavailableReason(remote, isIgnored)
  const isOffByStaff = current?.available === false && !current.unavailableReason
  const isLocalCost = current?.costCents != null && current.costCents !== (last?.costCents ?? null)
  return {
    ...current,
    size: remote.size,
    color: remote.color,
    sku: current?.sku || remote.sku || undefined,
    printfulVariantId: remote.id,
    externalId: remote.externalId,
    priceOverrideCents:
      takesRemote || !current
        ? overrideOf(remote.priceCents, basePriceCents)
        : (current.priceOverrideCents ?? null),
    costCents:
      isLocalCost || remote.costCents === null ? (current?.costCents ?? null) : remote.costCents,
    available: isOffByStaff ? false : unavailableReason === null,
    unavailableReason: isOffByStaff ? null : unavailableReason,
  }
}

function describeVariant(variant: LocalVariant, before: LocalVariant): string[] {
  const label = [variant.color, variant.size].filter(Boolean).join(' ') || 'the product'
  const isAvailable = variant.available !== false
  const changes: string[] = []
  if (isAvailable !== (before.available !== false))
    changes.push(
      `${label}: ${isAvailable ? 'available again' : (variant.unavailableReason ?? 'off')}`,
    )
  if (variant.printfulVariantId && before.printfulVariantId !== variant.printfulVariantId)
    changes.push(`${label}: linked`)
  if ((before.costCents ?? null) !== (variant.costCents ?? null))
    changes.push(`${label}: cost ${formatPrice(variant.costCents ?? null)}`)
  return changes
}

function planPictures(
  report: Report,
  local: LocalProduct | null,
  { pictures }: PrintfulSyncProduct,
  mediaIds: readonly (number | null)[] | null,
): {
  data: Pick<ProductData, 'images' | 'colorImages'>
  snapshot: PictureSnapshot
  needsPictures: boolean
} {
  const last = local?.snapshot ?? null
  const snapshot: PictureSnapshot = {
    pictureKeys: last?.pictureKeys ?? [],
    imageIds: last?.imageIds ?? [],
    colorImages: last?.colorImages ?? [],
  }
  const unchanged = { data: {}, snapshot, needsPictures: false }
  const keys = pictures.map(({ key }) => key)
  if (isEqual(keys, snapshot.pictureKeys) || keys.length === 0) return unchanged
  const hasLocalPictures =
    local !== null &&
    (last
      ? !isEqual(local.images, last.imageIds) || !isEqual(local.colorImages, last.colorImages)
      : local.images.length > 0)
  if (hasLocalPictures) {
    report.localChanges.push('images')
    return unchanged
  }
  const change = `${keys.length} ${keys.length === 1 ? 'image' : 'images'}`
  if (!mediaIds) {
    report.changes.push(change)
    return { ...unchanged, needsPictures: true }
  }
  const copies = pictures.flatMap((picture, index) => {
    const id = mediaIds[index]
    return id == null ? [] : [{ ...picture, id }]
  })
  if (copies.length === 0) return unchanged
  const imageIds = [...new Set(copies.map(({ id }) => id))]
  const colorImages = uniqueNames(copies.map(({ color }) => color)).map((color) => ({
    color,
    images: [...new Set(copies.filter((copy) => copy.color === color).map(({ id }) => id))],
  }))
  // Pictures that failed in the last sync failed again.
  if (isEqual(imageIds, snapshot.imageIds) && isEqual(colorImages, snapshot.colorImages))
    return unchanged
  report.changes.push(change)
  return {
    data: { images: imageIds, colorImages },
    snapshot: { pictureKeys: copies.map(({ key }) => key), imageIds, colorImages },
    needsPictures: true,
  }
}

/** Equal prices on both sides don't count as changed by staff. */
const snapshotBase = (
  local: LocalProduct | null,
  { takesRemote, remoteBaseCents }: PricePlan,
  isSamePrice: boolean,
): Cents | null => {
  if (takesRemote || !local?.snapshot) return remoteBaseCents
  return isSamePrice ? local.basePriceCents : local.snapshot.basePriceCents
}

const snapshotVariants = (
  remote: PrintfulSyncProduct,
  last: PrintfulSnapshot | null,
  takesRemote: boolean,
): PrintfulSnapshot['variants'] =>
  Object.fromEntries(
    remote.variants.map(({ id, priceCents, costCents, catalogVariantId, size, color }) => [
      id,
      {
        priceCents: takesRemote ? priceCents : (last?.variants[id]?.priceCents ?? priceCents),
        costCents,
        catalogVariantId,
        size,
        color,
      },
    ]),
  )

/** Merges the name and the options. `remote` is what Printful has now, with each size and color once. */
const planOptions = (report: Report, local: LocalProduct | null, product: PrintfulSyncProduct) => {
  const last = local?.snapshot
  const isNew = local === null
  const variants = product.variants.filter(
    (variant, index) => product.variants.findIndex((other) => isSameKind(variant, other)) === index,
  )
  const remote = {
    variants,
    name: sanitizeProductName(product.name),
    sizes: uniqueNames(variants.map(({ size }) => size)),
    colors: uniqueNames(variants.map(({ color }) => color)),
  }
  const mergeNames = (field: 'sizes' | 'colors'): string[] =>
    mergeField(
      report,
      field,
      { local: local?.[field] ?? [], last: last?.[field], remote: remote[field], isNew },
      `${field}: ${remote[field].join(', ') || 'none'}`,
    )
  const name = mergeField(
    report,
    'name',
    { local: local?.name ?? '', last: last?.name, remote: remote.name, isNew },
    `name: “${remote.name}”`,
  )
  return { name, sizes: mergeNames('sizes'), colors: mergeNames('colors'), remote }
}

/** Reports prices and variants that are different now. */
const reportVariants = (
  report: Report,
  local: LocalProduct,
  variants: readonly LocalVariant[],
  { remoteBaseCents, takesRemote, isSaleTooHigh }: PricePlan,
  isSamePrice: boolean,
): void => {
  if (remoteBaseCents !== null && !isSamePrice) {
    if (takesRemote) report.changes.push(`prices from ${formatPrice(remoteBaseCents)}`)
    else
      report.localChanges.push(
        isSaleTooHigh ? 'prices (sale price must be lower than base price)' : 'prices',
      )
  }
  for (const variant of variants) {
    const before = local.variants.find((other) => isSameKind(other, variant))
    if (before) report.changes.push(...describeVariant(variant, before))
  }
}

/** Whether the shop shows the product, and whether it is off only because Printful hides it. */
const planVisibility = (
  report: Report,
  local: LocalProduct | null,
  isIgnored: boolean,
  isSellable: boolean,
): { isActive: boolean; isSwitchedOff: boolean } => {
  const wasSwitchedOff = local?.snapshot?.switchedOff ?? false
  const isActive =
    !isIgnored && (!local || (wasSwitchedOff && isSellable) ? isSellable : local.isActive)
  if (local && local.isActive !== isActive)
    report.changes.push(isActive ? 'back in the shop' : 'removed from the shop: hidden on Printful')
  return {
    isActive,
    isSwitchedOff: (isIgnored && (local?.isActive ?? true)) || (wasSwitchedOff && !isActive),
  }
}

/**
 * Plans what a product of Printful becomes in the shop.
 * @param local null for a product that is not in the shop yet
 * @param mediaIds the copies of `remote.pictures`, in order, null for a failed one; null in a
 * preview, which only reports that pictures would change
 */
export function planProductSync(
  local: LocalProduct | null,
  remote: PrintfulSyncProduct,
  mediaIds: readonly (number | null)[] | null,
): ProductPlan {
  const report: Report = { changes: [], localChanges: [] }
  const { name, sizes, colors, remote: options } = planOptions(report, local, remote)
  const prices = planPrices(local, options.variants)
  const { basePriceCents, takesRemote, remoteBaseCents } = prices
  const isSamePrice =
    local !== null && remoteBaseCents !== null && !pricesDiffer(local, options.variants)
  const variants = variantKeys(sizes, colors).map((key) => {
    const match = findRemoteVariant(options.variants, local, key)
    return match
      ? { ...planVariant(local, match, prices, remote.isIgnored), ...key }
      : planMissingVariant(local, key)
  })
  if (local) reportVariants(report, local, variants, prices, isSamePrice)
  const isSellable = variants.some(({ available }) => available) && basePriceCents !== null
  const { isActive, isSwitchedOff } = planVisibility(report, local, remote.isIgnored, isSellable)
  const pictures = planPictures(report, local, remote, mediaIds)
  return {
    data: {
      name,
      basePriceCents,
      isActive,
      sizesAvailable: sizes,
      colorsAvailable: colors,
      variants,
      ...pictures.data,
      ...(local ? {} : { description: remote.description }),
    },
    snapshot: {
      name: options.name,
      basePriceCents: snapshotBase(local, prices, isSamePrice),
      sizes: options.sizes,
      colors: options.colors,
      catalogProductIds: remote.catalogProductIds,
      variants: snapshotVariants(remote, local?.snapshot ?? null, takesRemote || isSamePrice),
      ...pictures.snapshot,
      ...(isSwitchedOff ? { switchedOff: true } : {}),
    },
    needsPictures: pictures.needsPictures,
    changes: [...new Set(report.changes)],
    localChanges: [...new Set(report.localChanges)],
  }
}
