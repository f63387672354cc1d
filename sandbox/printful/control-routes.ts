import { Hono } from 'hono'
import { z } from 'zod'

import { parseControl, unknown } from '../control/parse-body'
import type { SandboxApp, SandboxEnv } from '../core/provider'
import { catalogVariant } from './catalog'
import type { ProviderContext } from './context'
import { addStoreProducts, storeProductsSchema } from './control-products'
import { costsOf, type Method } from './costs'
import { orderEvent, productEvent, shipmentEvent } from './events'
import { findOrder, findProduct, findVariant } from './lookup'
import { remainingItems, ship } from './order-progress'
import { cancelAndRefund, failOrder, move } from './orders'
import type { Availability, OrderRecord } from './state'
import { orderView, syncProductView } from './views'
import type { Webhooks } from './webhooks'

const moreSchema = z.strictObject({
  reason: z.string().optional(),
  amount: z.string().optional(),
  reshipment: z.boolean().optional(),
  trackingNumber: z.string().optional(),
  items: z.array(z.strictObject({ itemId: z.int(), quantity: z.int().min(1) })).optional(),
})
type More = z.output<typeof moreSchema>

const settingsSchema = z
  .strictObject({
    limits: z.boolean(),
    progressMs: z.int().min(0),
    billing: z.enum(['ok', 'decline']),
    asyncCosts: z.int().min(0),
    filesMs: z.int().min(0),
    refuseUnknownTypes: z.boolean(),
    listed: z.int().min(0),
  })
  .partial()

const stockSchema = z.strictObject({
  variantIds: z.array(z.int()).min(1),
  status: z.enum(['active', 'discontinued', 'out_of_stock', 'temporary_out_of_stock']),
})

interface Levers {
  webhooks: Webhooks
  clearLimits: () => void
  /** The new settings may change when an order is due. */
  schedule: () => void
}

/** What happens at Printful without the shop: production, packages, stock, the dashboard. */
export function printfulControl(
  context: ProviderContext,
  { webhooks, clearLimits, schedule }: Levers,
): SandboxApp {
  const app = new Hono<SandboxEnv>()
  const { state } = context

  app.post('/orders/:id/:action', async (c) => {
    const order = findOrder(context, c.req.param('id')) ?? unknown('order', c.req.param('id'))
    const step = STEPS[c.req.param('action')] ?? unknown('step', c.req.param('action'))
    const more = await parseControl(c, moreSchema)
    if (step.from && !step.from.includes(order.status))
      return c.json({ error: `The order is ${order.status}` }, 409)
    step.act(context, order, more)
    context.save()
    return c.json(orderView(context, order))
  })

  app.post('/stock', async (c) => {
    const { variantIds, status } = await parseControl(c, stockSchema)
    for (const id of variantIds) if (!catalogVariant(id)) unknown('catalog variant', String(id))
    setStock(context, variantIds, status)
    return c.json({ changed: variantIds })
  })

  app.post('/products', async (c) => {
    const { products } = await parseControl(c, storeProductsSchema)
    return c.json({ added: addStoreProducts(context, products) }, 201)
  })

  app.post('/products/:id/:action{delete|rename|touch|unsync}', async (c) => {
    const product = findProduct(context, c.req.param('id')) ?? unknown('product', c.req.param('id'))
    const { name } = await parseControl(c, z.strictObject({ name: z.string().optional() }))
    const action = c.req.param('action')
    if (action === 'delete') delete state.products[product.id]
    if (name !== undefined) product.name = name
    if (action === 'unsync') for (const variant of product.variants) variant.synced = false
    productEvent(context, product, action === 'delete' ? 'product_deleted' : 'product_updated')
    context.save()
    return c.json(syncProductView(context, product))
  })

  app.post('/variants/:id', async (c) => {
    const match = findVariant(context, c.req.param('id')) ?? unknown('variant', c.req.param('id'))
    const change = await parseControl(
      c,
      z.strictObject({
        retailPrice: z.string().nullable().optional(),
        availability: stockSchema.shape.status.optional(),
        synced: z.boolean().optional(),
      }),
    )
    Object.assign(match.variant, change)
    productEvent(context, match.product, 'product_updated')
    context.save()
    return c.json(match.variant)
  })

  app.post('/tokens/expire', async (c) => {
    const { token, expired } = await parseControl(
      c,
      z.strictObject({
        token: z.string().default('sandbox-printful-token'),
        expired: z.boolean().default(true),
      }),
    )
    state.expiredTokens = [
      ...state.expiredTokens.filter((one) => one !== token),
      ...(expired ? [token] : []),
    ]
    context.save()
    return c.json({ expired: state.expiredTokens })
  })

  app.post('/settings', async (c) => {
    Object.assign(context.settings, await parseControl(c, settingsSchema))
    clearLimits()
    schedule()
    return c.json(context.settings)
  })

  app.post('/webhooks/forge', async (c) => {
    const { on } = await parseControl(c, z.strictObject({ on: z.boolean().default(true) }))
    webhooks.forge(on)
    return c.json({ forged: on })
  })
  app.route('/webhooks', webhooks.dispatcher.control)

  app.get('/ledger', (c) =>
    c.json({
      products: Object.values(state.products).map((product) => syncProductView(context, product)),
      orders: Object.values(state.orders).map((order) => orderView(context, order)),
      charges: state.charges,
      webhooks: {
        v1: state.webhooksV1,
        v2: state.webhooksV2 && { ...state.webhooksV2, secretKey: '[hidden]' },
      },
      events: state.history.map(({ eventId, type, url }) => ({ eventId, type, url })),
      undelivered: Object.values(state.deliveries),
    }),
  )

  return app
}

