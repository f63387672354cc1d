import { type Context, Hono } from 'hono'

import { type Limits, needs, type PrintfulEnv } from './auth'
import type { ProviderContext } from './context'
import { notFound, parse, refuse } from './errors'
import { productEvent } from './events'
import { findProduct, findVariant } from './lookup'
import {
  changeVariant,
  createProduct,
  createProductSchema,
  newVariant,
  updateProduct,
  updateProductSchema,
  variantSchema,
} from './products'
import { page, readJson, result } from './response'
import type { ProductRecord } from './state'
import { categoryOf, syncProductView, syncVariantView } from './views'

/** `/store/products` and `/store/variants` (reference, section 4). */
export function productRoutes(context: ProviderContext, limits: Limits) {
  const app = new Hono<PrintfulEnv>()
  const product = (c: Context) => {
    const found = findProduct(context, c.req.param('id') ?? '')
    if (!found) throw notFound()
    return found
  }
  const variant = (c: Context) => {
    const found = findVariant(context, c.req.param('id') ?? '')
    if (!found) throw notFound()
    return found
  }

  app.use('/store/*', needs('sync_products'))

  app.get('/store/products', (c) => {
    const wanted = STATUS[c.req.query('status') ?? 'all']
    if (!wanted) throw refuse(`Invalid status: ${c.req.query('status')}`, 'PR-6')
    const search = c.req.query('search')?.toLowerCase()
    const category = c.req.query('category_id')
    const inCategory = ({ variants }: ProductRecord) =>
      !category ||
      variants.some(({ variantId }) => category.split(',').includes(String(categoryOf(variantId))))
    const rows = Object.values(context.state.products)
      .slice(0, context.settings.listed)
      .filter(
        (one) =>
          wanted(one) && inCategory(one) && (!search || one.name.toLowerCase().includes(search)),
      )
    return c.json(page(c, rows, (row) => syncProductView(context, row)))
  })

  app.post('/store/products', async (c) =>
    c.json(
      result(
        syncProductView(
          context,
          createProduct(context, parse(createProductSchema, await readJson(c))),
        ),
      ),
    ),
  )

  app.get('/store/products/:id', (c) => {
    const found = product(c)
    return c.json(
      result({
        sync_product: syncProductView(context, found),
        sync_variants: found.variants.map((one) => syncVariantView(context, found, one)),
      }),
    )
  })

  app.put('/store/products/:id', async (c) => {
    limits.spend('productPut', c.get('token'))
    const found = product(c)
    updateProduct(context, found, parse(updateProductSchema, await readJson(c)))
    return c.json(result(syncProductView(context, found)))
  })

  app.delete('/store/products/:id', (c) => {
    const found = product(c)
    delete context.state.products[found.id]
    productEvent(context, found, 'product_deleted')
    context.save()
    return c.json(result(syncProductView(context, found)))
  })

  app.post('/store/products/:id/variants', async (c) => {
    const found = product(c)
    if (found.variants.length >= 100) throw refuse('A product has at most 100 variants.')
    const fresh = newVariant(context, found, parse(variantSchema, await readJson(c)))
    found.variants.push(fresh)
    productEvent(context, found, 'product_updated')
    context.save()
    return c.json(result(syncVariantView(context, found, fresh)))
  })

  app.get('/store/variants/:id', (c) => {
    const found = variant(c)
    return c.json(
      result({
        sync_variant: syncVariantView(context, found.product, found.variant),
        sync_product: syncProductView(context, found.product),
      }),
    )
  })

  app.put('/store/variants/:id', async (c) => {
    const found = variant(c)
    changeVariant(context, found.variant, parse(variantSchema, await readJson(c)))
    productEvent(context, found.product, 'product_updated')
    return c.json(result(syncVariantView(context, found.product, found.variant)))
  })

  app.delete('/store/variants/:id', (c) => {
    const found = variant(c)
    found.product.variants = found.product.variants.filter((one) => one !== found.variant)
    productEvent(context, found.product, 'product_updated')
    context.save()
    return c.json(result(syncVariantView(context, found.product, found.variant)))
  })

  return app
}

const any =
  (status: string) =>
  ({ variants }: ProductRecord) =>
    variants.some(({ availability }) => availability === status)

const STATUS: Record<string, (product: ProductRecord) => boolean> = {
  all: () => true,
  synced: ({ variants, ignored }) =>
    !ignored && variants.length > 0 && variants.every(({ synced }) => synced),
  unsynced: ({ variants, ignored }) => !ignored && variants.some(({ synced }) => !synced),
  ignored: ({ ignored }) => ignored,
  imported: () => false,
  discontinued: any('discontinued'),
  out_of_stock: any('out_of_stock'),
}
