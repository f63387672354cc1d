import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { saveProductIn } from '@/modules/catalog/actions/save-product'
import { getStoredProducts, type StoredProduct } from '@/modules/catalog/queries/admin-products'
import type { ProductInput } from '@/modules/catalog/schemas/admin-products'
import {
  containsWord,
  type ImportedProduct,
  parseListing,
} from '@/modules/integrations/rules/etsy-listing'
import { importPicture } from '@/modules/media/actions/import-picture'
import type { User } from '@/payload-types'
import {
  connectionErrorMessage,
  notConnectedError,
  requireCredentials,
} from '@/platform/connections/credentials'
import { AppError } from '@/platform/errors'
import { formatMoney } from '@/platform/money'
import { toSlug } from '@/platform/slug'
import type { SyncJob, SyncRow, SyncRun } from '@/platform/sync-engine'
import { type Tx, withTransaction } from '@/platform/transaction'
import { getProviders } from '@/providers'
import type { EtsyGateway } from '@/providers/etsy/client'
import type { EtsyListing } from '@/providers/etsy/schema'

import {
  compareListing,
  type ImportedListing,
  isMissingPictures,
  type ListingSnapshot,
  toProductInput,
} from './listing-changes'
import { withAccountTokens } from './oauth-accounts'
import { getSyncActor } from './sync-actor'

const pageSize = 100
/** Pages overlap by as many: what is sold meanwhile moves the rest up, onto pages that were read. */
const overlap = 10
const mostPictures = 10
const dollars = (cents: number): number => cents / 100

/** `recovery`: those with one of the shop's words. `limit` and `skip` count the newest active listings. */
export type EtsyImportOptions = { only?: 'recovery'; limit?: number; skip?: number }

type Found = { id: number; isGone: boolean; said: ImportedListing | null }
const findProduct = async (
  db: Payload['db']['drizzle'] | Tx,
  listingId: string,
): Promise<Found | null> => {
  const {
    rows: [row],
  } = await db.execute(
    sql`select id, deleted_at is not null as "isGone", service_said->'etsy' as said from products where etsy_listing_id = ${listingId}`,
  )
  return (row as Found | undefined) ?? null
}

/** SKUs that are free: Etsy's are only unique within a listing, if that. */
const freeSkus = async (
  tx: Tx,
  product: ImportedProduct,
  productId: number | null,
): Promise<ImportedProduct> => {
  const skus = product.variants.flatMap(({ sku }) => sku ?? [])
  const { rows } = await tx.execute(sql`
    select sku from products_variants where _parent_id <> ${productId ?? 0} and sku in (select json_array_elements_text(${JSON.stringify(skus)}::json))`)
  const taken = new Set([
    ...rows.map(({ sku }) => String(sku)),
    ...skus.filter((sku, index) => skus.indexOf(sku) !== index || sku.length > 100),
  ])
  return {
    ...product,
    variants: product.variants.map((variant) =>
      variant.sku && taken.has(variant.sku) ? { ...variant, sku: null } : variant,
    ),
  }
}

/** Remembers what Etsy said, beside what other services say of the same product. */
const remember = (tx: Tx, id: number, listingId: string, said: ImportedListing): Promise<unknown> =>
  tx.execute(sql`
  update products set etsy_listing_id = ${listingId}, synced_at = now(),
    service_said = coalesce(service_said, '{}'::jsonb) || jsonb_build_object('etsy', ${JSON.stringify(said)}::jsonb) where id = ${id}`)

