import { z } from 'zod'

import { catalogVariant } from './catalog'
import { newId, type ProviderContext } from './context'
import { PrintfulError, refuse } from './errors'
import { productEvent } from './events'
import type { FileRecord, ProductRecord, VariantRecord } from './state'

const MAX_VARIANTS = 100
const price = z.union([z.string().regex(/^\d+(\.\d{1,2})?$/), z.number()]).nullish()
const files = z.array(
  z.looseObject({ type: z.string().optional(), url: z.url().optional(), id: z.int().optional() }),
)

export const variantSchema = z.looseObject({
  id: z.int().optional(),
  external_id: z.string().optional(),
  variant_id: z.int().optional(),
  retail_price: price,
  sku: z.string().nullish(),
  is_ignored: z.boolean().optional(),
  files: files.optional(),
  options: z.array(z.looseObject({ id: z.string(), value: z.unknown() })).optional(),
})
const productSchema = z.looseObject({
  name: z.string().min(1).optional(),
  external_id: z.string().optional(),
  thumbnail: z.url().max(250).optional(),
  is_ignored: z.boolean().optional(),
})

export const createProductSchema = z.looseObject({
  sync_product: productSchema.extend({ name: z.string().min(1) }),
  sync_variants: z.array(variantSchema).min(1).max(MAX_VARIANTS),
})
export const updateProductSchema = z.looseObject({
  sync_product: productSchema.optional(),
  sync_variants: z.array(variantSchema).max(MAX_VARIANTS).optional(),
})

type VariantRequest = z.output<typeof variantSchema>

export function createProduct(
  context: ProviderContext,
  { sync_product, sync_variants }: z.output<typeof createProductSchema>,
): ProductRecord {
  const product: ProductRecord = {
    id: newId(context) + 300_000_000,
    externalId: sync_product.external_id ?? '',
    name: sync_product.name,
    thumbnail: sync_product.thumbnail ?? null,
    ignored: sync_product.is_ignored ?? false,
    variants: [],
  }
  product.externalId ||= product.id.toString(16)
  if (
    Object.values(context.state.products).some(
      ({ externalId }) => externalId === product.externalId,
    )
  )
    throw refuse('External ID is already in use.')
  product.variants = sync_variants.map((request) => newVariant(context, product, request))
  context.state.products[product.id] = product
  productEvent(context, product, 'product_synced')
  context.save()
  return product
}

/**
 * Only what is given changes; but if variants are given at all, those left out are
 * deleted and those without an id are created (reference, section 4).
 */
export function updateProduct(
  context: ProviderContext,
  product: ProductRecord,
  { sync_product, sync_variants }: z.output<typeof updateProductSchema>,
): void {
  // Works on copies first, so that a rejection half-way changes nothing.
  const variants = sync_variants?.map((request) => {
    if (request.id === undefined) return newVariant(context, product, request)
    const variant = product.variants.find(({ id }) => id === request.id)
    if (!variant)
      throw refuse(`Sync variant ${request.id} does not belong to this product.`, 'PR-1')
    const changed = structuredClone(variant)
    changeVariant(context, changed, request)
    return changed
  })
  if (sync_product?.name !== undefined) product.name = sync_product.name
  if (sync_product?.external_id !== undefined) product.externalId = sync_product.external_id
  if (sync_product?.thumbnail !== undefined) product.thumbnail = sync_product.thumbnail
  if (sync_product?.is_ignored !== undefined) product.ignored = sync_product.is_ignored
  if (variants) product.variants = variants
  productEvent(context, product, 'product_updated')
  context.save()
}

export function changeVariant(
  context: ProviderContext,
  variant: VariantRecord,
  request: VariantRequest,
): void {
  if (request.variant_id !== undefined) {
    if (!catalogVariant(request.variant_id))
      throw refuse(`Variant ${request.variant_id} does not exist.`, 'PR-1')
    variant.variantId = request.variant_id
  }
  if (request.retail_price !== undefined) variant.retailPrice = asPrice(request.retail_price)
  if (request.external_id !== undefined) variant.externalId = request.external_id
  if (request.sku !== undefined) variant.sku = request.sku
  if (request.is_ignored !== undefined) variant.ignored = request.is_ignored
  if (request.files) variant.files = request.files.map((file) => newFile(context, file))
  if (request.options) variant.options = request.options.map(({ id, value }) => ({ id, value }))
  context.save()
}

export function newVariant(
  context: ProviderContext,
  product: ProductRecord,
  request: VariantRequest,
): VariantRecord {
  const blank = request.variant_id === undefined ? undefined : catalogVariant(request.variant_id)
  if (!blank)
    throw refuse(
      request.variant_id === undefined
        ? 'Missing required field: variant_id'
        : `Variant ${request.variant_id} does not exist.`,
      'PR-1',
    )
  if (!request.files?.length) throw refuse('Missing required field: files', 'FL-8')
  const id = 4_900_000_000 + newId(context)
  return {
    id,
    externalId: request.external_id ?? id.toString(16),
    name: `${product.name} / ${blank.color} / ${blank.size}`,
    synced: true,
    variantId: blank.id,
    retailPrice: asPrice(request.retail_price),
    currency: 'USD',
    ignored: request.is_ignored ?? false,
    sku: request.sku ?? null,
    size: blank.size,
    color: blank.color,
    availability: 'active',
    files: request.files.map((file) => newFile(context, file)),
    options: (request.options ?? []).map(({ id: option, value }) => ({ id: option, value })),
  }
}

/** Fetched later, from the address; one that says `missing` cannot be fetched. */
function newFile(
  context: ProviderContext,
  { type, url, id }: z.output<typeof files>[number],
): FileRecord {
  if (url === undefined && id === undefined)
    throw new PrintfulError(400, 'File URL is missing', 'FL-8')
  const fresh = newId(context)
  return {
    id: id ?? fresh,
    type: type ?? 'default',
    url: url ?? null,
    picture: `art-${fresh}.png`,
    status: url?.includes('missing') ? 'failed' : 'waiting',
    readyAt: context.clock.now() + context.settings.filesMs,
  }
}

const asPrice = (value: string | number | null | undefined): string | null =>
  value === null || value === undefined ? null : Number(value).toFixed(2)
