import { and, eq, exists, inArray, isNull, or, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import {
  type LocalProduct,
  parseVariantName,
  planProductSync,
  type PrintfulSnapshot,
  type PrintfulSyncPicture,
  type PrintfulSyncProduct,
  type ProductPlan,
  productSkipReason,
  sanitizeProductName,
} from '@/modules/fulfillment/rules/printful-product'
import { importPicture } from '@/modules/media/actions/import-picture'
import { products, products_variants } from '@/payload-generated-schema'
import type { Media, Product } from '@/payload-types'
import { hashText } from '@/platform/encryption'
import { AppError } from '@/platform/errors'
import { ProviderError } from '@/platform/http/provider-error'
import { toSlug } from '@/platform/slug'
import type { SyncRow } from '@/platform/sync-engine'
import { type Db, type Tx, type TxRequest, withTransaction } from '@/platform/transaction'
import type {
  CatalogProduct,
  PrintfulGateway,
  PrintfulProduct,
  PrintfulVariant,
} from '@/providers/printful/interface'

const maxDescriptionLength = 4000
const maxListedChanges = 6

/** Reads blanks of Printful's catalog once per pass, because many products share one. */
type CatalogReader = (id: string) => Promise<CatalogProduct | null>
export function createCatalogReader(printful: PrintfulGateway): CatalogReader {
  const blanks = new Map<string, Promise<CatalogProduct | null>>()
  return (id) => {
    const blank = blanks.get(id) ?? printful.getCatalogProduct(id)
    blanks.set(id, blank)
    // A failure is not cached, so the next product tries again.
    blank.catch(() => blanks.delete(id))
    return blank
  }
}

type Picture = PrintfulSyncPicture & { url: string }
type RemoteProduct = {
  remote: PrintfulSyncProduct
  pictures: Picture[]
  hasPendingPictures: boolean
}

const shortHash = (text: string): string => hashText(text).slice(0, 20)

/** Returns the first picture of each color, or the product's thumbnail if there is none. */
function listPictures(
  product: PrintfulProduct,
  colorOf: (variant: PrintfulVariant) => string | null,
): Picture[] {
  const pictures: Picture[] = []
  for (const variant of product.variants) {
    const color = colorOf(variant)
    if (variant.picture && !pictures.some((picture) => picture.color === color))
      pictures.push({ color, ...variant.picture })
  }
  if (pictures.length > 0) return pictures
  return product.thumbnailUrl
    ? [{ color: null, key: `thumb-${shortHash(product.thumbnailUrl)}`, url: product.thumbnailUrl }]
    : []
}

/** Adds the catalog's data to a product of Printful: costs, and the sizes and colors that old products lack. */
async function readRemoteProduct(
  product: PrintfulProduct,
  catalog: CatalogReader,
): Promise<RemoteProduct> {
  const catalogProductIds = [
    ...new Set(product.variants.flatMap(({ catalogProductId }) => catalogProductId ?? [])),
  ]
  const blanks = (await Promise.all(catalogProductIds.map(catalog))).filter(
    (blank) => blank !== null,
  )
  const blankVariants = new Map(
    blanks.flatMap(({ variants }) => variants).map((variant) => [variant.id, variant]),
  )
  const blankOf = ({ catalogVariantId }: PrintfulVariant) =>
    catalogVariantId === null ? undefined : blankVariants.get(catalogVariantId)
  const fallback = (variant: PrintfulVariant) => blankOf(variant) ?? parseVariantName(variant.name)
  const colorOf = (variant: PrintfulVariant) => variant.color ?? fallback(variant).color
  const pictures = listPictures(product, colorOf)
  return {
    pictures,
    hasPendingPictures: product.variants.some(({ isPictureWaiting }) => isPictureWaiting),
    remote: {
      id: product.id,
      name: product.name,
      isIgnored: product.isIgnored,
      catalogProductIds,
      description: blanks[0]?.description?.slice(0, maxDescriptionLength) ?? null,
      pictures: pictures.map(({ color, key }) => ({ color, key })),
      variants: product.variants.map((variant) => ({
        id: variant.id,
        externalId: variant.externalId,
        catalogVariantId: variant.catalogVariantId,
        size: variant.size ?? fallback(variant).size,
        color: colorOf(variant),
        priceCents: variant.priceCents,
        currency: variant.currency,
        sku: variant.sku,
        state: variant.state,
        costCents: blankOf(variant)?.priceCents ?? null,
      })),
    },
  }
}

/**
 * Returns the id of the local product: by Printful's id, else by the external ids that the shop gave
 * the product or its variants.
 * @throws AppError conflict if it is in the trash
 */
async function findLocalProduct(db: Db, product: PrintfulProduct): Promise<number | null> {
  const variantIds = product.variants.flatMap(({ externalId }) => externalId ?? [])
  const hasVariant = exists(
    db
      .select({ id: products_variants.id })
      .from(products_variants)
      .where(
        and(
          eq(products_variants._parentID, products.id),
          inArray(products_variants.externalId, variantIds),
        ),
      ),
  )
  const [local] = await db
    .select({ id: products.id, deletedAt: products.deletedAt })
    .from(products)
    .where(
      or(
        eq(products.printfulProductId, product.id),
        and(
          isNull(products.printfulProductId),
          or(eq(products.slug, product.externalId ?? ''), hasVariant),
        ),
      ),
    )
    .orderBy(sql`${products.printfulProductId} = ${product.id} desc nulls last`, products.id)
    .limit(1)
  if (local?.deletedAt)
    throw new AppError('conflict', 'This product is in the trash. Restore it to sync it again.')
  return local?.id ?? null
}

const lockProduct = (tx: Tx, id: number) =>
  tx.select({ id: products.id }).from(products).where(eq(products.id, id)).for('update')

const idsOf = (media: readonly (number | Media)[] | null | undefined): number[] =>
  (media ?? []).map((item) => (typeof item === 'number' ? item : item.id))

type StoredSnapshots = { printful?: PrintfulSnapshot } | null

const snapshotsOf = ({ serviceSaid }: Product): StoredSnapshots =>
  (serviceSaid ?? null) as StoredSnapshots

const toLocalProduct = (product: Product): LocalProduct => ({
  name: product.name,
  basePriceCents: product.basePriceCents ?? null,
  salePriceCents: product.salePriceCents ?? null,
  isActive: product.isActive === true,
  sizes: product.sizesAvailable ?? [],
  colors: product.colorsAvailable ?? [],
  images: idsOf(product.images),
  colorImages: (product.colorImages ?? []).map(({ color, images }) => ({
    color,
    images: idsOf(images),
  })),
  variants: product.variants ?? [],
  snapshot: snapshotsOf(product)?.printful ?? null,
})

const readProduct = (payload: Payload, id: number, req?: TxRequest): Promise<Product> =>
  payload.findByID({ collection: 'products', id, depth: 0, trash: true, ...(req ? { req } : {}) })

/** Copies pictures. One that fails is null with a note, and the product is synced without it. */
async function copyPictures(
  { payload, printful }: SyncProductArgs,
  productName: string,
  pictures: readonly Picture[],
): Promise<{ mediaIds: (number | null)[]; notes: string[] }> {
  const name = sanitizeProductName(productName)
  const mediaIds: (number | null)[] = []
  const notes: string[] = []
  for (const { key, url, color } of pictures)
    try {
      mediaIds.push(
        await importPicture(payload, {
          sourceKey: `printful:${key}`,
          url,
          alt: [name, color].filter(Boolean).join(', '),
          name: toSlug(name),
          fetchFile: printful.fetchPicture,
        }),
      )
    } catch (error) {
      if (!(error instanceof AppError || error instanceof ProviderError)) throw error
      mediaIds.push(null)
      const reason =
        error instanceof ProviderError ? error.message.replace(/^\w+: /, '') : error.message
      notes.push(`Missing image${color ? ` for ${color}` : ''}: ${reason}`)
    }
  return { mediaIds, notes }
}

const toSentences = (parts: readonly string[]): string =>
  parts
    .filter(Boolean)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('. ')
const formatChanges = (changes: readonly string[]): string =>
  changes.length > maxListedChanges
    ? `${changes.slice(0, maxListedChanges - 1).join('; ')}; and ${changes.length - maxListedChanges + 1} more`
    : changes.join('; ')

const toRow = (
  { data, changes, localChanges }: ProductPlan,
  isNew: boolean,
  { productId, notes }: { productId: number | null; notes: string[] },
): SyncRow => ({
  result: isNew ? 'created' : changes.length > 0 ? 'updated' : 'unchanged',
  message:
    toSentences([
      isNew
        ? data.isActive
          ? 'new'
          : 'new, not in the shop yet: nothing available to sell'
        : formatChanges(changes),
      localChanges.length > 0 ? `your edits stay: ${localChanges.join(', ')}` : '',
      ...notes,
    ]) || undefined,
  details: { productId, changes, kept: localChanges },
})

async function saveProduct(
  req: TxRequest,
  printfulProductId: string,
  { data, snapshot }: ProductPlan,
  stored: Product | null,
): Promise<number> {
  const options = {
    collection: 'products' as const,
    data: {
      ...data,
      printfulProductId,
      syncedAt: new Date().toISOString(),
      serviceSaid: { ...(stored && snapshotsOf(stored)), printful: snapshot },
    },
    depth: 0,
    req,
  }
  const { id } = stored
    ? await req.payload.update({ ...options, id: stored.id })
    : await req.payload.create(options)
  return id
}

export type SyncProductArgs = {
  payload: Payload
  printful: PrintfulGateway
  catalog: CatalogReader
}

/**
 * Applies a Printful product to the shop, except what staff changed since the last sync. Repeating it
 * changes nothing. A preview writes nothing and copies no pictures.
 * @param existingOnly skips products that are not in the shop yet
 * @throws ProviderError, AppError
 */
export async function syncPrintfulProduct(
  args: SyncProductArgs,
  product: PrintfulProduct,
  { isPreview = false, existingOnly = false } = {},
): Promise<SyncRow> {
  const { payload, catalog } = args
  const id = await findLocalProduct(payload.db.drizzle, product)
  if (id === null && existingOnly) return { result: 'skipped', message: 'Not in the shop.' }
  const { remote, pictures, hasPendingPictures } = await readRemoteProduct(product, catalog)
  const skipReason = productSkipReason(remote)
  if (skipReason) return skipReason
  if (id === null && product.isIgnored) return { result: 'skipped', message: 'Hidden on Printful.' }
  if (id === null && remote.variants.every(({ priceCents }) => !priceCents))
    return { result: 'skipped', message: 'No price on Printful yet.' }
  const pendingNotes = hasPendingPictures ? ['Printful is still creating its image'] : []

  const current = id === null ? null : toLocalProduct(await readProduct(payload, id))
  const preview = planProductSync(current, remote, null)
  if (isPreview) return toRow(preview, id === null, { productId: id, notes: pendingNotes })

  // Pictures are copied before the transaction because downloads are slow.
  const { mediaIds, notes } = preview.needsPictures
    ? await copyPictures(args, product.name, pictures)
    : { mediaIds: null, notes: [] }
  return withTransaction(payload, async (req, tx) => {
    const lockedId = await findLocalProduct(tx, product)
    if (lockedId !== null) await lockProduct(tx, lockedId)
    const stored = lockedId === null ? null : await readProduct(payload, lockedId, req)
    const plan = planProductSync(stored && toLocalProduct(stored), remote, mediaIds)
    const productId = await saveProduct(req, product.id, plan, stored)
    return toRow(plan, stored === null, { productId, notes: [...pendingNotes, ...notes] })
  })
}

/**
 * Takes a product that Printful no longer has out of the shop. It is not deleted: orders, posts, and
 * content refer to it.
 * @returns false if it was inactive already
 */
export function deactivateProduct(payload: Payload, id: number): Promise<boolean> {
  return withTransaction(payload, async (req, tx) => {
    await lockProduct(tx, id)
    const product = await readProduct(payload, id, req)
    if (!product.isActive) return false
    const snapshots = snapshotsOf(product)
    await payload.update({
      collection: 'products',
      id,
      depth: 0,
      req,
      data: {
        isActive: false,
        syncedAt: new Date().toISOString(),
        serviceSaid: {
          ...snapshots,
          ...(snapshots?.printful
            ? { printful: { ...snapshots.printful, switchedOff: true } }
            : {}),
        },
        variants: (product.variants ?? []).map((variant) =>
          variant.printfulVariantId && variant.available !== false
            ? { ...variant, available: false, unavailableReason: 'no longer on Printful' }
            : variant,
        ),
      },
    })
    return true
  })
}
