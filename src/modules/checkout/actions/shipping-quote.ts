import { createHash } from 'node:crypto'

import { and, eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'
import { z } from 'zod'

import { type CartLineInput, isVariant } from '@/modules/checkout/queries'
import { quoteMinutes } from '@/modules/checkout/rules/expiry'
import type { TaxAddress } from '@/modules/checkout/rules/pricing'
import type { LiveRates } from '@/modules/checkout/rules/shipping-options'
import { products, products_variants } from '@/payload-generated-schema'
import { isSameSecret, signText } from '@/platform/encryption'
import { ProviderError } from '@/platform/http/provider-error'
import type { PrintfulGateway, PrintfulRate } from '@/providers/printful/interface'

type Args = {
  payload: Payload
  /** Null while Printful isn't connected. */
  printful: PrintfulGateway | null
  items: readonly CartLineInput[]
  place: TaxAddress | null
  /** The `quote` that an earlier check of the same cart returned. */
  earlierQuote: string | undefined
}
/**
 * `live`: null where the settings' prices apply instead. `quote`: holds the prices for half an hour; null if there is
 * nothing to hold.
 */
type ShippingQuote = { live: LiveRates | null; quote: string | null }

const noQuote: ShippingQuote = { live: null, quote: null }
const cacheMs = 10 * 60_000
const maxCached = 500
/** After a failure nobody waits for Printful for a while. */
const pauseMs = 30_000

const liveRate = z.object({
  priceCents: z.int().positive(),
  service: z.string(),
  days: z.object({ min: z.int(), max: z.int() }).nullable(),
})
const quotedRatesSchema = z.object({
  key: z.string(),
  at: z.int(),
  live: z.object({ standard: liveRate.optional(), express: liveRate.optional() }).nullable(),
})
type QuotedRates = z.infer<typeof quotedRatesSchema>

const reusable = new Map<string, QuotedRates>()
let pausedUntil = 0

/** Clears this process's cached rates; for tests that change Printful's response. */
export function forgetShippingRates(): void {
  reusable.clear()
  pausedUntil = 0
}

const sign = (text: string): string => signText(`shipping-quote:${text}`)

const toQuote = (rates: QuotedRates): string => {
  const text = Buffer.from(JSON.stringify(rates)).toString('base64url')
  return `${text}.${sign(text)}`
}

/** Returns the rates of a quote; null if it isn't ours, is for another cart or place, or has expired. */
function readQuote(quote: string | undefined, key: string): QuotedRates | null {
  const [text = '', signature = ''] = quote?.split('.') ?? []
  if (!text || !isSameSecret(signature, sign(text))) return null
  const rates = quotedRatesSchema.safeParse(
    JSON.parse(Buffer.from(text, 'base64url').toString('utf8')),
  ).data
  return rates?.key === key && Date.now() - rates.at < quoteMinutes * 60_000 ? rates : null
}

const keyOf = (items: readonly CartLineInput[], { stateCode, zip }: TaxAddress): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        stateCode,
        zip,
        items
          .map(({ productId, size, color, quantity }) => [productId, size, color, quantity].join())
          .sort(),
      ]),
    )
    .digest('base64url')

/** Lists Printful's catalog variants (blank garments) of the lines; null if one of them isn't Printful's. */
async function listBlanks({ db }: Payload, items: readonly CartLineInput[]) {
  const catalogId = sql<
    string | null
  >`${products.serviceSaid}->'printful'->'variants'->${products_variants.printfulVariantId}->>'catalogVariantId'`
  const blanks = await Promise.all(
    items.map(async ({ productId, size, color, quantity }) => {
      const [variant] = await db.drizzle
        .select({ catalogVariantId: catalogId })
        .from(products)
        .innerJoin(products_variants, eq(products_variants._parentID, products.id))
        .where(and(eq(products.id, productId), isVariant(size, color)))
        .limit(1)
      return { catalogVariantId: variant?.catalogVariantId ?? '', quantity }
    }),
  )
  return blanks.every(({ catalogVariantId }) => catalogVariantId !== '') ? blanks : null
}

const isExpress = ({ service }: PrintfulRate): boolean => /EXPRESS|FAST/i.test(service)

const toLiveRates = (rates: readonly PrintfulRate[]): LiveRates | null => {
  const priced = rates
    .filter(({ priceCents }) => priceCents > 0)
    .toSorted((a, b) => a.priceCents - b.priceCents)
  const standard = priced.find(({ service }) => service === 'STANDARD')
  const express = priced.find(isExpress)
  return standard ? { standard, ...(express ? { express } : {}) } : null
}

async function askPrintful(
  { payload, printful, items }: Args,
  place: TaxAddress,
): Promise<LiveRates | null> {
  if (!printful || Date.now() < pausedUntil) return null
  const blanks = await listBlanks(payload, items)
  if (!blanks) return null
  try {
    return toLiveRates(await printful.listShippingRates({ ...place, countryCode: 'US' }, blanks))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    pausedUntil = Date.now() + pauseMs
    payload.logger.warn(
      { err: error },
      'Printful gave no shipping rates; the shop’s own prices apply',
    )
    return null
  }
}

/**
 * Returns Printful's rates for a cart, for at most the three seconds its client waits; the settings' prices apply when
 * it fails. Either is held by a signed quote, so that an order costs what its buyer saw. Repeating the call is safe.
 */
export async function readShippingQuote(args: Args): Promise<ShippingQuote> {
  const { items, place, earlierQuote } = args
  const zip = /^\d{5}/.exec(place?.zip ?? '')?.[0]
  if (!place || !zip || items.length === 0) return noQuote
  const destination = { stateCode: place.stateCode, zip }
  const key = keyOf(items, destination)
  const cached = reusable.get(key)
  const rates =
    readQuote(earlierQuote, key) ?? (cached && Date.now() - cached.at < cacheMs ? cached : null)
  if (rates) return { live: rates.live, quote: toQuote(rates) }
  const live = await askPrintful(args, destination)
  const fresh = { key, at: Date.now(), live }
  if (live) {
    if (reusable.size >= maxCached) reusable.clear()
    reusable.set(key, fresh)
  }
  return { live, quote: toQuote(fresh) }
}
