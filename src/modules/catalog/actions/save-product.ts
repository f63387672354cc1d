import { and, eq, inArray, isNull, ne, or, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import {
  getStoredProducts,
  type StoredPicture,
  type StoredProduct,
} from '@/modules/catalog/queries/admin-products'
import {
  isSaleEndValid,
  isSaleValid,
  saleEndMessage,
  variantKeys,
} from '@/modules/catalog/rules/product'
import type { ProductInput } from '@/modules/catalog/schemas/admin-products'
import { categories, media, products, products_variants } from '@/payload-generated-schema'
import type { Product, User } from '@/payload-types'
import { createdFrom, findCreatedFrom } from '@/platform/audit'
import { AppError, type FieldErrors, notFound } from '@/platform/errors'
import { type Tx, type TxRequest, withTransaction } from '@/platform/transaction'

const maxNameLength = 120
const copySuffix = ' (copy)'

/** A picture by its media id or by one of its addresses. */
type PictureReference = number | string
type StoredVariant = NonNullable<Product['variants']>[number]

const refused = (fields: FieldErrors): AppError =>
  new AppError('invalid', Object.values(fields)[0] ?? 'Some fields need your attention.', {
    fields,
  })

/** The base name of a picture's files, from an address: '/uploads/fern-tee-1a2b-1280.webp'. */
const baseNameOf = (address: string): string =>
  /\/uploads\/([a-z0-9-]+)-\d+\.(?:webp|avif)$/.exec(address)?.[1] ?? ''

const picturesOf = ({ pictures, colorPictures, artwork }: StoredProduct) => [
  ...pictures,
  ...colorPictures.flatMap((color) => color.pictures),
  ...(artwork ? [artwork] : []),
]

/** Returns the media ids of the pictures that are in the library, or in its trash and on the product already. */
async function findPictures(
  tx: Tx,
  references: readonly PictureReference[],
  stored: StoredProduct | null,
): Promise<Map<PictureReference, number>> {
  if (references.length === 0) return new Map()
  const ids = references.filter((reference) => typeof reference === 'number')
  const baseNames = references.flatMap((reference) =>
    typeof reference === 'string' ? baseNameOf(reference) || [] : [],
  )
  const pictures = await tx
    .select({ id: media.id, baseName: media.baseName })
    .from(media)
    .where(
      and(
        or(
          isNull(media.deletedAt),
          inArray(media.id, stored ? picturesOf(stored).map(({ id }) => id) : []),
        ),
        sql`jsonb_typeof(${media.widths}) = 'array'`,
        or(inArray(media.id, ids), inArray(media.baseName, baseNames)),
      ),
    )
  return new Map(
    references.flatMap((reference) => {
      const match = pictures.find(({ id, baseName }) =>
        typeof reference === 'number' ? id === reference : baseName === baseNameOf(reference),
      )
      return match ? [[reference, match.id] as const] : []
    }),
  )
}

async function refuseTakenSkus(tx: Tx, variants: ProductInput['variants'], id: number) {
  const skus = (variants ?? []).flatMap(({ sku }, index) => (sku ? [{ sku, index }] : []))
  if (skus.length === 0) return
  const twice = skus.find(({ sku }, index) => skus.findIndex((other) => other.sku === sku) < index)
  if (twice)
    throw refused({ [`variants.${twice.index}.sku`]: 'Another variant already uses this SKU.' })
  const [row] = await tx
    .select({ sku: products_variants.sku })
    .from(products_variants)
    .where(
      and(
        ne(products_variants._parentID, id),
        inArray(
          products_variants.sku,
          skus.map(({ sku }) => sku),
        ),
      ),
    )
    .limit(1)
  const usedSku = skus.find(({ sku }) => sku === row?.sku)
  if (usedSku)
    throw refused({ [`variants.${usedSku.index}.sku`]: 'Another product already uses this SKU.' })
}

async function refuseUnknownRows(
  tx: Tx,
  { categoryId, slug, variants }: ProductInput,
  id: number,
): Promise<void> {
  if (categoryId != null && (await tx.$count(categories, eq(categories.id, categoryId))) === 0)
    throw refused({ categoryId: 'That category no longer exists. Please choose another.' })
  if (
    slug != null &&
    (await tx.$count(products, and(eq(products.slug, slug), ne(products.id, id)))) > 0
  )
    throw refused({ slug: 'Another product already uses this URL handle.' })
  await refuseTakenSkus(tx, variants, id)
}

type VariantKey = { size?: string | null; color?: string | null }
const isSameVariant = (one: VariantKey, other: VariantKey): boolean =>
  (one.size || null) === (other.size || null) && (one.color || null) === (other.color || null)

/** Merges the input into the stored variants; columns that others write, such as the printer's ids, stay. */
const toVariants = (
  inputs: NonNullable<ProductInput['variants']>,
  stored: readonly StoredVariant[],
  lists: { sizes: readonly string[]; colors: readonly string[] },
): StoredVariant[] => {
  const keys = variantKeys(lists.sizes, lists.colors)
  inputs.forEach((variant, index) => {
    if (!keys.some((key) => isSameVariant(key, variant)))
      throw refused({
        [`variants.${index}`]: 'This size or color isn’t one of the product’s options.',
      })
  })
  return keys.map((key) => {
    const before = stored.find((variant) => isSameVariant(variant, key)) ?? {
      ...key,
      available: true,
    }
    const input = inputs.find((variant) => isSameVariant(variant, key))
    if (!input) return before
    const { sku, available, priceOverrideCents, costCents } = input
    return {
      ...before,
      ...(sku === undefined ? {} : { sku: sku || null }),
      ...(priceOverrideCents === undefined ? {} : { priceOverrideCents }),
      ...(costCents === undefined ? {} : { costCents }),
      ...(available === undefined || available === before.available
        ? {}
        : { available, unavailableReason: null }),
    }
  })
}

/** Looks up every picture of the input, so that a refusal names its field. */
async function toPictureFields(
  tx: Tx,
  { images, colorImages, artwork }: ProductInput,
  stored: StoredProduct | null,
) {
  const fields = {
    images: images ?? [],
    ...Object.fromEntries(
      Object.entries(colorImages ?? {}).map(([color, list]) => [`colorImages.${color}`, list]),
    ),
    artwork: artwork == null ? [] : [artwork],
  }
  const mediaIds = await findPictures(tx, Object.values(fields).flat(), stored)
  for (const [field, list] of Object.entries(fields)) {
    const missing = list.findIndex((reference) => !mediaIds.has(reference))
    if (missing >= 0)
      throw refused({
        [field === 'artwork' ? field : `${field}.${missing}`]:
          'This image isn’t in the media library.',
      })
  }
  const idsOf = (list: readonly PictureReference[]): number[] => [
    ...new Set(list.flatMap((reference) => mediaIds.get(reference) ?? [])),
  ]
  return {
    ...(images ? { images: idsOf(images) } : {}),
    ...(colorImages
      ? {
          colorImages: Object.entries(colorImages).flatMap(([color, list]) =>
            list.length > 0 ? [{ color, images: idsOf(list) }] : [],
          ),
        }
      : {}),
    ...(artwork === undefined
      ? {}
      : { artwork: artwork === null ? null : (mediaIds.get(artwork) ?? null) }),
  }
}

/** The input as fields of the collection. Every reference is looked up first, so that a refusal names its field. */
async function toData(req: TxRequest, tx: Tx, input: ProductInput, stored: StoredProduct | null) {
  await refuseUnknownRows(tx, input, stored?.id ?? 0)
  if (!isSaleValid({ ...stored, ...input }))
    throw refused({ salePrice: 'The sale price must be lower than the base price.' })
  if (!isSaleEndValid({ ...stored, ...input })) throw refused({ saleEndsAt: saleEndMessage })
  const { categoryId, images: _i, colorImages: _c, artwork: _a, variants, ...plain } = input
  const pictures = await toPictureFields(tx, input, stored)
  const before =
    stored && variants
      ? await req.payload.findByID({ collection: 'products', id: stored.id, depth: 0, req })
      : null
  return {
    ...plain,
    ...pictures,
    ...(categoryId === undefined ? {} : { category: categoryId }),
    ...(variants
      ? {
          variants: toVariants(variants, before?.variants ?? [], {
            sizes: input.sizesAvailable ?? stored?.sizesAvailable ?? [],
            colors: input.colorsAvailable ?? stored?.colorsAvailable ?? [],
          }),
        }
      : {}),
  }
}

type ProductSave = {
  user: User
  id: number | null
  input: ProductInput
  expectUnchanged?: (updatedAt: string) => void
}

/**
 * Creates (`id` null) or changes a product in the caller's transaction and returns its id. Locks the row first, so that
 * `expectUnchanged` sees its latest version.
 * @throws AppError not_found, conflict (in the trash), invalid with the field; whatever `expectUnchanged` throws
 */
export async function saveProductIn(
  payload: Payload,
  req: TxRequest,
  tx: Tx,
  { user, id, input, expectUnchanged }: ProductSave,
): Promise<number> {
  const options = { collection: 'products', req, user, overrideAccess: false, depth: 0 } as const
  if (id === null) {
    const { name = '', ...data } = await toData(req, tx, input, null)
    const context = createdFrom(input)
    return (await payload.create({ ...options, data: { ...data, name }, context })).id
  }
  await tx.select({ id: products.id }).from(products).where(eq(products.id, id)).for('update')
  const [stored] = await getStoredProducts(tx, [id])
  if (!stored) throw notFound('This product')
  if (stored.deletedAt)
    throw new AppError('conflict', 'This product is in the trash. Restore it to make changes.')
  expectUnchanged?.(stored.updatedAt)
  return (await payload.update({ ...options, id, data: await toData(req, tx, input, stored) })).id
}

/** Finds what this user created from the same input in the last two minutes: a retry after a lost response. */
async function findRecentDuplicate(tx: Tx, { user, input }: ProductSave): Promise<number | null> {
  const id = await findCreatedFrom(tx, user, 'product.created', input)
  if (id === null) return null
  const [twin] = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, id), isNull(products.deletedAt)))
  return twin?.id ?? null
}

