import { z } from 'zod'

import type { Cents } from '@/platform/money'

import {
  type CatalogProduct,
  type PrintfulOrder,
  printfulOrderStatuses,
  type PrintfulProduct,
  type PrintfulProductSummary,
  type PrintfulVariant,
  type PrintfulVariantState,
  type PrintfulWebhook,
} from './interface'

/** Ids can exceed 32 bits and are sometimes strings, so they become strings. */
const id = z.union([z.string().min(1), z.int()]).transform(String)
const nullableId = id.nullish().transform((value) => value ?? null)
const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || null)
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false)

/**
 * Parses an amount in dollars, a string or a number. A missing one is null; anything else makes the response invalid.
 */
const cents = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value, context): Cents | null => {
    if (value === null || value === undefined || value === '') return null
    const match = /^(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(
      typeof value === 'number' ? value.toFixed(2) : value,
    )
    if (match) return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
    context.addIssue({ code: 'custom', message: 'is not an amount' })
    return z.NEVER
  })

/** Unwraps `result`, which every successful response has (client.ts maps errors). */
export function resultSchema<Result extends z.ZodType>(result: Result) {
  return z
    .object({ code: z.int(), result })
    .transform((response) => (response as { result: z.output<Result> }).result)
}
export function pagedSchema<Row extends z.ZodType>(row: Row) {
  return z
    .object({
      code: z.int(),
      result: z.array(row),
      paging: z.object({ total: z.int().min(0) }).optional(),
    })
    .transform(({ result, paging }) => ({ rows: result, total: paging?.total ?? result.length }))
}

export const anySchema = z.object({ code: z.int() })
export const storeSchema = z.object({ id, name: text, type: text })
export const scopesSchema = z
  .object({ scopes: z.array(z.object({ scope: z.string() })) })
  .transform(({ scopes }) => scopes.map(({ scope }) => scope))

const summaryFields = {
  id,
  external_id: text,
  name: z.string(),
  is_ignored: flag,
  thumbnail_url: text,
}
type SummaryIn = { id: string; external_id: string | null; name: string; is_ignored: boolean }
const toSummary = (row: SummaryIn): PrintfulProductSummary => ({
  id: row.id,
  externalId: row.external_id,
  name: row.name,
  isIgnored: row.is_ignored,
})
export const summarySchema = z.object(summaryFields).transform(toSummary)

const fileSchema = z.object({
  id: nullableId,
  type: text,
  hash: text,
  status: text,
  preview_url: text,
  url: text,
})
const states: Record<string, PrintfulVariantState> = {
  active: 'active',
  discontinued: 'discontinued',
  out_of_stock: 'out of stock',
  temporary_out_of_stock: 'out of stock',
}

const variantSchema = z
  .object({
    id,
    external_id: text,
    name: z.string(),
    synced: z.boolean().nullish(),
    variant_id: nullableId,
    retail_price: cents,
    currency: text,
    is_ignored: flag,
    sku: text,
    product: z.object({ product_id: nullableId, image: text }).nullish(),
    files: z.array(fileSchema).nullish(),
    size: text,
    color: text,
    availability_status: text,
  })
  .transform((row): PrintfulVariant => {
    const preview = row.files?.find(({ type }) => type === 'preview')
    const state: PrintfulVariantState = row.is_ignored
      ? 'ignored'
      : row.synced === false
        ? 'not synced'
        : (states[row.availability_status ?? 'active'] ?? 'active')
    return {
      id: row.id,
      externalId: row.external_id,
      catalogProductId: row.product?.product_id ?? null,
      catalogVariantId: row.variant_id,
      name: row.name,
      size: row.size,
      color: row.color,
      priceCents: row.retail_price,
      currency: row.currency ?? 'USD',
      sku: row.sku,
      state,
      // The mockup; otherwise the blank product (reference, section 4).
      picture: preview?.preview_url
        ? {
            key: `file-${preview.id}-${(preview.hash ?? '').slice(0, 12)}`,
            url: preview.preview_url,
          }
        : row.product?.image && preview?.status !== 'waiting'
          ? { key: `blank-${row.variant_id}`, url: row.product.image }
          : null,
      isPictureWaiting: preview?.status === 'waiting',
    }
  })

export const productSchema = z
  .object({ sync_product: z.object(summaryFields), sync_variants: z.array(variantSchema) })
  .transform(({ sync_product: product, sync_variants: variants }): PrintfulProduct => ({
    ...toSummary(product),
    thumbnailUrl: product.thumbnail_url,
    variants,
  }))

export const catalogSchema = z
  .object({
    product: z.object({ id, description: text }),
    variants: z.array(z.object({ id, size: text, color: text, price: cents })),
  })
  .transform(({ product, variants }): CatalogProduct => ({
    ...product,
    variants: variants.map(({ price, ...variant }) => ({ ...variant, priceCents: price })),
  }))

/** Parses Unix seconds to ISO 8601; null if they are missing or not positive. */
const unixTime = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value): string | null => {
    const number = Number(value)
    return value === null || value === undefined || !Number.isFinite(number) || number <= 0
      ? null
      : new Date(number * 1000).toISOString()
  })
