import { createHash } from 'node:crypto'

import { sql } from '@payloadcms/db-postgres'
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
import type { Product } from '@/payload-types'
import { AppError } from '@/platform/errors'
import { ProviderError } from '@/platform/http/provider-error'
import { toSlug } from '@/platform/slug'
import type { SyncRow } from '@/platform/sync-engine'
import { type Tx, type TxRequest, withTransaction } from '@/platform/transaction'
import type {
  CatalogProduct,
  PrintfulGateway,
  PrintfulProduct,
  PrintfulVariant,
} from '@/providers/printful/interface'

/** The blanks that products are printed on, read once for each pass: many products share one. */
export type CatalogReader = (id: string) => Promise<CatalogProduct | null>
export function createCatalogReader(printful: PrintfulGateway): CatalogReader {
  const known = new Map<string, Promise<CatalogProduct | null>>()
  return (id) => {
    const asked = known.get(id) ?? printful.getCatalogProduct(id)
    known.set(id, asked)
    // A failure is not kept: the next product asks again.
    asked.catch(() => known.delete(id))
    return asked
  }
}

type Picture = PrintfulSyncPicture & { url: string }
type Read = { theirs: PrintfulSyncProduct; pictures: Picture[]; waiting: number }

const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 20)

/** One picture for each color, the first there is; without any, the product's thumbnail. */
const picturesOf = (
  product: PrintfulProduct,
  colorOf: (variant: PrintfulVariant) => string | null,
): Picture[] => {
  const found: Picture[] = []
  for (const variant of product.variants) {
    const color = colorOf(variant)
    if (variant.picture && !found.some((picture) => picture.color === color))
      found.push({ color, ...variant.picture })
  }
  if (found.length > 0) return found
  return product.thumbnailUrl
    ? [{ color: null, key: `thumb-${shortHash(product.thumbnailUrl)}`, url: product.thumbnailUrl }]
    : []
}

