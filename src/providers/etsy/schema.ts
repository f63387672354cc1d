import { z } from 'zod'

import { decodeEntities } from '@/platform/html-tokens'

// Responses may have more fields, and ids as numbers; only what an import needs is required.
const id = z.union([z.string().min(1).max(40), z.int()]).transform(String)
const text = z
  .string()
  .nullish()
  .transform((value) => decodeEntities(value ?? ''))
const list = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullish()
    .transform((value) => value ?? [])
const flag = z.boolean().nullish()

export const tokenResponse = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().optional().catch(undefined),
  refresh_token: z.string().min(1),
})
export const scopesResponse = z.object({ scopes: z.array(z.string()) })
export const pingResponse = z.object({ application_id: z.unknown() })
export const meResponse = z.object({ user_id: id, shop_id: id.nullish() })
export const shopResponse = z.object({
  shop_id: id,
  shop_name: z.string(),
  currency_code: z.string().nullish(),
  url: z.string().nullish(),
  listing_active_count: z.int().nullish(),
})

/** `amount / divisor` of a currency; the divisor is not always 100. */
const money = z
  .object({ amount: z.number(), divisor: z.number().positive(), currency_code: z.string() })
  .transform(({ amount, divisor, currency_code: currency }) => ({ amount, divisor, currency }))

const imageResponse = z
  .object({
    listing_image_id: id,
    url_fullxfull: z.string().nullish(),
    url_570xN: z.string().nullish(),
    alt_text: text,
    rank: z.number().nullish(),
  })
  .transform((image) => ({
    id: image.listing_image_id,
    url: image.url_fullxfull ?? image.url_570xN ?? null,
    alt: image.alt_text || null,
    rank: image.rank ?? 0,
  }))
export type EtsyImage = z.infer<typeof imageResponse>

const productResponse = z
  .object({
    sku: text,
    is_deleted: flag,
    offerings: list(
      z.object({
        quantity: z.number().nullish(),
        is_enabled: flag,
        is_deleted: flag,
        price: money.nullish(),
      }),
    ),
    property_values: list(
      z.object({
        property_id: id,
        property_name: text,
        value_ids: list(id),
        values: list(z.string()),
      }),
    ),
  })
  .transform(({ sku, is_deleted: isDeleted, offerings, property_values: properties }) => ({
    sku: sku.trim(),
    isDeleted: isDeleted === true,
    offerings: offerings.map(({ quantity, is_enabled: enabled, is_deleted: deleted, price }) => ({
      quantity: quantity ?? 0,
      isOffered: enabled !== false && deleted !== true,
      price: price ?? null,
    })),
    properties: properties.map((property) => ({
      id: property.property_id,
      name: property.property_name.trim(),
      value: decodeEntities(property.values.join(', ')).trim(),
      valueId: property.value_ids[0] ?? null,
    })),
  }))
export const inventoryResponse = z.object({ products: list(productResponse) })
export type EtsyVariation = z.infer<typeof productResponse>

const listingResponse = z
  .object({
    listing_id: id,
    title: text,
    description: text,
    state: z.string().nullish(),
    url: z.string().nullish(),
    listing_type: z.string().nullish(),
    tags: list(z.string()),
    quantity: z.number().nullish(),
    has_variations: flag,
    price: money.nullish(),
    images: z.array(imageResponse).nullish(),
    inventory: inventoryResponse.nullish(),
  })
  .transform((listing) => ({
    id: listing.listing_id,
    title: listing.title.trim(),
    /** Plain text. The rich one is not read: it is HTML that others wrote. */
    description: listing.description.trim(),
    url: listing.url ?? null,
    isDownload: listing.listing_type === 'download',
    tags: listing.tags.map((tag) => decodeEntities(tag).trim()).filter(Boolean),
    quantity: listing.quantity ?? 0,
    hasVariations: listing.has_variations === true,
    price: listing.price ?? null,
    /** Null: they were not included. */
    images: listing.images ?? null,
    /** Null: not included, or the listing has none. */
    variations: listing.inventory?.products ?? null,
  }))
export type EtsyListing = z.infer<typeof listingResponse>

export const listingsResponse = z.object({ count: z.int(), results: z.array(listingResponse) })
export const imagesResponse = z.object({ results: z.array(imageResponse) })
export const inventoriesResponse = z.object({
  results: z.array(z.object({ listing_id: id, inventory: inventoryResponse.nullish() })),
})
export const variationImagesResponse = z.object({
  results: z.array(
    z.object({ property_id: id.nullish(), value_id: id.nullish(), value: text, image_id: id }),
  ),
})
