import { z } from 'zod'

import {
  createHttpClient,
  errorKindFromStatus,
  type ErrorMapping,
  parseRetryAfter,
  type ProviderResponse,
} from '@/platform/http/client'
import { nullIfNotFound, ProviderError, statusMessage } from '@/platform/http/provider-error'
import { createSafeFetch } from '@/platform/http/safe-fetch'
import { toDecimal } from '@/platform/money'

import type {
  NewPrintfulOrder,
  PrintfulGateway,
  PrintfulRecipient,
  PrintfulStore,
} from './interface'
import { acquireRateLimitSlot, pauseToken } from './rate-limiter'
import {
  anySchema,
  catalogSchema,
  orderSchema,
  pagedSchema,
  productSchema,
  ratesSchema,
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
  /** The longest wait for the rate limit: shorter while someone waits for the response. */
  maxWaitMs?: number
}

const liveBaseUrl = 'https://api.printful.com'
const pictureHosts = [
  'printful.com',
  'printful-upload.s3-accelerate.amazonaws.com',
  'printful-upload.s3.amazonaws.com',
]
const defaultWaitSeconds = 60

const optional = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined)
const errorSchema = z.looseObject({
  result: z.unknown(),
  error: optional(
    z.looseObject({
      message: optional(z.string()),
      api_error_code: optional(z.union([z.string(), z.number()]).transform(String)),
    }),
  ),
})

/** v2 sends `Retry-After`, v1 names the time in its message; `X-Ratelimit-Reset` is undocumented (reference, section 8). */
function retryAfterMs(headers: Headers, message: string): number {
  const headerMs = parseRetryAfter(headers)
  if (headerMs !== undefined) return headerMs
  const seconds = Number(
    /after (\d{1,5}) second/i.exec(message)?.[1] ??
      headers.get('x-ratelimit-reset') ??
      defaultWaitSeconds,
  )
  return (
    (Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3600) : defaultWaitSeconds) * 1000
  )
}

/** Errors of v1: `result` is a message, and business errors have `error.api_error_code`. 419 means 429. */
function mapError({ status, headers, body }: ProviderResponse): ErrorMapping {
  if (status >= 200 && status < 300) return null
  const { error, result } = errorSchema.safeParse(body).data ?? {}
  const text = error?.message ?? (typeof result === 'string' ? result : '')
  const message = text.replace(/\s+/g, ' ').slice(0, 300) || statusMessage(status)
  if (status === 419 || status === 429)
    return {
      message: 'asks us to slow down',
      kind: 'limit',
      retryAfterMs: retryAfterMs(headers, message),
    }
  return {
    message,
    kind: errorKindFromStatus(status) ?? 'unexpected',
    issue: error?.api_error_code ?? (status === 404 ? 'not_found' : undefined),
  }
}

/** Printful describes the fields of an address as text, never null, so empty ones are left out. */
const toRecipient = ({ stateCode, countryCode, ...recipient }: PrintfulRecipient) => ({
  ...Object.fromEntries(Object.entries(recipient).filter(([, value]) => value !== null)),
  state_code: stateCode,
  country_code: countryCode,
})
const giftSubject = 'A gift for you'

/** A gift is sent without prices; Printful may still know the retail price of a variant. */
const toItems = ({ lines, gift }: Pick<NewPrintfulOrder, 'lines' | 'gift'>) =>
  lines.map((line) => ({
    external_id: line.externalId,
    sync_variant_id: Number(line.syncVariantId),
    quantity: line.quantity,
    ...(gift ? {} : { retail_price: toDecimal(line.retailCents) }),
    name: line.name,
  }))

const toOrderBody = ({
  externalId,
  recipient,
  lines,
  retail,
  orderNumber,
  gift,
  senderName,
  shipping,
}: NewPrintfulOrder) => ({
  external_id: externalId,
  shipping,
  recipient: toRecipient(recipient),
  items: toItems({ lines, gift }),
  ...(gift
    ? {}
    : {
        retail_costs: {
          currency: 'USD',
          subtotal: toDecimal(retail.subtotalCents),
          discount: toDecimal(retail.discountCents),
          shipping: toDecimal(retail.shippingCents),
          tax: toDecimal(retail.taxCents),
        },
      }),
  ...(gift?.note ? { gift: { subject: giftSubject, message: gift.note } } : {}),
  packing_slip: { custom_order_id: orderNumber, ...(senderName ? { store_name: senderName } : {}) },
})

/** Sends requests within the token's rate limit. */
function createCall({ token, storeId, baseUrl, maxWaitMs }: Options) {
  const send = createHttpClient({
    provider: 'Printful',
    baseUrl: baseUrl ?? liveBaseUrl,
    mapError,
    headers: {
      Authorization: `Bearer ${token}`,
      'X-PF-Language': 'en_US',
      ...(storeId ? { 'X-PF-Store-Id': storeId } : {}),
    },
  })
  return async <Schema extends z.ZodType>(
    request: Parameters<typeof send<Schema>>[0],
    isProductChange = false,
  ): Promise<z.output<Schema>> => {
    await acquireRateLimitSlot(token, { isProductChange, maxWaitMs })
    try {
      return (await send(request)).data
    } catch (error) {
      if (error instanceof ProviderError && error.details.kind === 'limit')
        pauseToken(token, error.details.retryAfterMs ?? defaultWaitSeconds * 1000)
      throw error
    }
  }
}
type Call = ReturnType<typeof createCall>

const storeError = (message: string): ProviderError =>
  new ProviderError('Printful', message, { retryable: false, kind: 'refused' })