/** Printful's product with what the catalog adds: sizes and colors that old products do not say, and what each piece costs us. */
const readTheirs = async (product: PrintfulProduct, catalog: CatalogReader): Promise<Read> => {
  const catalogProductIds = [
    ...new Set(product.variants.flatMap(({ catalogProductId }) => catalogProductId ?? [])),
  ]
  const blanks = (await Promise.all(catalogProductIds.map(catalog))).filter(
    (blank) => blank !== null,
  )
  const blankOf = (variant: PrintfulVariant) =>
    blanks.flatMap(({ variants }) => variants).find(({ id }) => id === variant.catalogVariantId)
  const fallback = (variant: PrintfulVariant) => blankOf(variant) ?? parseVariantName(variant.name)
  const colorOf = (variant: PrintfulVariant) => variant.color ?? fallback(variant).color
  const pictures = picturesOf(product, colorOf)
  return {
    pictures,
    waiting: product.variants.filter(({ isPictureWaiting }) => isPictureWaiting).length,
    theirs: {
      id: product.id,
      name: product.name,
      isIgnored: product.isIgnored,
      catalogProductIds,
      description: blanks[0]?.description?.slice(0, 4000) ?? null,
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

/** Ours that belongs to theirs: by its id, else by the ids we gave it or its variants. */
const findOurs = async (
  db: Tx | Payload['db']['drizzle'],
  product: PrintfulProduct,
): Promise<number | null> => {
  const externals = product.variants.flatMap(({ externalId }) => externalId ?? [])
  const { rows } = await db.execute(sql`
    select p.id, p.deleted_at is not null as gone from products p where p.printful_product_id = ${product.id}
      or (p.printful_product_id is null and (p.slug = ${product.externalId ?? ''} or exists (
        select from products_variants v where v._parent_id = p.id and v.external_id in (select jsonb_array_elements_text(${JSON.stringify(externals)}::jsonb)))))
    order by p.printful_product_id = ${product.id} desc nulls last, p.id limit 1`)
  const row = rows[0] as { id: number; gone: boolean } | undefined
  if (row?.gone)
    throw new AppError(
      'conflict',
      'It is in the trash here. Restore it there to have it synced again.',
    )
  return row ? Number(row.id) : null
}

const idsOf = (list: unknown): number[] =>
  ((list as (number | { id: number })[] | null) ?? []).map((one) =>
    typeof one === 'number' ? one : one.id,
  )

/** A product here as the plan looks at it; `said` may come from another service, and counts only when it is Printful's. */
const toOurs = (product: Product): LocalProduct => ({
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
  said: (product.serviceSaid as { printful?: PrintfulSnapshot } | null)?.printful ?? null,
})

const readOurs = (payload: Payload, id: number, req?: TxRequest): Promise<Product> =>
  payload.findByID({ collection: 'products', id, depth: 0, trash: true, ...(req ? { req } : {}) })

/** Each picture copied or refused; what is refused is told, and the product goes on without it. Trouble of Printful's is thrown. */
const copyAll = async (
  payload: Payload,
  printful: PrintfulGateway,
  name: string,
  pictures: readonly Picture[],
): Promise<{ copied: (number | null)[]; refused: string[] }> => {
  const copied: (number | null)[] = []
  const refused: string[] = []
  for (const { key, url, color } of pictures)
    try {
      copied.push(
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
      copied.push(null)
      refused.push(
        `the picture${color ? ` of ${color}` : ''}: ${error instanceof ProviderError ? error.message.replace(/^\w+: /, '') : error.message}`,
      )
    }
  return { copied, refused }
}

const sentence = (parts: readonly string[]): string =>
  parts
    .filter(Boolean)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('. ')
const listed = (changes: readonly string[]): string =>
  changes.length > 6
    ? `${changes.slice(0, 5).join('; ')}; and ${changes.length - 5} more`
    : changes.join('; ')

const toRow = (
  plan: ProductPlan,
  isNew: boolean,
  { productId, notes }: { productId: number | null; notes: string[] },
): SyncRow => ({
  result: isNew ? 'created' : plan.changes.length > 0 ? 'updated' : 'unchanged',
  message:
    sentence([
      isNew
        ? plan.data.isActive
          ? 'new'
          : 'new, and not in the shop yet: nothing of it can be bought'
        : listed(plan.changes),
      plan.kept.length > 0 ? `kept as changed here: ${plan.kept.join(', ')}` : '',
      ...notes,
    ]) || undefined,
  details: { productId, changes: plan.changes, kept: plan.kept },
})

const write = async (
  req: TxRequest,
  tx: Tx,
  id: number | null,
  product: PrintfulProduct,
  plan: ProductPlan,
  before: Product | null,
): Promise<number> => {
  const { payload } = req
  const data = {
    ...plan.data,
    printfulProductId: product.id,
    syncedAt: new Date().toISOString(),
    serviceSaid: { ...(before?.serviceSaid as object | null), printful: plan.said },
  } as unknown as Product
  const options = { collection: 'products' as const, data, depth: 0, req }
  return (id === null ? await payload.create(options) : await payload.update({ ...options, id })).id
}

type Args = { payload: Payload; printful: PrintfulGateway; catalog: CatalogReader }

/**
 * Makes one product here what it is at Printful, except what staff changed since the last time. Again, it changes
 * nothing. In a preview nothing is written, and pictures are only counted.
 * @param onlyKnown does nothing for products that are not here yet
 * @throws ProviderError, AppError
 */
export async function syncPrintfulProduct(
  { payload, printful, catalog }: Args,
  product: PrintfulProduct,
  { isPreview = false, onlyKnown = false } = {},
): Promise<SyncRow> {
  const found = await findOurs(payload.db.drizzle, product)
  if (found === null && onlyKnown) return { result: 'skipped', message: 'It is not in the shop.' }
  const { theirs, pictures, waiting } = await readTheirs(product, catalog)
  const refusal = productSkipReason(theirs)
  if (refusal) return refusal
  if (found === null && product.isIgnored)
    return { result: 'skipped', message: 'It is hidden at Printful.' }
  if (found === null && theirs.variants.every(({ priceCents }) => !priceCents))
    return { result: 'skipped', message: 'It has no price at Printful yet.' }
  const notes = waiting > 0 ? ['Printful is still making its picture'] : []

  const before = found === null ? null : await readOurs(payload, found)
  const preview = planProductSync(before && toOurs(before), theirs, null)
  if (isPreview) return toRow(preview, found === null, { productId: found, notes })

  // Outside the transaction: pictures take their time.
  const wantsPictures = preview.changes.some((change) => /^\d+ pictures?$/.test(change))
  const { copied, refused } = wantsPictures
    ? await copyAll(payload, printful, sanitizeProductName(product.name), pictures)
    : { copied: null, refused: [] }
  return withTransaction(payload, async (req, tx) => {
    const id = await findOurs(tx, product)
    if (id !== null) await tx.execute(sql`select 1 from products where id = ${id} for update`)
    const stored = id === null ? null : await readOurs(payload, id, req)
    const plan = planProductSync(stored && toOurs(stored), theirs, copied)
    const productId = await write(req, tx, id, product, plan, stored)
    return toRow(plan, id === null, {
      productId,
      notes: [...notes, ...refused.map((why) => `Without ${why}`)],
    })
  })
}

/** Takes a product that Printful no longer has out of the shop. It stays here: orders, posts and texts refer to it. */
export function deactivateProduct(payload: Payload, id: number): Promise<boolean> {
  return withTransaction(payload, async (req, tx) => {
    await tx.execute(sql`select 1 from products where id = ${id} for update`)
    const product = await readOurs(payload, id, req)
    const said = (product.serviceSaid as { printful?: PrintfulSnapshot } | null)?.printful
    if (!product.isActive) return false
    await payload.update({
      collection: 'products',
      id,
      depth: 0,
      req,
      data: {
        isActive: false,
        syncedAt: new Date().toISOString(),
        serviceSaid: {
          ...(product.serviceSaid as object | null),
          ...(said ? { printful: { ...said, switchedOff: true } } : {}),
        },
        variants: (product.variants ?? []).map((variant) =>
          variant.printfulVariantId && variant.available !== false
            ? { ...variant, available: false, unavailableReason: 'no longer at Printful' }
            : variant,
        ),
      },
    })
    return true
  })
}
