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
  const getProduct = (c: Context) => {
    const product = findProduct(context, c.req.param('id') ?? '')
    if (!product) throw notFound()
    return product
  }
  const getVariant = (c: Context) => {
    const match = findVariant(context, c.req.param('id') ?? '')
    if (!match) throw notFound()
    return match
  }

  app.use('/store/*', needs('sync_products'))

  app.get('/store/products', (c) => {
    const hasStatus = STATUS[c.req.query('status') ?? 'all']
    if (!hasStatus) throw refuse(`Invalid status: ${c.req.query('status')}`, 'PR-6')
    const search = c.req.query('search')?.toLowerCase()
    const category = c.req.query('category_id')
    const inCategory = ({ variants }: ProductRecord) =>
      !category ||
      variants.some(({ variantId }) => category.split(',').includes(String(categoryOf(variantId))))
    const rows = Object.values(context.state.products)
      .slice(0, context.settings.listed)
      .filter(
        (one) =>
          hasStatus(one) && inCategory(one) && (!search || one.name.toLowerCase().includes(search)),
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
    const product = getProduct(c)
    return c.json(
      result({
        sync_product: syncProductView(context, product),
        sync_variants: product.variants.map((one) => syncVariantView(context, product, one)),
      }),
    )
  })

  app.put('/store/products/:id', async (c) => {
    limits.consume('productPut', c.get('token'))
    const product = getProduct(c)
    updateProduct(context, product, parse(updateProductSchema, await readJson(c)))
    return c.json(result(syncProductView(context, product)))
  })

  app.delete('/store/products/:id', (c) => {
    const product = getProduct(c)
    delete context.state.products[product.id]
    productEvent(context, product, 'product_deleted')
    context.save()
    return c.json(result(syncProductView(context, product)))
  })

  app.post('/store/products/:id/variants', async (c) => {
    const product = getProduct(c)
    if (product.variants.length >= 100) throw refuse('A product has at most 100 variants.')
    const fresh = newVariant(context, product, parse(variantSchema, await readJson(c)))
    product.variants.push(fresh)
    productEvent(context, product, 'product_updated')
    context.save()
    return c.json(result(syncVariantView(context, product, fresh)))
  })

  app.get('/store/variants/:id', (c) => {
    const match = getVariant(c)
    return c.json(
      result({
        sync_variant: syncVariantView(context, match.product, match.variant),
        sync_product: syncProductView(context, match.product),
      }),
    )
  })

  app.put('/store/variants/:id', async (c) => {
    const match = getVariant(c)
    changeVariant(context, match.variant, parse(variantSchema, await readJson(c)))
    productEvent(context, match.product, 'product_updated')
    return c.json(result(syncVariantView(context, match.product, match.variant)))
  })

  app.delete('/store/variants/:id', (c) => {
    const match = getVariant(c)
    match.product.variants = match.product.variants.filter((one) => one !== match.variant)
    productEvent(context, match.product, 'product_updated')
    context.save()
    return c.json(result(syncVariantView(context, match.product, match.variant)))
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