/** Returns the store of the token. @throws ProviderError refused if it is ambiguous, missing, or of an unsupported type */
async function findStore(call: Call, storeId: string | undefined): Promise<PrintfulStore> {
  const { rows } = await call({
    path: '/stores',
    query: { limit: 100 },
    schema: pagedSchema(storeSchema),
  })
  const store = storeId ? rows.find(({ id }) => id === storeId) : rows[0]
  if (!store)
    throw storeError(
      storeId
        ? `this token can’t access the store ${storeId}`
        : 'this token can’t access any store',
    )
  if (!storeId && rows.length > 1)
    throw storeError(
      `this token is for the whole account. Also enter the store ID: ${rows.map(({ id, name }) => `${id} (${name})`).join(', ')}`,
    )
  if (store.type && store.type !== 'native')
    throw storeError(
      `the store “${store.name}” belongs to ${store.type}. Only “Manual order platform / API” stores can be used`,
    )
  return store
}

const storeCalls = (call: Call, storeId: string | undefined) => ({
  getStore: async () => {
    try {
      return await findStore(call, storeId)
    } catch (error) {
      // A token without the scope `stores_list` works if it can read products.
      if (!(error instanceof ProviderError) || error.details.kind !== 'permission') throw error
      await call({
        path: '/store/products',
        query: { offset: 0, limit: 1 },
        schema: pagedSchema(summarySchema),
      })
      return { id: storeId ?? '', name: null, type: null }
    }
  },
  listScopes: () => call({ path: '/oauth/scopes', schema: resultSchema(scopesSchema) }),
})

const productCalls = (call: Call) =>
  ({
    listProducts: async (offset, limit) => {
      const { rows, total } = await call({
        path: '/store/products',
        query: { offset, limit },
        schema: pagedSchema(summarySchema),
      })
      return { products: rows, total }
    },
    getProduct: (id) =>
      nullIfNotFound(
        call({
          path: `/store/products/${encodeURIComponent(id)}`,
          schema: resultSchema(productSchema),
        }),
      ),
    updateProduct: async (id, { name, isIgnored }) => {
      await call(
        {
          method: 'PUT',
          path: `/store/products/${encodeURIComponent(id)}`,
          // JSON drops fields that are undefined.
          json: { sync_product: { name, is_ignored: isIgnored } },
          repeatable: true,
          schema: anySchema,
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
        schema: anySchema,
      })
    },
    getCatalogProduct: (id) =>
      nullIfNotFound(
        call({ path: `/products/${encodeURIComponent(id)}`, schema: resultSchema(catalogSchema) }),
      ),
  }) satisfies Partial<PrintfulGateway>

const rateTimeoutMs = 3000
const rateCalls = (call: Call) =>
  ({
    listShippingRates: async ({ countryCode, stateCode, zip }, items) => {
      const rates = await call({
        method: 'POST',
        path: '/shipping/rates',
        json: {
          recipient: { country_code: countryCode, state_code: stateCode, zip },
          items: items.map(({ catalogVariantId, quantity }) => ({
            variant_id: catalogVariantId,
            quantity,
          })),
          currency: 'USD',
        },
        timeoutMs: rateTimeoutMs,
        schema: resultSchema(ratesSchema),
      })
      return rates.flatMap((rate) => rate ?? [])
    },
  }) satisfies Partial<PrintfulGateway>

const orderResult = resultSchema(orderSchema)
const updateOrder = (call: Call, id: string, json: object) =>
  call({ method: 'PUT', path: `/orders/${id}`, json, repeatable: true, schema: orderResult })
const orderCalls = (call: Call) =>
  ({
    getOrder: (by) =>
      nullIfNotFound(
        call({
          path: `/orders/${'id' in by ? encodeURIComponent(by.id) : `@${encodeURIComponent(by.externalId)}`}`,
          schema: orderResult,
        }),
      ),
    createDraft: (order) =>
      call({ method: 'POST', path: '/orders', json: toOrderBody(order), schema: orderResult }),
    updateRecipient: (id, recipient) =>
      updateOrder(call, id, { recipient: toRecipient(recipient) }),
    updateItems: (id, order) => updateOrder(call, id, { items: toItems(order) }),
    confirmOrder: (id) =>
      call({ method: 'POST', path: `/orders/${id}/confirm`, schema: orderResult }),
    cancelOrder: (id) => call({ method: 'DELETE', path: `/orders/${id}`, schema: orderResult }),
  }) satisfies Partial<PrintfulGateway>

const webhookResult = resultSchema(webhookSchema)
const webhookCalls = (call: Call) =>
  ({
    getWebhook: () => call({ path: '/webhooks', schema: webhookResult }),
    setWebhook: ({ url, types, catalogProductIds }) =>
      call({
        method: 'POST',
        path: '/webhooks',
        repeatable: true,
        schema: webhookResult,
        json: {
          url,
          types,
          ...(catalogProductIds.length > 0
            ? { params: { stock_updated: { product_ids: catalogProductIds.map(Number) } } }
            : {}),
        },
      }),
  }) satisfies Partial<PrintfulGateway>

/** A client of Printful's API v1; v2 has no orders of sync products. */
export function createPrintful(options: Options): PrintfulGateway {
  const { baseUrl, storeId } = options
  const call = createCall(options)
  return {
    ...storeCalls(call, storeId),
    ...productCalls(call),
    ...rateCalls(call),
    ...orderCalls(call),
    ...webhookCalls(call),
    fetchPicture: createSafeFetch({
      provider: 'Printful',
      hosts: pictureHosts,
      origins: baseUrl ? [new URL(baseUrl).origin] : [],
    }),
  }
}
