import { z } from 'zod'

import {
  createHttpClient,
  errorKindFromStatus,
  type ErrorMapping,
  parseRetryAfter,
  type ProviderResponse,
} from '@/platform/http/client'
import { ProviderError } from '@/platform/http/provider-error'
import { createSafeFetch } from '@/platform/http/safe-fetch'
import { toDecimal } from '@/platform/money'

import type { NewPrintfulOrder, PrintfulGateway, PrintfulRecipient } from './interface'
import { acquireRateLimitSlot, pauseToken } from './rate-limiter'
import {
  anySchema,
  catalogSchema,
  orderSchema,
  pagedSchema,
  productSchema,
  resultSchema,
  scopesSchema,
  storeSchema,
  summarySchema,
  webhookSchema,
} from './schema'

type Options = {
  token: string
  storeId?: string
  baseUrl?: string
  /** How long to wait for a turn at most: less where somebody waits at a screen. */ patienceMs?: number
}

const liveBaseUrl = 'https://api.printful.com'
const pictureHosts = [
  'printful.com',
  'printful-upload.s3-accelerate.amazonaws.com',
  'printful-upload.s3.amazonaws.com',
]
const usualWaitSeconds = 60

const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined)
const failure = z.looseObject({
  result: z.unknown(),
  error: maybe(
    z.looseObject({
      message: maybe(z.string()),
      api_error_code: maybe(z.union([z.string(), z.number()]).transform(String)),
    }),
  ),
})

/** `Retry-After` is v2's; v1 says it in its sentence; what `X-Ratelimit-Reset` means there nobody promises (reference, section 8). */
const waitOf = (headers: Headers, message: string): number => {
  const asked = parseRetryAfter(headers)
  if (asked !== undefined) return asked
  const seconds = Number(
    /after (\d{1,5}) second/i.exec(message)?.[1] ??
      headers.get('x-ratelimit-reset') ??
      usualWaitSeconds,
  )
  return (
    (Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3600) : usualWaitSeconds) * 1000
  )
}

/** The v1 envelope of failures: `result` is a sentence, business errors have `error.api_error_code`. 419 is another 429. */
const verdict = ({ status, headers, body }: ProviderResponse): ErrorMapping => {
  if (status >= 200 && status < 300) return null
  const told = failure.safeParse(body).data
  const sentence = told?.error?.message ?? (typeof told?.result === 'string' ? told.result : '')
  const message = sentence.replace(/\s+/g, ' ').slice(0, 300) || `answered ${status}`
  if (status === 419 || status === 429)
    return {
      message: 'asks us to slow down',
      trouble: 'limit',
      retryAfterMs: waitOf(headers, message),
    }
  const code = told?.error?.api_error_code
  return {
    message,
    trouble: errorKindFromStatus(status) ?? 'odd',
    issue: code ?? (status === 404 ? 'not_found' : undefined),
  }
}

const isGone = (error: unknown): boolean =>
  error instanceof ProviderError && error.details.status === 404
