import { eq, inArray, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { saveProductIn } from '@/modules/catalog/actions/save-product'
import { getStoredProducts, type StoredProduct } from '@/modules/catalog/queries/admin-products'
import {
  containsWord,
  type ImportedProduct,
  parseListing,
} from '@/modules/integrations/rules/etsy-listing'
import { importPicture } from '@/modules/media/actions/import-picture'
import { products, products_variants } from '@/payload-generated-schema'
import type { User } from '@/payload-types'
import {
  connectionErrorMessage,
  notConnectedError,
  requireCredentials,
} from '@/platform/connections/credentials'
import { AppError } from '@/platform/errors'
import { formatMoney } from '@/platform/money'
import { shortSlug } from '@/platform/slug'
import type { SyncJob, SyncPage, SyncRow, SyncRun } from '@/platform/sync-engine'
import { type Tx, withTransaction } from '@/platform/transaction'
import type { EtsyGateway } from '@/providers/etsy/client'
import type { EtsyListing } from '@/providers/etsy/schema'

import { getSyncActor, summarizeImport } from './import-run'
import {
  compareListing,
  type ImportedListing,
  isMissingPictures,
  leaveOutPricesBelowSale,
  type ListingSnapshot,
  toProductInput,
} from './listing-changes'
import { type IntegrationArgs, withAccountTokens } from './oauth-accounts'

const pageSize = 100
/** Pages overlap, because a sale in the meantime moves listings from the next page to one that was already read. */
const pageOverlap = 10
const maxPictures = 10
const maxSkuLength = 100

/** `recovery`: only listings with one of the shop's keywords. `limit` and `skip` count the newest active listings. */
type EtsyImportOptions = { only?: 'recovery'; limit?: number; skip?: number }

type EtsyImport = IntegrationArgs & {
  etsy: EtsyGateway
  shopId: string
  actor: User
  isPreview: boolean
}
type ParsedListing = { listing: EtsyListing; product: ImportedProduct; notes: string[] }
type ExistingProduct = { id: number; deletedAt: string | null; last: ImportedListing | null }

async function findProduct(
  { db }: Payload,
  listingId: string,
): Promise<ExistingProduct | undefined> {
  const [row] = await db.drizzle
    .select({
      id: products.id,
      deletedAt: products.deletedAt,
      last: sql<ImportedListing | null>`${products.serviceSaid}->'etsy'`,
    })
    .from(products)
    .where(eq(products.etsyListingId, listingId))
  return row
}

/** Removes SKUs that are taken: Etsy's are at most unique within a listing. */
async function removeUsedSkus(tx: Tx, product: ImportedProduct): Promise<ImportedProduct> {
  const skus = product.variants.flatMap(({ sku }) => sku ?? [])
  const rows = await tx
    .select({ sku: products_variants.sku })
    .from(products_variants)
    .where(inArray(products_variants.sku, skus))
  const unusable = new Set([
    ...rows.map(({ sku }) => sku),
    ...skus.filter((sku, index) => skus.indexOf(sku) !== index || sku.length > maxSkuLength),
  ])
  return {
    ...product,
    variants: product.variants.map((variant) =>
      unusable.has(variant.sku) ? { ...variant, sku: null } : variant,
    ),
  }
}

/** Stores Etsy's snapshot, next to those of other services. */
const storeSnapshot = (tx: Tx, id: number, listingId: string, snapshot: ImportedListing) =>
  tx
    .update(products)
    .set({
      etsyListingId: listingId,
      syncedAt: sql`now()`,
      serviceSaid: sql`coalesce(${products.serviceSaid}, '{}'::jsonb) || ${JSON.stringify({ etsy: snapshot })}::jsonb`,
    })
    .where(eq(products.id, id))

type CopiedPictures = { mediaIds: Map<string, number>; notes: string[] }

/** Copies a listing's pictures; one that fails is left out with a note. */
async function copyPictures(
  { payload, etsy }: EtsyImport,
  { images, title }: EtsyListing,
): Promise<CopiedPictures> {
  const mediaIds = new Map<string, number>()
  const notes = new Set<string>()
  const sorted = [...(images ?? [])].sort((one, other) => one.rank - other.rank)
  for (const { id, url, alt } of sorted.slice(0, maxPictures)) {
    try {
      if (!url) throw new AppError('invalid', 'Etsy didn’t provide an image link.')
      mediaIds.set(
        id,
        await importPicture(payload, {
          sourceKey: `etsy:${id}`,
          url,
          alt,
          name: title.slice(0, 60),
          fetchFile: etsy.fetchPicture,
        }),
      )
    } catch (error) {
      notes.add(`Missing image: ${connectionErrorMessage('etsy', error)}`)
    }
  }
  return { mediaIds, notes: [...notes] }
}

/** Returns the copied pictures of each color. */
async function readColorImages(
  run: EtsyImport,
  listingId: string,
  colors: readonly string[],
  mediaIds: CopiedPictures['mediaIds'],
): Promise<Record<string, number[]>> {
  if (colors.length === 0 || mediaIds.size < 2) return {}
  const images = await withAccountTokens(run, 'etsy', ({ accessToken }) =>
    run.etsy.variationImages(accessToken, run.shopId, listingId),
  )
  return Object.fromEntries(
    colors.flatMap((color) => {
      const ids = images
        .filter(({ value }) => value === color)
        .flatMap(({ imageId }) => mediaIds.get(imageId) ?? [])
      return ids.length > 0 ? [[color, ids]] : []
    }),
  )
}

const toSnapshot = ({ listing, product }: ParsedListing): ListingSnapshot => ({
  ...product,
  pictures: (listing.images ?? []).slice(0, maxPictures).map(({ id }) => id),
})

const describeProduct = (product: ImportedProduct, pictures: number) => ({
  name: product.name,
  price: formatMoney(product.basePriceCents),
  basePrice: product.basePriceCents / 100,
  sizes: product.sizes,
  colors: product.colors,
  pictures,
})

async function createProduct(run: EtsyImport, parsed: ParsedListing): Promise<SyncRow> {
  const { listing, product, notes } = parsed
  const { mediaIds, notes: pictureNotes } = await copyPictures(run, listing)
  const colorImages = await readColorImages(run, listing.id, product.colors, mediaIds)
  const images = [...mediaIds.values()]
  const productId = await withTransaction(run.payload, async (req, tx) => {
    const id = await saveProductIn(run.payload, req, tx, {
      user: run.actor,
      id: null,
      input: {
        ...toProductInput(await removeUsedSkus(tx, product)),
        isActive: false,
        images,
        colorImages,
        slug: `${shortSlug(product.name, 120) || 'etsy'}-${listing.id}`,
      },
    })
    await storeSnapshot(tx, id, listing.id, { ...toSnapshot(parsed), pictureIds: images })
    return id
  })
  return {
    result: 'created',
    message: [...notes, ...pictureNotes].join(' ') || undefined,
    details: { productId, ...describeProduct(product, mediaIds.size) },
  }
}

/** Writes the changes, unless the product was saved since `stored` was read. */
async function writeChanges(
  run: EtsyImport,
  parsed: ParsedListing,
  stored: StoredProduct,
  last: ImportedListing | null,
  input: ReturnType<typeof compareListing>['input'],
  mediaIds: CopiedPictures['mediaIds'] | null,
): Promise<void> {
  const { listing, product } = parsed
  const images = mediaIds && [...mediaIds.values()]
  const colorImages =
    mediaIds && stored.colorPictures.every(({ pictures }) => pictures.length === 0)
      ? await readColorImages(run, listing.id, product.colors, mediaIds)
      : null
  await withTransaction(run.payload, async (req, tx) => {
    await saveProductIn(run.payload, req, tx, {
      user: run.actor,
      id: stored.id,
      input: { ...input, ...(images ? { images } : {}), ...(colorImages ? { colorImages } : {}) },
      expectUnchanged: (updatedAt) => {
        if (updatedAt !== stored.updatedAt)
          throw new AppError(
            'version_conflict',
            'Someone changed this product during the import. Import it again.',
          )
      },
    })
    await storeSnapshot(tx, stored.id, listing.id, {
      ...toSnapshot(parsed),
      pictureIds: images ?? last?.pictureIds ?? [],
    })
  })
}

async function updateProduct(
  run: EtsyImport,
  parsed: ParsedListing,
  { id, last }: ExistingProduct,
): Promise<SyncRow> {
  const { listing } = parsed
  const [stored] = await getStoredProducts(run.payload.db.drizzle, [id])
  if (!stored) throw new Error(`Product ${id} was deleted during the import.`)
  const product = leaveOutPricesBelowSale(stored, last, parsed.product)
  const snapshot = toSnapshot({ ...parsed, product })
  const { fields, input } = compareListing(stored, last, snapshot)
  const picturesChanged = fields.includes('pictures')
  const copied =
    !run.isPreview && (picturesChanged || isMissingPictures(stored, last, snapshot))
      ? await copyPictures(run, listing)
      : null
  const addsMissing =
    !picturesChanged && copied !== null && copied.mediaIds.size > stored.pictures.length
  const changes = addsMissing ? [...fields, 'pictures'] : fields
  const details = {
    productId: id,
    ...describeProduct(parsed.product, listing.images?.length ?? 0),
    changes,
  }
  const message =
    [
      ...(changes.length > 0 ? parsed.notes : []),
      ...(product === parsed.product
        ? []
        : ['Kept our price: Etsy’s isn’t above the sale price here.']),
      ...(addsMissing ? ['Added an image that was missing.'] : []),
      ...(copied?.notes ?? []),
    ].join(' ') || undefined
  if (changes.length === 0) return { result: 'unchanged', message, details }
  if (!run.isPreview) {
    const mediaIds = picturesChanged || addsMissing ? (copied?.mediaIds ?? null) : null
    await writeChanges(run, { ...parsed, product }, stored, last, input, mediaIds)
  }
  return { result: 'updated', message, details }
}

async function importListing(run: EtsyImport, listing: EtsyListing): Promise<SyncRow> {
  const result = parseListing(listing)
  if ('refused' in result) return { result: 'skipped', message: result.refused }
  const { product, notes } = result
  const parsed = { listing, product, notes }
  const existing = await findProduct(run.payload, listing.id)
  if (existing?.deletedAt)
    return {
      result: 'skipped',
      message: 'In the trash. Restore it to import it again.',
      details: { productId: existing.id },
    }
  if (existing) return updateProduct(run, parsed, existing)
  if (!run.isPreview) return createProduct(run, parsed)
  return {
    result: 'created',
    message: notes.join(' ') || undefined,
    details: describeProduct(product, listing.images?.length ?? 0),
  }
}

async function readPage(
  run: EtsyImport,
  { only, limit, skip = 0 }: EtsyImportOptions,
  keywords: readonly string[],
  cursor: unknown,
): Promise<SyncPage<EtsyListing>> {
  const offset = typeof cursor === 'number' ? cursor : skip
  const size = Math.min(pageSize, limit === undefined ? pageSize : skip + limit - offset)
  const { total, listings } = await withAccountTokens(run, 'etsy', ({ accessToken }) =>
    run.etsy.listings(accessToken, run.shopId, { limit: size, offset }),
  )
  const end = offset + listings.length
  const isLast =
    listings.length === 0 || end >= total || (limit !== undefined && end >= skip + limit)
  const next = isLast ? null : Math.max(offset + 1, end - pageOverlap)
  if (only === 'recovery')
    return {
      items: listings.filter(({ title, tags, description }) =>
        containsWord([title, ...tags, description].join('\n'), keywords),
      ),
      next,
    }
  return { items: listings, total: Math.max(0, Math.min(total - skip, limit ?? total)), next }
}

/** Sync job: imports listings of the connected Etsy shop as products that are not for sale yet. They are matched by listing id. */
export async function importEtsyListings(
  args: IntegrationArgs,
  run: SyncRun,
): Promise<SyncJob<EtsyListing>> {
  const { payload, providers } = args
  const { keys, accountId } = await requireCredentials(payload.db.drizzle, 'etsy')
  if (!accountId) throw notConnectedError('etsy')
  const etsyImport: EtsyImport = {
    ...args,
    etsy: providers.etsy(keys),
    shopId: accountId,
    actor: await getSyncActor(payload, run),
    isPreview: run.isPreview,
  }
  const { etsyKeywords } = await payload.findGlobal({ slug: 'shop-settings', depth: 0 })
  const options = run.options as EtsyImportOptions
  return {
    page: (cursor) => readPage(etsyImport, options, etsyKeywords ?? [], cursor),
    keyOf: ({ id }) => id,
    labelOf: ({ title }) => title,
    each: (listing) => importListing(etsyImport, listing),
    summary: (counts) => summarizeImport('Etsy', 'product', run.isPreview, counts, 'unchanged'),
  }
}
