import { z } from 'zod'

import type { ConnectionKeyValues } from '@/platform/connections/definitions'
import {
  createHttpClient,
  errorKindFromStatus,
  type ErrorMapping,
  type HttpClient,
  parseRetryAfter,
  type ProviderResponse,
} from '@/platform/http/client'
import {
  expiredAccessTokenIssue,
  isNotFound,
  nullIfNotFound,
  statusMessage,
} from '@/platform/http/provider-error'
import { createSafeFetch } from '@/platform/http/safe-fetch'

import {
  type EtsyImage,
  type EtsyListing,
  type EtsyVariation,
  imagesResponse,
  inventoriesResponse,
  inventoryResponse,
  listingsResponse,
  meResponse,
  pingResponse,
  shopResponse,
  variationImagesResponse,
} from './schema'

type EtsyShop = { id: string; name: string; url: string | null; activeListings: number | null }
/** A picture linked to one value of a variation, such as a color. */
type EtsyVariationImage = { value: string; valueId: string | null; imageId: string }

/** Etsy's API as far as the shop uses it. `token` is a valid access token. */
export type EtsyGateway = {
  /** Checks the app's keys without a sign-in. @throws ProviderError sign-in */
  checkKeys: () => Promise<void>
  /** Returns the shop of the connected user; null if they have none. */
  myShop: (token: string) => Promise<EtsyShop | null>
  /** Lists active listings with pictures and variations. `limit` is at most 100. */
  listings: (
    token: string,
    shopId: string,
    range: { limit: number; offset: number },
  ) => Promise<{ total: number; listings: EtsyListing[] }>
  variationImages: (
    token: string,
    shopId: string,
    listingId: string,
  ) => Promise<EtsyVariationImage[]>
  fetchPicture: (url: string) => Promise<Buffer>
}

const optionalText = z.string().optional().catch(undefined)
const errorResponse = z
  .object({ error: optionalText, error_description: optionalText })
  .transform(({ error, error_description: description }) =>
    [error, description]
      .filter((part) => part !== undefined)
      .join(': ')
      .slice(0, 200),
  )

/** Maps Etsy's errors (reference, sections 1, 3, and 8). */
export function mapEtsyError({ status, headers, body }: ProviderResponse): ErrorMapping {
  const kind = errorKindFromStatus(status)
  if (!kind) return null
  const message = errorResponse.safeParse(body).data || statusMessage(status)
  if (status === 401 && /invalid_token|access token/i.test(message))
    return { message, kind: 'sign-in', issue: expiredAccessTokenIssue }
  if (/invalid_grant|invalid_client|api.?key/i.test(message)) return { message, kind: 'sign-in' }
  // The daily quota frees up gradually, the one per second at once.
  if (status === 429)
    return {
      message,
      kind,
      retryAfterMs: parseRetryAfter(headers) ?? (/daily/i.test(message) ? 3_600_000 : 1000),
    }
  return { message, kind }
}

type Options = { keys: ConnectionKeyValues<'etsy'>; /** Of the sandbox. */ baseUrl?: string }

const authorize = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })

async function readImages(call: HttpClient, listingId: string): Promise<EtsyImage[]> {
  const { data } = await call({ path: `/listings/${listingId}/images`, schema: imagesResponse })
  return data.results
}

/** Returns null for a listing that was never edited with the inventory tools: it has no variations. */
async function readListingVariations(
  call: HttpClient,
  token: string,
  listingId: string,
): Promise<EtsyVariation[] | null> {
  const response = await nullIfNotFound(
    call({
      path: `/listings/${listingId}/inventory`,
      schema: inventoryResponse,
      ...authorize(token),
    }),
  )
  return response?.data.products ?? null
}

/** Reads variations that a page left out: in one call, or one by one if an unknown id fails the call. */
async function readVariations(
  call: HttpClient,
  token: string,
  ids: readonly string[],
): Promise<Map<string, EtsyVariation[] | null>> {
  if (ids.length === 0) return new Map()
  try {
    const { data } = await call({
      path: '/listings/batch/inventory',
      query: { listing_ids: ids.join(',') },
      schema: inventoriesResponse,
      ...authorize(token),
    })
    return new Map(
      data.results.map(({ listing_id: id, inventory }) => [id, inventory?.products ?? null]),
    )
  } catch (error) {
    if (!isNotFound(error)) throw error
    const variations = new Map<string, EtsyVariation[] | null>()
    for (const id of ids) variations.set(id, await readListingVariations(call, token, id))
    return variations
  }
}

async function readShop(call: HttpClient, token: string): Promise<EtsyShop | null> {
  const { data: me } = await call({ path: '/users/me', schema: meResponse, ...authorize(token) })
  if (!me.shop_id) return null
  const { data: shop } = await call({
    path: `/shops/${me.shop_id}`,
    schema: shopResponse,
    ...authorize(token),
  })
  return {
    id: shop.shop_id,
    name: shop.shop_name,
    url: shop.url ?? null,
    activeListings: shop.listing_active_count ?? null,
  }
}

const listListings =
  (call: HttpClient): EtsyGateway['listings'] =>
  async (token, shopId, { limit, offset }) => {
    const { data } = await call({
      path: `/shops/${shopId}/listings`,
      query: { state: 'active', limit, offset, includes: 'Images,Inventory' },
      schema: listingsResponse,
      ...authorize(token),
    })
    const incomplete = data.results.filter(
      ({ variations, hasVariations }) => hasVariations && variations === null,
    )
    const variations = await readVariations(
      call,
      token,
      incomplete.map(({ id }) => id),
    )
    const listings: EtsyListing[] = []
    for (const listing of data.results)
      listings.push({
        ...listing,
        images: listing.images ?? (await readImages(call, listing.id)),
        variations: listing.variations ?? variations.get(listing.id) ?? null,
      })
    return { total: data.count, listings }
  }

const listVariationImages =
  (call: HttpClient): EtsyGateway['variationImages'] =>
  async (token, shopId, listingId) => {
    const response = await nullIfNotFound(
      call({
        path: `/shops/${shopId}/listings/${listingId}/variation-images`,
        schema: variationImagesResponse,
        ...authorize(token),
      }),
    )
    return (response?.data.results ?? []).map((image) => ({
      value: image.value.trim(),
      valueId: image.value_id ?? null,
      imageId: image.image_id,
    }))
  }

/** A client for the parts of Etsy's Open API v3 that an import reads. */
export function createEtsy({ keys, baseUrl = 'https://openapi.etsy.com' }: Options): EtsyGateway {
  const call = createHttpClient({
    provider: 'Etsy',
    baseUrl: `${baseUrl}/v3/application`,
    headers: { 'x-api-key': `${keys.keystring}:${keys.sharedSecret}` },
    mapError: mapEtsyError,
  })

  return {
    checkKeys: async () => {
      await call({ path: '/openapi-ping', schema: pingResponse })
    },
    myShop: (token) => readShop(call, token),
    listings: listListings(call),
    variationImages: listVariationImages(call),
    fetchPicture: createSafeFetch({
      provider: 'Etsy',
      hosts: ['etsystatic.com', 'etsy.com'],
      origins: [new URL(baseUrl).origin],
    }),
  }
}
