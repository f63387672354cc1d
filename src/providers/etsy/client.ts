import type { ConnectionKeyValues } from '@/platform/connections/definitions'
import {
  createHttpClient,
  errorKindFromStatus,
  type ErrorMapping,
  parseRetryAfter,
  type ProviderResponse,
} from '@/platform/http/client'
import { expiredAccessTokenIssue, ProviderError } from '@/platform/http/provider-error'
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

export type EtsyShop = {
  id: string
  name: string
  url: string | null
  activeListings: number | null
}
/** A picture that belongs to one value of a variation: this color. */
export type EtsyVariationImage = { value: string; valueId: string | null; imageId: string }

/** What the shop asks of Etsy. `token` is an access token that is good now. */
export type EtsyGateway = {
  /** Whether the keys are right, without anybody's sign-in. @throws ProviderError sign-in */
  checkKeys: () => Promise<void>
  /** The shop of whoever agreed; null when they have none. */
  myShop: (token: string) => Promise<EtsyShop | null>
  /** Active listings, with pictures and variations. `limit` is at most 100. */
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

const messageOf = (body: unknown): string => {
  const { error, error_description: more } = (
    typeof body === 'object' && body !== null ? body : {}
  ) as { error?: unknown; error_description?: unknown }
  return [error, more]
    .filter((part) => typeof part === 'string')
    .join(': ')
    .slice(0, 200)
}

/** What Etsy's refusals mean (reference, sections 1, 3 and 8). */
export function mapEtsyError({ status, headers, body }: ProviderResponse): ErrorMapping {
  const trouble = errorKindFromStatus(status)
  if (!trouble) return null
  const message = messageOf(body) || `answered ${status}`
  if (status === 401 && /invalid_token|access token/i.test(message))
    return { message, trouble: 'sign-in', issue: expiredAccessTokenIssue }
  if (/invalid_grant|invalid_client|api.?key/i.test(message)) return { message, trouble: 'sign-in' }
  // The day's quota opens again bit by bit, the second's at once.
  if (status === 429)
    return {
      message,
      trouble,
      retryAfterMs: parseRetryAfter(headers) ?? (/daily/i.test(message) ? 3_600_000 : 1000),
    }
  return { message, trouble }
}

const isGone = (error: unknown): boolean =>
  error instanceof ProviderError && error.details.status === 404

type Options = { keys: ConnectionKeyValues<'etsy'>; /** Only for a double. */ baseUrl?: string }

/** Etsy's Open API v3, as far as an import reads it (providers/etsy.md). */
export function createEtsy({ keys, baseUrl = 'https://openapi.etsy.com' }: Options): EtsyGateway {
  const call = createHttpClient({
    provider: 'Etsy',
    baseUrl: `${baseUrl}/v3/application`,
    headers: { 'x-api-key': `${keys.keystring}:${keys.sharedSecret}` },
    verdict: mapEtsyError,
  })
  const as = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })

  const imagesOf = async (listingId: string): Promise<EtsyImage[]> =>
    (await call({ path: `/listings/${listingId}/images`, answer: imagesResponse })).data.results

  const variationsOf = async (
    token: string,
    listingId: string,
  ): Promise<EtsyVariation[] | null> => {
    try {
      return (
        await call({
          path: `/listings/${listingId}/inventory`,
          answer: inventoryResponse,
          ...as(token),
        })
      ).data.products
    } catch (error) {
      // Never edited with the inventory tools: it has none.
      if (isGone(error)) return null
      throw error
    }
  }

  /** What the page left out although it was asked for: in one call, or one by one where a single unknown id fails them all. */
  const missingVariations = async (
    token: string,
    ids: readonly string[],
  ): Promise<Map<string, EtsyVariation[] | null>> => {
    if (ids.length === 0) return new Map()
    try {
      const { data } = await call({
        path: '/listings/batch/inventory',
        query: { listing_ids: ids.join(',') },
        answer: inventoriesResponse,
        ...as(token),
      })
      return new Map(
        data.results.map(({ listing_id: id, inventory }) => [id, inventory?.products ?? null]),
      )
    } catch (error) {
      if (!isGone(error)) throw error
      const found = new Map<string, EtsyVariation[] | null>()
      for (const id of ids) found.set(id, await variationsOf(token, id))
      return found
    }
  }

  return {
    checkKeys: async () => {
      await call({ path: '/openapi-ping', answer: pingResponse })
    },

    myShop: async (token) => {
      const { data: me } = await call({ path: '/users/me', answer: meResponse, ...as(token) })
      if (!me.shop_id) return null
      const { data: shop } = await call({
        path: `/shops/${me.shop_id}`,
        answer: shopResponse,
        ...as(token),
      })
      return {
        id: shop.shop_id,
        name: shop.shop_name,
        url: shop.url ?? null,
        activeListings: shop.listing_active_count ?? null,
      }
    },

    listings: async (token, shopId, { limit, offset }) => {
      const { data } = await call({
        path: `/shops/${shopId}/listings`,
        query: { state: 'active', limit, offset, includes: 'Images,Inventory' },
        answer: listingsResponse,
        ...as(token),
      })
      const lacking = data.results.filter(
        ({ variations, hasVariations }) => hasVariations && variations === null,
      )
      const found = await missingVariations(
        token,
        lacking.map(({ id }) => id),
      )
      const listings: EtsyListing[] = []
      for (const listing of data.results)
        listings.push({
          ...listing,
          images: listing.images ?? (await imagesOf(listing.id)),
          variations: listing.variations ?? found.get(listing.id) ?? null,
        })
      return { total: data.count, listings }
    },

    variationImages: async (token, shopId, listingId) => {
      try {
        const { data } = await call({
          path: `/shops/${shopId}/listings/${listingId}/variation-images`,
          answer: variationImagesResponse,
          ...as(token),
        })
        return data.results.map((image) => ({
          value: image.value.trim(),
          valueId: image.value_id ?? null,
          imageId: image.image_id,
        }))
      } catch (error) {
        if (isGone(error)) return []
        throw error
      }
    },

    fetchPicture: createSafeFetch({
      provider: 'Etsy',
      hosts: ['etsystatic.com', 'etsy.com'],
      origins: [new URL(baseUrl).origin],
    }),
  }
}