/** Listings of the connected Etsy shop as products that are not for sale yet. Each is written in one transaction, known by its listing's id. */
export async function importEtsyListings(
  payload: Payload,
  run: SyncRun,
): Promise<SyncJob<EtsyListing>> {
  const { keys, accountId } = await requireCredentials(payload.db.drizzle, 'etsy')
  if (!accountId) throw notConnectedError('etsy')
  const [etsy, person, settings]: [EtsyGateway, User, { etsyKeywords?: string[] | null }] = [
    getProviders().etsy(keys),
    await getSyncActor(payload, run),
    await payload.findGlobal({ slug: 'shop-settings', depth: 0 }),
  ]
  const { only, limit, skip = 0 } = run.options as EtsyImportOptions
  const words = settings.etsyKeywords ?? []

  const picturesOf = async (
    listing: EtsyListing,
  ): Promise<{ ids: Map<string, number>; notes: string[] }> => {
    const ids = new Map<string, number>()
    const notes: string[] = []
    for (const image of [...(listing.images ?? [])]
      .sort((one, other) => one.rank - other.rank)
      .slice(0, mostPictures)) {
      try {
        if (!image.url) throw new AppError('invalid', 'Etsy gives no link for it.')
        ids.set(
          image.id,
          await importPicture(payload, {
            sourceKey: `etsy:${image.id}`,
            url: image.url,
            alt: image.alt,
            name: listing.title.slice(0, 60),
            fetchFile: etsy.fetchPicture,
          }),
        )
      } catch (error) {
        notes.push(`A picture is missing: ${connectionErrorMessage('etsy', error)}`)
      }
    }
    return { ids, notes: [...new Set(notes)] }
  }

  const colorImagesOf = async (
    listing: EtsyListing,
    colors: readonly string[],
    ids: Map<string, number>,
  ): Promise<Record<string, number[]>> => {
    if (colors.length === 0 || ids.size < 2) return {}
    const images = await withAccountTokens(payload, 'etsy', ({ accessToken }) =>
      etsy.variationImages(accessToken, accountId, listing.id),
    )
    return Object.fromEntries(
      colors.flatMap((color) => {
        const found = images
          .filter(({ value }) => value === color)
          .flatMap(({ imageId }) => ids.get(imageId) ?? [])
        return found.length > 0 ? [[color, found]] : []
      }),
    )
  }

  const create = async (
    listing: EtsyListing,
    product: ImportedProduct,
    notes: string[],
  ): Promise<SyncRow> => {
    const pictures = await picturesOf(listing)
    const colorImages = await colorImagesOf(listing, product.colors, pictures.ids)
    const id = await withTransaction(payload, async (req, tx) => {
      const input: ProductInput = {
        ...toProductInput(await freeSkus(tx, product, null)),
        isActive: false,
        images: [...pictures.ids.values()],
        colorImages,
        slug: slugOf(product.name, listing.id),
      }
      const made = await saveProductIn(payload, req, tx, { user: person, id: null, input })
      await remember(tx, made, listing.id, {
        ...product,
        pictures: idsOf(listing),
        pictureIds: [...pictures.ids.values()],
      })
      return made
    })
    return {
      result: 'created',
      message: [...notes, ...pictures.notes].join(' ') || undefined,
      details: { productId: id, ...facts(product, pictures.ids.size) },
    }
  }

  const change = async (
    listing: EtsyListing,
    { id, said }: Found,
    product: ImportedProduct,
    notes: string[],
  ): Promise<SyncRow> => {
    const kept = (await getStoredProducts(payload.db.drizzle, [id]))[0] as StoredProduct
    const theirs: ListingSnapshot = { ...product, pictures: idsOf(listing) }
    const { fields, input } = compareListing(kept, said, theirs)
    const isNews = fields.includes('pictures')
    const pictures =
      !run.isPreview && (isNews || isMissingPictures(kept, said, theirs))
        ? await picturesOf(listing)
        : null
    const cameAlong = !isNews && pictures !== null && pictures.ids.size > kept.pictures.length
    const changes = cameAlong ? [...fields, 'pictures'] : fields
    const details = { productId: id, ...facts(product, listing.images?.length ?? 0), changes }
    const message =
      [
        ...(changes.length > 0 ? notes : []),
        ...(cameAlong ? ['A picture that was missing came along this time.'] : []),
        ...(pictures?.notes ?? []),
      ].join(' ') || undefined
    if (changes.length === 0) return { result: 'unchanged', message, details }
    if (run.isPreview) return { result: 'updated', message, details }
    const fresh = isNews || cameAlong ? pictures : null
    const colorImages =
      fresh && kept.colorPictures.every(({ pictures: own }) => own.length === 0)
        ? await colorImagesOf(listing, product.colors, fresh.ids)
        : null
    await withTransaction(payload, async (req, tx) => {
      const wanted = {
        ...input,
        ...(fresh ? { images: [...fresh.ids.values()] } : {}),
        ...(colorImages ? { colorImages } : {}),
      }
      await saveProductIn(payload, req, tx, {
        user: person,
        id,
        input: wanted,
        expectUnchanged: (updatedAt) => {
          if (updatedAt !== kept.updatedAt)
            throw new AppError(
              'version_conflict',
              'Somebody changed it at this very moment. Import again.',
            )
        },
      })
      await remember(tx, id, listing.id, {
        ...theirs,
        pictureIds: fresh ? [...fresh.ids.values()] : (said?.pictureIds ?? []),
      })
    })
    return { result: 'updated', message, details }
  }

  return {
    page: async (cursor) => {
      const offset = typeof cursor === 'number' ? cursor : skip
      const size = Math.min(pageSize, limit === undefined ? pageSize : skip + limit - offset)
      const { total, listings } = await withAccountTokens(payload, 'etsy', ({ accessToken }) =>
        etsy.listings(accessToken, accountId, { limit: size, offset }),
      )
      const end = offset + listings.length
      const isOver =
        listings.length === 0 || end >= total || (limit !== undefined && end >= skip + limit)
      return {
        items:
          only === 'recovery'
            ? listings.filter(({ title, tags, description }) =>
                containsWord([title, ...tags, description].join('\n'), words),
              )
            : listings,
        total:
          only === 'recovery' ? undefined : Math.max(0, Math.min(total - skip, limit ?? total)),
        next: isOver ? null : Math.max(offset + 1, end - overlap),
      }
    },
    keyOf: ({ id }) => id,
    labelOf: ({ title }) => title,
    each: async (listing) => {
      const reading = parseListing(listing)
      if ('refused' in reading) return { result: 'skipped', message: reading.refused }
      const found = await findProduct(payload.db.drizzle, listing.id)
      if (found?.isGone)
        return {
          result: 'skipped',
          message: 'It is in the trash here. Restore it there to have it again.',
          details: { productId: found.id },
        }
      if (found) return change(listing, found, reading.product, reading.notes)
      return run.isPreview
        ? {
            result: 'created',
            message: reading.notes.join(' ') || undefined,
            details: facts(reading.product, listing.images?.length ?? 0),
          }
        : create(listing, reading.product, reading.notes)
    },
    summary: ({ created, updated, unchanged, skipped, failed }) => {
      const others = [
        [updated, 'updated'],
        [unchanged, 'unchanged'],
        [skipped, 'left out'],
        [failed, 'failed'],
      ] as const
      const more = others
        .flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : []))
        .join(', ')
      const head = `${created} ${created === 1 ? 'product' : 'products'} ${run.isPreview ? 'would be imported' : 'imported'} from Etsy`
      return `${head}${more ? ` (${more})` : ''}.`
    },
  }
}

const slugOf = (name: string, listingId: string): string =>
  `${toSlug(name).slice(0, 120).replace(/-$/, '') || 'etsy'}-${listingId}`
const idsOf = (listing: EtsyListing): string[] =>
  (listing.images ?? []).slice(0, mostPictures).map(({ id }) => id)
const facts = (product: ImportedProduct, pictures: number) => ({
  name: product.name,
  price: formatMoney(product.basePriceCents),
  basePrice: dollars(product.basePriceCents),
  sizes: product.sizes,
  colors: product.colors,
  pictures,
})