/** Ids for a copy, which can't have pictures that are in the trash. */
const copiedIds = (pictures: readonly StoredPicture[]): number[] =>
  pictures.flatMap(({ id, isTrashed }) => (isTrashed ? [] : id))

/** Product and variant fields that a copy shares with its original: no slug, SKUs, or ids of other services. */
const toCopy = ({ name, variants, ...stored }: StoredProduct): ProductInput => ({
  name: `${name.slice(0, maxNameLength - copySuffix.length)}${copySuffix}`,
  description: stored.description,
  basePriceCents: stored.basePriceCents,
  salePriceCents: stored.salePriceCents,
  saleStartsAt: stored.saleStartsAt,
  saleEndsAt: stored.saleEndsAt,
  categoryId: stored.categoryId,
  tags: stored.tags,
  sizesAvailable: stored.sizesAvailable,
  colorsAvailable: stored.colorsAvailable,
  images: copiedIds(stored.pictures),
  colorImages: Object.fromEntries(
    stored.colorPictures.map(({ color, pictures }) => [color, copiedIds(pictures)]),
  ),
  artwork: stored.artwork?.isTrashed === false ? stored.artwork.id : null,
  isActive: false,
  isFeatured: false,
  designInspiration: stored.designInspiration,
  careInstructions: stored.careInstructions,
  weightOunces: stored.weightOunces,
  isFinalSale: stored.isFinalSale,
  sizeGuide: stored.sizeGuide,
  canvaDesignUrl: stored.canvaDesignUrl,
  seoDescription: stored.seoDescription,
  variants: variants.map(({ size, color, priceOverrideCents, costCents, available }) => ({
    size,
    color,
    priceOverrideCents,
    costCents,
    available,
  })),
})

/**
 * Creates an inactive copy of a product with a slug and SKUs of its own, and returns its id. A retry within two minutes
 * returns the first copy, as long as the original hasn't changed.
 * @throws AppError not_found, conflict (in the trash)
 */
export function duplicateProduct(payload: Payload, user: User, id: number): Promise<number> {
  return withTransaction(payload, async (req, tx) => {
    const [stored] = await getStoredProducts(tx, [id])
    if (!stored) throw notFound('This product')
    if (stored.deletedAt)
      throw new AppError('conflict', 'This product is in the trash. Restore it to duplicate it.')
    const save = { user, id: null, input: toCopy(stored) }
    return (await findRecentDuplicate(tx, save)) ?? saveProductIn(payload, req, tx, save)
  })
}

/**
 * Saves a product in a transaction of its own. Retrying a change writes the same again; a creation that is sent again within
 * two minutes returns the first one.
 */
export function saveProduct(payload: Payload, save: ProductSave): Promise<number> {
  return withTransaction(
    payload,
    async (req, tx) =>
      (save.id === null ? await findRecentDuplicate(tx, save) : null) ??
      saveProductIn(payload, req, tx, save),
  )
}