const orNull = async <Result>(call: Promise<Result>): Promise<Result | null> => {
  try {
    return await call
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

const toRecipient = ({ stateCode, countryCode, ...recipient }: PrintfulRecipient) => ({
  ...recipient,
  state_code: stateCode,
  country_code: countryCode,
})
const toOrder = ({ externalId, recipient, lines, retail, orderNumber }: NewPrintfulOrder) => ({
  external_id: externalId,
  shipping: 'STANDARD',
  recipient: toRecipient(recipient),
  items: lines.map((line) => ({
    external_id: line.externalId,
    sync_variant_id: Number(line.syncVariantId),
    quantity: line.quantity,
    retail_price: toDecimal(line.retailCents),
    name: line.name,
  })),
  retail_costs: {
    currency: 'USD',
    subtotal: toDecimal(retail.subtotalCents),
    discount: '0.00',
    shipping: toDecimal(retail.shippingCents),
    tax: toDecimal(retail.taxCents),
  },
  packing_slip: { custom_order_id: orderNumber },
})

/** Printful's API v1 (orders of sync products are not part of v2). */
export function createPrintful({ token, storeId, baseUrl, patienceMs }: Options): PrintfulGateway {
  const base = baseUrl ?? liveBaseUrl
  const send = createHttpClient({
    provider: 'Printful',
    baseUrl: base,
    verdict,
    headers: {
      Authorization: `Bearer ${token}`,
      'X-PF-Language': 'en_US',
      ...(storeId ? { 'X-PF-Store-Id': storeId } : {}),
    },
  })
  const fetchPicture = createSafeFetch({
    provider: 'Printful',
    hosts: pictureHosts,
    origins: baseUrl ? [new URL(baseUrl).origin] : [],
  })

  const call = async <Schema extends z.ZodType>(
    given: Parameters<typeof send<Schema>>[0],
    isProductChange = false,
  ): Promise<z.output<Schema>> => {
    await acquireRateLimitSlot(token, { isProductChange, patienceMs })
    try {
      return (await send(given)).data
    } catch (error) {
      if (error instanceof ProviderError && error.details.trouble === 'limit')
        pauseToken(token, error.details.retryAfterMs ?? usualWaitSeconds * 1000)
      throw error
    }
  }
  const order = resultSchema(orderSchema)
  const nameOf = (by: { id: string } | { externalId: string }): string =>
    'id' in by ? by.id : `@${by.externalId}`

  return {
    getStore: async () => {
      try {
        const { rows } = await call({ path: '/stores', answer: pagedSchema(storeSchema) })
        const store = storeId ? rows.find(({ id }) => id === storeId) : rows[0]
        if (!store)
          throw new ProviderError(
            'Printful',
            storeId
              ? `this token does not reach the store ${storeId}`
              : 'this token reaches no store',
            { retryable: false, trouble: 'refused' },
          )
        if (!storeId && rows.length > 1)
          throw new ProviderError(
            'Printful',
            `this token is for the whole account. Enter the id of the store besides: ${rows.map(({ id, name }) => `${id} (${name})`).join(', ')}`,
            { retryable: false, trouble: 'refused' },
          )
        if (store.type && store.type !== 'native')
          throw new ProviderError(
            'Printful',
            `the store “${store.name}” belongs to ${store.type}. Only a store of the type “Manual order platform / API” can be used`,
            { retryable: false, trouble: 'refused' },
          )
        return store
      } catch (error) {
        // Tokens may do without `stores_list`: then what counts is whether they reach the products.
        if (!(error instanceof ProviderError) || error.details.trouble !== 'permission') throw error
        await call({
          path: '/store/products',
          query: { offset: 0, limit: 1 },
          answer: pagedSchema(summarySchema),
        })
        return { id: storeId ?? '', name: null, type: null }
      }
    },
    listScopes: () => call({ path: '/oauth/scopes', answer: resultSchema(scopesSchema) }),
    listProducts: async (offset, limit) => {
      const { rows, total } = await call({
        path: '/store/products',
        query: { offset, limit },
        answer: pagedSchema(summarySchema),
      })
      return { products: rows, total }
    },
    getProduct: (id) =>
      orNull(
        call({
          path: `/store/products/${encodeURIComponent(id)}`,
          answer: resultSchema(productSchema),
        }),
      ),
    updateProduct: async (id, { name, isIgnored }) => {
      await call(
        {
          method: 'PUT',
          path: `/store/products/${encodeURIComponent(id)}`,
          repeatable: true,
          answer: anySchema,
          json: {
            sync_product: {
              ...(name === undefined ? {} : { name }),
              ...(isIgnored === undefined ? {} : { is_ignored: isIgnored }),
            },
          },
        },
        true,
      )
    },
    updateVariantPrice: async (id, priceCents) => {
      await call({
        method: 'PUT',
        path: `/store/variants/${encodeURIComponent(id)}`,
        json: { retail_price: toDecimal(priceCents) },
        repeatable: true,
        answer: anySchema,
      })
    },
    getCatalogProduct: (id) =>
      orNull(
        call({ path: `/products/${encodeURIComponent(id)}`, answer: resultSchema(catalogSchema) }),
      ),
    getOrder: (by) =>
      orNull(
        call({
          path: `/orders/${encodeURIComponent(nameOf(by)).replace('%40', '@')}`,
          answer: order,
        }),
      ),
    createDraft: (given) =>
      call({ method: 'POST', path: '/orders', json: toOrder(given), answer: order }),
    updateRecipient: (id, recipient) =>
      call({
        method: 'PUT',
        path: `/orders/${id}`,
        json: { recipient: toRecipient(recipient) },
        repeatable: true,
        answer: order,
      }),
    confirmOrder: (id) => call({ method: 'POST', path: `/orders/${id}/confirm`, answer: order }),
    cancelOrder: (id) => call({ method: 'DELETE', path: `/orders/${id}`, answer: order }),
    getWebhook: () => call({ path: '/webhooks', answer: resultSchema(webhookSchema) }),
    setWebhook: ({ url, types, catalogProductIds }) =>
      call({
        method: 'POST',
        path: '/webhooks',
        repeatable: true,
        answer: resultSchema(webhookSchema),
        json: {
          url,
          types,
          ...(catalogProductIds.length > 0
            ? { params: { stock_updated: { product_ids: catalogProductIds.map(Number) } } }
            : {}),
        },
      }),
    fetchPicture,
  }
}