const shipmentSchema = z.object({
  id,
  carrier: text,
  service: text,
  tracking_number: z.union([z.string(), z.number()]).nullish(),
  tracking_url: text,
  shipped_at: unixTime,
  created: unixTime,
  reshipment: flag,
  items: z.array(z.object({ item_id: id, quantity: z.int() })).nullish(),
})
/**
 * Printful sometimes sends the tracking number as a JSON number beyond 2^53, which loses its last digits. The tracking
 * link contains all of them; without it, no number is better than a wrong one.
 */
const trackingNumber = (
  value: string | number | null | undefined,
  link: string | null,
): string | null => {
  if (typeof value !== 'number') return value?.trim().slice(0, 100) || null
  if (Number.isSafeInteger(value)) return String(value)
  const rounded = BigInt(Math.round(value)).toString()
  return (
    link
      ?.match(/\d{15,40}/g)
      ?.find(
        (digits) => digits.length === rounded.length && digits.startsWith(rounded.slice(0, 14)),
      ) ?? null
  )
}

/** Returns null for anything but an https link. */
const webLink = (address: string | null): string | null =>
  address && /^https:\/\/[^\s]{1,480}$/.test(address) ? address : null

export const orderSchema = z
  .object({
    id,
    external_id: text,
    store: nullableId,
    error: text,
    // An unknown status is left for staff to check; it doesn't end the order.
    status: z.enum(printfulOrderStatuses).catch('onhold'),
    recipient: z.object({
      name: text,
      address1: text,
      address2: text,
      city: text,
      zip: text,
      state_code: text,
      country_code: text,
    }),
    items: z.array(
      z.object({ id, external_id: text, sync_variant_id: nullableId, quantity: z.int() }),
    ),
    incomplete_items: z.array(z.unknown()).nullish(),
    costs: z.object({ currency: text, total: cents }).nullish(),
    shipments: z.array(shipmentSchema).nullish(),
  })
  .transform(({ recipient, ...order }): PrintfulOrder => ({
    id: order.id,
    externalId: order.external_id,
    storeId: order.store,
    status: order.status,
    error: order.error,
    recipient: {
      name: recipient.name ?? '',
      address1: recipient.address1 ?? '',
      address2: recipient.address2,
      city: recipient.city ?? '',
      zip: recipient.zip ?? '',
      stateCode: recipient.state_code ?? '',
      countryCode: recipient.country_code ?? '',
    },
    items: order.items.map((item) => ({
      id: item.id,
      externalId: item.external_id,
      syncVariantId: item.sync_variant_id,
      quantity: item.quantity,
    })),
    incomplete: order.incomplete_items?.length ?? 0,
    costCents: order.costs?.total ?? null,
    currency: order.costs?.currency ?? null,
    shipments: (order.shipments ?? []).map((shipment) => ({
      id: shipment.id,
      carrier: shipment.carrier,
      service: shipment.service,
      trackingNumber: trackingNumber(shipment.tracking_number, shipment.tracking_url),
      trackingUrl: webLink(shipment.tracking_url),
      shippedAt: shipment.shipped_at ?? shipment.created,
      isReshipment: shipment.reshipment,
      items: (shipment.items ?? []).map(({ item_id: itemId, quantity }) => ({ itemId, quantity })),
    })),
  }))

export const webhookSchema = z
  .object({
    url: text,
    types: z.array(z.string()).nullish(),
    // An empty `params` may come as a list.
    params: z
      .object({ stock_updated: z.object({ product_ids: z.array(id) }) })
      .nullish()
      .catch(null),
  })
  .transform(({ url, types, params }): PrintfulWebhook => ({
    url,
    types: types ?? [],
    catalogProductIds: params?.stock_updated.product_ids ?? [],
  }))

/** A webhook of v1 (reference, section 9). Only ids are read, because it isn't signed: the rest is fetched again. */
const subject = z.object({ id, external_id: text })
export const eventSchema = z.object({
  type: z.string().min(1).max(60),
  created: z.union([z.int(), z.string()]).optional(),
  store: nullableId,
  data: z.object({
    reason: text,
    order: subject.nullish(),
    shipment: z.object({ id }).nullish(),
    sync_product: subject.nullish(),
    product_id: nullableId,
  }),
})
export type PrintfulEvent = z.output<typeof eventSchema>

const days = z.int().min(0).max(365).nullish()
/** Shipping rates; null for one in another currency or without a price. Days are in transit, without printing. */
export const ratesSchema = z.array(
  z
    .object({
      id: z.string().min(1).max(60),
      rate: cents,
      currency: z.string(),
      minDeliveryDays: days,
      maxDeliveryDays: days,
    })
    .transform(({ id: service, rate, currency, minDeliveryDays, maxDeliveryDays }) =>
      rate && currency === 'USD'
        ? {
            service,
            priceCents: rate,
            days:
              minDeliveryDays && maxDeliveryDays && minDeliveryDays <= maxDeliveryDays
                ? { min: minDeliveryDays, max: maxDeliveryDays }
                : null,
          }
        : null,
    ),
)
