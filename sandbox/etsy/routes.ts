import { type Context, Hono } from 'hono'

import type { Clock } from '../core/clock'
import type { Pictures } from '../core/fixture-pictures'
import type { SandboxEnv } from '../core/provider'
import { bearer } from './auth'
import { EtsyError, notFound } from './errors'
import type { ListingRecord } from './fixtures'
import { type EtsyState, SHOP_ID, USER_ID } from './state'
import {
  imageViews,
  inventoryView,
  listingView,
  SECTIONS,
  shippingView,
  shopView,
  TAXONOMY,
  videoViews,
} from './views'

export interface EtsyContext {
  state: EtsyState
  clock: Clock
  pictures: Pictures
  origin: () => string
  save: () => void
  settings: { hiddenFromSearch: boolean; inventoryLeftOut: boolean }
}

const INCLUDES = [
  'Shipping',
  'Images',
  'Shop',
  'User',
  'Translations',
  'Videos',
  'Personalization',
  'BuyerPrice',
]
const STATES = ['active', 'inactive', 'sold_out', 'draft', 'expired']
const DEFAULT_SETTINGS = 25
const MOST = 100

/** The reading side of `/v3/application` (reference, section 5). */
export function resourceRoutes(context: EtsyContext) {
  const app = new Hono<SandboxEnv>().basePath('/v3/application')
  const { state, pictures } = context
  const oauth = (scope?: string) => bearer(state, context.clock, scope)
  const active = () => state.listings.filter((one) => one.state === 'active')
  const listing = (c: Context): ListingRecord => {
    const id = integerParameter(c, 'listing_id')
    return state.listings.find((one) => one.id === id) ?? fail(`a listing with id ${id}`)
  }
  const shop = (c: Context) => {
    if (integerParameter(c, 'shop_id') !== SHOP_ID) fail('a Shop with that ID')
  }
  const view = (one: ListingRecord, includes: string[]) => ({
    ...listingView(one, context.origin()),
    ...(includes.includes('Images') && { images: imageViews(one, pictures) }),
    ...(includes.includes('Videos') && { videos: videoViews(one, pictures) }),
    ...(includes.includes('Shop') && { shop: shopView(context.origin(), active().length) }),
    ...(includes.includes('User') && { user: { user_id: USER_ID } }),
    ...(includes.includes('Shipping') && { shipping_profile: shippingView(one) }),
    ...(includes.includes('Translations') && {
      translations: {
        'en-US': {
          listing_id: one.id,
          language: 'en-US',
          title: one.title,
          description: one.description,
          tags: one.tags,
        },
      },
    }),
    ...(includes.includes('BuyerPrice') && { buyer_price: null }),
    ...(includes.includes('Inventory') && {
      inventory:
        one.inventory && !context.settings.inventoryLeftOut
          ? inventoryView(one.inventory, one)
          : null,
    }),
  })

  app.get('/openapi-ping', (c) => c.json({ application_id: 1_293_874 }))
  app.get('/users/me', oauth('shops_r'), (c) => c.json({ user_id: USER_ID, shop_id: SHOP_ID }))
  app.post('/scopes', async (c) => {
    const isForm = /^application\/x-www-form-urlencoded/i.test(c.req.header('content-type') ?? '')
    if (!isForm) throw new EtsyError(400, 'invalid_request', { description: 'token is required' })
    const { token } = await c.req.parseBody()
    const grant = state.access[typeof token === 'string' ? token : '']
    if (!grant || grant.expiresAt <= context.clock.now())
      throw new EtsyError(401, 'invalid_token', { description: 'access token is expired' })
    return c.json({ scopes: grant.scopes })
  })

  app.get('/shops', (c) => {
    const name = c.req.query('shop_name')
    if (!name) throw new EtsyError(400, 'shop_name is required')
    const results = 'dayfernstudio'.includes(name.toLowerCase())
      ? [shopView(context.origin(), active().length)]
      : []
    return c.json({ count: results.length, results })
  })
  app.get('/users/:user_id/shops', (c) => {
    if (integerParameter(c, 'user_id') !== USER_ID) fail('a shop for that user')
    return c.json(shopView(context.origin(), active().length))
  })

  app.get('/shops/:shop_id/listings', oauth('listings_r'), (c) => {
    shop(c)
    const stateFilter = c.req.query('state') ?? 'active'
    if (!STATES.includes(stateFilter))
      throw new EtsyError(400, `Invalid value for state: must be one of ${STATES.join(', ')}`)
    // A state outside the documented ones shows up among the inactive.
    const rows = state.listings.filter(
      (one) =>
        one.state === stateFilter || (stateFilter === 'inactive' && !STATES.includes(one.state)),
    )
    const includes = includesOf(c, [...INCLUDES, 'Inventory'])
    return c.json(page(c, rows, (one) => view(one, includes)))
  })

  /** Uses the search index: no includes, and no results for a shop that is hidden from search. */
  app.get('/shops/:shop_id/listings/active', (c) => {
    shop(c)
    const keywords = c.req.query('keywords')?.toLowerCase()
    const rows = context.settings.hiddenFromSearch
      ? []
      : active().filter((one) => !keywords || one.title.toLowerCase().includes(keywords))
    return c.json(
      page(c, sorted(c, rows, keywords !== undefined), (one) => listingView(one, context.origin())),
    )
  })

  app.get('/listings/batch', (c) => {
    const includes = includesOf(c, INCLUDES)
    const rows = idsOf(c).flatMap((id) => state.listings.find((one) => one.id === id) ?? [])
    return c.json({ count: rows.length, results: rows.map((one) => view(one, includes)) })
  })
  app.get('/listings/batch/inventory', oauth('listings_r'), (c) => {
    const rows = idsOf(c).map(
      (id) => state.listings.find((one) => one.id === id) ?? fail(`a listing with id ${id}`),
    )
    return c.json({
      count: rows.length,
      results: rows.map((one) => ({
        listing_id: one.id,
        inventory: one.inventory && inventoryView(one.inventory, one),
      })),
    })
  })
  app.get('/listings/:listing_id', (c) => c.json(view(listing(c), includesOf(c, INCLUDES))))
  app.get('/listings/:listing_id/images', (c) => {
    const results = imageViews(listing(c), pictures)
    return c.json({ count: results.length, results })
  })
  app.get('/listings/:listing_id/inventory', oauth('listings_r'), (c) => {
    const one = listing(c)
    if (!one.inventory) throw notFound('inventory for this listing')
    return c.json({
      ...inventoryView(one.inventory, one, c.req.query('show_deleted') === 'true'),
      ...(c.req.query('includes') === 'Listing' && { listing: listingView(one, context.origin()) }),
    })
  })

  app.get('/shops/:shop_id/listings/:listing_id/variation-images', (c) => {
    shop(c)
    const one = listing(c)
    const colors = (one.inventory ?? [])
      .flatMap(({ properties }) => properties)
      .filter(({ id }) => id === 200 || id === 513)
    const once = [...new Map(colors.map((color) => [color.valueId, color])).values()]
    const results = once
      .slice(0, one.images.length)
      .map((color, index) => ({
        property_id: color.id,
        value_id: color.valueId,
        value: color.value,
        image_id: one.images[index]?.id,
      }))
    return c.json({ count: results.length, results })
  })
  app.get('/shops/:shop_id/listings/:listing_id/properties', (c) => {
    shop(c)
    listing(c)
    return c.json({ count: 0, results: [] })
  })
  app.get('/shops/:shop_id/sections', (c) => {
    shop(c)
    const results = SECTIONS.map(([title, id], rank) => ({
      shop_section_id: id,
      title,
      rank: rank + 1,
      user_id: USER_ID,
      active_listing_count: active().filter(({ sectionId }) => sectionId === id).length,
    }))
    return c.json({ count: results.length, results })
  })
  app.get('/shops/:shop_id', (c) => {
    shop(c)
    return c.json(shopView(context.origin(), active().length))
  })
  app.get('/seller-taxonomy/nodes', (c) => c.json({ count: TAXONOMY.length, results: TAXONOMY }))

  return app
}

