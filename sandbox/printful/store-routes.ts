import { Hono } from 'hono'
import { z } from 'zod'

import { type Limits, needs, type PrintfulEnv, STORES, TOKENS } from './auth'
import { catalogVariant, GARMENTS, variantsOf } from './catalog'
import type { ProviderContext } from './context'
import { type Method, METHODS, shippingCents } from './costs'
import { COUNTRIES, countryOf } from './countries'
import { notFound, parse, PrintfulError, refuse } from './errors'
import { findVariant } from './lookup'
import { page, readJson, result } from './response'
import { catalogProductView, catalogVariantView, garmentById } from './views'

const ratesSchema = z.looseObject({
  recipient: z.looseObject({ country_code: z.string(), state_code: z.string().nullish() }),
  items: z
    .array(
      z.looseObject({
        variant_id: z.union([z.string(), z.number()]).optional(),
        external_variant_id: z.string().optional(),
        warehouse_product_variant_id: z.union([z.string(), z.number()]).optional(),
        quantity: z.union([z.int(), z.string().regex(/^\d+$/)]),
        value: z.union([z.string(), z.number()]).optional(),
      }),
    )
    .min(1),
  currency: z.string().optional(),
  locale: z.string().optional(),
})

const BIG_ORDER = 100

/** Stores, scopes, catalog, countries and shipping rates (reference, sections 1, 3, 5, 7). */
export function storeRoutes(context: ProviderContext, limits: Limits) {
  const app = new Hono<PrintfulEnv>()

  app.get('/oauth/scopes', (c) =>
    c.json(
      result({
        scopes: (TOKENS[c.get('token')]?.scopes ?? []).map((scope) => ({
          scope,
          display_name: scope,
        })),
      }),
    ),
  )

  const visible = (token: string) =>
    TOKENS[token]?.level === 'account' ? STORES : STORES.slice(0, 1)
  app.get('/stores', (c) => {
    if (!TOKENS[c.get('token')]?.scopes.includes('stores_list')) throw new PrintfulError(403)
    return c.json(page(c, visible(c.get('token')), (store) => store))
  })
  app.get('/stores/:id', (c) => {
    const store = visible(c.get('token')).find(({ id }) => String(id) === c.req.param('id'))
    if (!store) throw notFound()
    return c.json(result(store))
  })

  app.get('/products', (c) =>
    c.json(result(GARMENTS.map((garment) => catalogProductView(context, garment)))),
  )
  app.get('/products/variant/:id', (c) => {
    const blank = catalogVariant(Number(c.req.param('id')))
    if (!blank) throw notFound()
    return c.json(
      result({
        variant: catalogVariantView(context, blank),
        product: catalogProductView(context, blank.garment),
      }),
    )
  })
  app.get('/products/:id', (c) => {
    const garment = garmentById(Number(c.req.param('id')))
    if (!garment) throw notFound()
    return c.json(
      result({
        product: catalogProductView(context, garment),
        variants: variantsOf(garment).map((blank) => catalogVariantView(context, blank)),
      }),
    )
  })

  app.get('/countries', (c) => c.json(result(COUNTRIES)))

  app.post('/shipping/rates', needs('orders'), async (c) => {
    const { recipient, items, currency = 'USD' } = parse(ratesSchema, await readJson(c))
    if (items.reduce((sum, { quantity }) => sum + Number(quantity), 0) > BIG_ORDER)
      limits.consume('bigRates', c.get('token'))
    const country = countryOf(recipient.country_code)
    if (!country) throw refuse(`Invalid country code: ${recipient.country_code}`, 'SH-1')
    if (
      country.states &&
      country.code !== 'JP' &&
      !country.states.some(({ code }) => code === recipient.state_code)
    )
      throw refuse(`Recipient: State code is required for ${country.name}.`)
    if (!/^(USD|EUR|GBP|CAD|AUD|JPY)$/.test(currency))
      throw refuse(`Invalid currency code: ${currency}`, 'SH-3')
    const priced = items.map((item) => ({
      variantId: catalogIdOf(item),
      quantity: Number(item.quantity),
    }))
    const day = (days: number) =>
      context.clock.iso(context.clock.now() + days * 86_400_000).slice(0, 10)
    return c.json(
      result(
        (Object.keys(METHODS) as Method[]).map((id) => {
          const {
            name,
            days: [soonest, latest],
          } = METHODS[id]
          return {
            id,
            name: `${name} (Estimated delivery: ${day(soonest)}–${day(latest)})`,
            rate: (shippingCents(priced, country.code, id) / 100).toFixed(2),
            currency,
            // Not every method says when it arrives (reference, section 7).
            ...(id === 'STANDARD' && {
              minDeliveryDays: soonest,
              maxDeliveryDays: latest,
              minDeliveryDate: day(soonest),
              maxDeliveryDate: day(latest),
            }),
          }
        }),
      ),
    )
  })

  /** A catalog id, or our external id of a sync variant; a sync variant's own id is not known here. */
  const catalogIdOf = ({
    variant_id,
    external_variant_id,
  }: {
    variant_id?: string | number
    external_variant_id?: string
  }): number => {
    const id =
      variant_id === undefined
        ? external_variant_id && findVariant(context, `@${external_variant_id}`)?.variant.variantId
        : Number(variant_id)
    if (!id || !catalogVariant(id))
      throw refuse(`Item: variant not found: ${String(variant_id ?? external_variant_id)}`)
    return id
  }

  return app
}