interface Step {
  from?: OrderRecord['status'][]
  act: (context: ProviderContext, order: OrderRecord, more: More) => void
}

/** The steps that a test can trigger for an order, with the statuses they start from. */
const STEPS: Record<string, Step> = {
  review: { from: ['pending'], act: to('inreview') },
  start: { from: ['pending', 'inreview'], act: to('inprocess') },
  ship: {
    from: ['pending', 'inprocess', 'partial', 'fulfilled'],
    act: (
      context,
      order,
      { items, reshipment = remainingItems(order).length === 0, trackingNumber },
    ) => void ship(context, order, { items, reshipment, trackingNumber }),
  },
  return: {
    from: ['partial', 'fulfilled'],
    act: (context, order, { reason = 'Return to sender: insufficient address' }) => {
      const shipment = order.shipments.at(-1)
      if (!shipment) return
      shipment.returned = true
      shipmentEvent(context, order, shipment, 'returned', reason)
      orderEvent(context, order, 'order_updated')
    },
  },
  hold: {
    act: (context, order, { reason = 'We need a better print file.' }) => {
      order.error = reason
      order.nextAt = null
      move(context, order, 'onhold')
      orderEvent(context, order, 'order_put_hold', { reason })
    },
  },
  approval: {
    act: (context, order, { reason = 'Please approve the changed design.' }) => {
      move(context, order, 'onhold')
      const approval_files = [
        {
          confirm_hash: 'a14e51714be01f98487fcf5131727d31',
          submitted_design: context.pictures.url('submitted.png'),
          recommended_design: context.pictures.url('recommended.png'),
          approval_sheet: context.pictures.url('sheet.png'),
        },
      ]
      orderEvent(context, order, 'order_put_hold_approval', { reason, approval_files })
    },
  },
  /** Finishes costs that were still being calculated; such an order is a draft, whatever `confirm` was. */
  unhold: {
    from: ['onhold'],
    act: (context, order, { reason = 'The hold was removed.' }) => {
      const wasWaiting = order.costs === null
      order.error = null
      order.costs ??= costsOf(order.items, order.recipient, order.shipping as Method)
      move(context, order, wasWaiting ? 'draft' : 'pending')
      orderEvent(context, order, 'order_remove_hold', { reason })
    },
  },
  fail: {
    from: ['pending', 'inreview', 'inprocess', 'onhold'],
    act: (context, order, { reason = 'The print file could not be loaded.' }) =>
      failOrder(context, order, reason),
  },
  cancel: {
    act: (context, order, { reason = 'Canceled by Printful support' }) =>
      cancelAndRefund(context, order, reason),
  },
  refund: {
    act: (context, order, { amount = order.costs?.total ?? '0.00' }) => {
      context.state.charges.push({
        orderId: order.id,
        kind: 'refund',
        amount,
        at: context.clock.now(),
      })
      orderEvent(context, order, 'order_refunded', { amount })
    },
  },
  /** As when a draft is deleted in the dashboard: `order_updated`, no cancel event. */
  archive: { act: to('archived') },
}

function to(status: OrderRecord['status']): Step['act'] {
  return (context, order) => {
    move(context, order, status)
    orderEvent(context, order, 'order_updated')
  }
}

/** Sends `stock_updated` for each affected catalog product, with all of its variants that aren't in stock. */
function setStock(context: ProviderContext, variantIds: number[], status: Availability): void {
  const all = Object.values(context.state.products).flatMap(({ variants }) => variants)
  for (const variant of all)
    if (variantIds.includes(variant.variantId)) variant.availability = status
  const products = new Set(variantIds.map((id) => catalogVariant(id)?.garment.id))
  for (const productId of products) {
    const ofProduct = all.filter(
      ({ variantId }) => catalogVariant(variantId)?.garment.id === productId,
    )
    const ids = (...states: Availability[]) => [
      ...new Set(
        ofProduct
          .filter(({ availability }) => states.includes(availability))
          .map(({ variantId }) => variantId),
      ),
    ]
    const stock = {
      out: ids('out_of_stock', 'temporary_out_of_stock'),
      discontinued: ids('discontinued'),
    }
    context.publish({
      v1: { type: 'stock_updated', data: { product_id: productId, variant_stock: stock } },
      v2: {
        type: 'catalog_stock_updated',
        data: { product: { id: productId }, variant_stock: stock },
      },
    })
  }
  context.save()
}