function fail(what: string): never {
  throw notFound(what)
}

function integerParameter(c: Context, name: string): number {
  const text = c.req.param(name) ?? ''
  if (!/^\d+$/.test(text)) throw new EtsyError(400, `Expected int value for '${name}' (got string)`)
  return Number(text)
}

const SORTS: Record<string, (one: ListingRecord) => number> = {
  created: ({ createdAt }) => createdAt,
  updated: ({ updatedAt }) => updatedAt,
  price: (one) => listingView(one, '').price.amount,
  score: ({ createdAt }) => createdAt,
}

/** Only a search is sorted; without words both parameters do nothing. */
function sorted(c: Context, rows: ListingRecord[], isSearch: boolean): ListingRecord[] {
  const { sort_on: on = 'created', sort_order: order = 'desc' } = c.req.query()
  const by = SORTS[on]
  if (!by)
    throw new EtsyError(
      400,
      `Invalid value for sort_on: must be one of ${Object.keys(SORTS).join(', ')}`,
    )
  if (!['asc', 'ascending', 'desc', 'descending', 'up', 'down'].includes(order))
    throw new EtsyError(400, 'Invalid value for sort_order')
  const turn = ['asc', 'ascending', 'up'].includes(order) ? 1 : -1
  return isSearch ? [...rows].sort((one, other) => turn * (by(one) - by(other))) : rows
}

function page<Row, View>(
  c: Context,
  rows: Row[],
  view: (row: Row) => View,
): { count: number; results: View[] } {
  const number = (name: string, usual: number, least: number, most: number) => {
    const text = c.req.query(name)
    if (text === undefined) return usual
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < least || value > most)
      throw new EtsyError(400, `Invalid value for ${name}: must be between ${least} and ${most}`)
    return value
  }
  const limit = number('limit', DEFAULT_SETTINGS, 1, MOST)
  const offset = number('offset', 0, 0, 1_000_000)
  return { count: rows.length, results: rows.slice(offset, offset + limit).map(view) }
}

/** With commas or repeated: it isn't clear which one Etsy expects. */
function listOf(c: Context, name: string): string[] {
  return [...(c.req.queries(name) ?? []), ...(c.req.queries(`${name}[]`) ?? [])]
    .flatMap((part) => part.split(','))
    .filter(Boolean)
}

function includesOf(c: Context, allowed: string[]): string[] {
  const includes = listOf(c, 'includes')
  const wrong = includes.find((one) => !allowed.includes(one))
  if (wrong) throw new EtsyError(400, `Invalid value for includes: ${wrong}`)
  return includes
}

function idsOf(c: Context): number[] {
  const ids = listOf(c, 'listing_ids')
  if (ids.length === 0) throw new EtsyError(400, 'listing_ids is required')
  if (ids.length > MOST || !ids.every((id) => /^\d+$/.test(id)))
    throw new EtsyError(400, `listing_ids must be up to ${MOST} integers`)
  return ids.map(Number)
}
