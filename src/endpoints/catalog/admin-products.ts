import type { PayloadRequest } from 'payload'
import { z } from 'zod'

import { emptyBody, endpoint, idParams } from '@/endpoints/endpoint'
import { assertVersion } from '@/endpoints/http/check-version'
import { csvResponse } from '@/endpoints/http/csv-response'
import { listResponse } from '@/endpoints/http/pagination-headers'
import { bulkUpdateProducts } from '@/modules/catalog/actions/bulk-update-products'
import { importProductsCsv } from '@/modules/catalog/actions/import-products-csv'
import {
  productColumns,
  toProductCsvRow,
  toVariantCsvRows,
  variantColumns,
} from '@/modules/catalog/actions/product-csv'
import { duplicateProduct, saveProduct } from '@/modules/catalog/actions/save-product'
import {
  type AdminProduct,
  type AdminProductRow,
  getAdminProduct,
  getStoredProducts,
  listAdminProducts,
  type StoredPicture,
  type StoredProduct,
} from '@/modules/catalog/queries/admin-products'
import { listCategories } from '@/modules/catalog/queries/list-categories'
import { listProductPrices } from '@/modules/catalog/queries/price-history'
import {
  adminProductListQuery,
  adminProductResponse,
  adminProductRow,
  bulkBody,
  createProductBody,
  importBody,
  importResponse,
  maxImportBytes,
  productExportQuery,
  productPriceResponse,
  updateProductBody,
} from '@/modules/catalog/schemas/admin-products'
import { largestPictureUrl } from '@/modules/media/queries/picture-url'
import { bulkResponse } from '@/platform/bulk/bulk-schema'
import { toBulkResponse } from '@/platform/bulk/for-each-item'
import { notFound } from '@/platform/errors'
import { decimalOrNull } from '@/platform/money'
import { listQuery, maxExportRows } from '@/platform/schema-fields'

const urls = (pictures: readonly StoredPicture[]): string[] =>
  pictures.flatMap((picture) => largestPictureUrl(picture) ?? [])
const ids = (pictures: readonly StoredPicture[]): number[] => pictures.map(({ id }) => id)

/** Admin specification 3, 'Product', with what the panel shows of it in a list. */
const toRow = <Product extends AdminProductRow>({
  pictures,
  colorPictures,
  basePriceCents,
  salePriceCents,
  ...product
}: Product) => ({
  ...product,
  basePrice: decimalOrNull(basePriceCents),
  salePrice: decimalOrNull(salePriceCents),
  images: urls(pictures),
  imageIds: ids(pictures),
  colorImages: Object.fromEntries(
    colorPictures.map(({ color, pictures: ofColor }) => [color, urls(ofColor)]),
  ),
})

const toResponse = ({ artwork, variants, ...product }: AdminProduct) => ({
  ...toRow(product),
  colorImageIds: Object.fromEntries(
    product.colorPictures.map(({ color, pictures }) => [color, ids(pictures)]),
  ),
  artworkId: artwork?.id ?? null,
  variants: variants.map(({ priceCents, priceOverrideCents, costCents, ...variant }) => ({
    ...variant,
    price: decimalOrNull(priceCents),
    priceOverride: decimalOrNull(priceOverrideCents),
    cost: decimalOrNull(costCents),
  })),
})

const readProductResponse = async ({ payload }: PayloadRequest, id: number) => {
  const product = await getAdminProduct(payload, id)
  if (!product) throw notFound('This product')
  return toResponse(product)
}

const exportPageSize = 500

const moved = z.strictObject({
  message: z.string(),
  openOrders: z.int(),
  unpaidOrders: z.int(),
  scheduledPosts: z.int(),
  content: z.int(),
})

export const adminProductEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/products',
    summary: 'List all products, including inactive ones',
    requires: 'products:write',
    query: adminProductListQuery,
    response: z.array(adminProductRow),
    handle: async (req, { query }) => {
      const list = await listAdminProducts(req.payload, query)
      return listResponse(req, { ...list, rows: list.products.map(toRow) })
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/products/export',
    summary: 'Export products or variants as CSV, up to 10,000 products',
    requires: 'products:write',
    query: productExportQuery,
    limit: { points: 10, seconds: 60 },
    handle: async ({ payload }, { query: { rows, ...search } }) => {
      const slugs = new Map((await listCategories(payload)).map(({ id, slug }) => [id, slug]))
      const listed: StoredProduct[] = []
      for (let page = 1; listed.length < maxExportRows; page += 1) {
        const list = await listAdminProducts(payload, { ...search, page, limit: exportPageSize })
        const storedById = new Map(
          (
            await getStoredProducts(
              payload.db.drizzle,
              list.products.map(({ id }) => id),
            )
          ).map((product) => [product.id, product]),
        )
        listed.push(...list.products.flatMap(({ id }) => storedById.get(id) ?? []))
        if (page >= list.pages) break
      }
      // A product that is added between two pages moves the others, and repeats one of them.
      const products = [...new Map(listed.map((product) => [product.id, product])).values()]
      return rows === 'variants'
        ? csvResponse('variants', variantColumns, products.flatMap(toVariantCsvRows))
        : csvResponse(
            'products',
            productColumns,
            products.map((product) =>
              toProductCsvRow(product, slugs.get(product.categoryId ?? 0) ?? ''),
            ),
          )
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/products/import',
    summary: 'Import products (by slug) or variants (by SKU) from a CSV file, with a preview first',
    requires: 'products:write',
    body: importBody,
    bodyBytes: maxImportBytes * 2,
    response: importResponse,
    limit: { points: 20, seconds: 60 },
    handle: (req, { body }) => importProductsCsv(req.payload, req.user, body),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/products/bulk',
    summary: 'Update several products at once',
    requires: 'products:write',
    body: bulkBody,
    response: bulkResponse,
    handle: async (req, { body: { ids, ...change } }) =>
      toBulkResponse(await bulkUpdateProducts(req.payload, req.user, ids, change)),
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/products/:id',
    summary: 'Get a product with its variants and references',
    requires: 'products:write',
    params: idParams,
    response: adminProductResponse,
    handle: (req, { params }) => readProductResponse(req, params.id),
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/products/:id/prices',
    summary: 'List a product’s price history, newest first',
    requires: 'products:write',
    params: idParams,
    query: z.strictObject({ page: listQuery.page, limit: listQuery.limit }),
    response: z.array(productPriceResponse),
    handle: async (req, { params: { id }, query }) => {
      const list = await listProductPrices(req.payload, id, query)
      // Every product has at least the price that it was created with.
      if (list.total === 0) throw notFound('This product')
      const prices = list.rows.map(({ basePriceCents, salePriceCents, ...price }) => ({
        ...price,
        basePrice: decimalOrNull(basePriceCents),
        salePrice: decimalOrNull(salePriceCents),
      }))
      return listResponse(req, { ...list, rows: prices })
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/products',
    summary: 'Create a product',
    requires: 'products:write',
    body: createProductBody,
    bodyBytes: 256 * 1024,
    creates: true,
    response: adminProductResponse,
    handle: async (req, { body }) =>
      readProductResponse(
        req,
        await saveProduct(req.payload, { user: req.user, id: null, input: body }),
      ),
  }),
  endpoint({
    method: 'put',
    path: '/api/admin/products/:id',
    summary: 'Update a product; omitted fields don’t change',
    requires: 'products:write',
    params: idParams,
    body: updateProductBody,
    bodyBytes: 256 * 1024,
    response: adminProductResponse,
    handle: async (req, { params: { id }, body: { version, ...input } }) => {
      await saveProduct(req.payload, {
        user: req.user,
        id,
        input,
        expectUnchanged: (updatedAt) => assertVersion(req, version, updatedAt),
      })
      return readProductResponse(req, id)
    },
  }),
  endpoint({
    method: 'delete',
    path: '/api/admin/products/:id',
    summary: 'Move a product to the trash; returns its references',
    requires: 'products:write',
    params: idParams,
    ...emptyBody,
    response: moved,
    handle: async (req, { params: { id } }) => {
      const product = await getAdminProduct(req.payload, id)
      if (!product) throw notFound('This product')
      await bulkUpdateProducts(req.payload, req.user, [id], { action: 'trash' })
      return { message: 'The product is in the trash. You can restore it.', ...product.uses }
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/products/:id/duplicate',
    summary: 'Create an inactive copy of a product, with its own slug and SKUs',
    requires: 'products:write',
    params: idParams,
    ...emptyBody,
    creates: true,
    response: adminProductResponse,
    handle: async (req, { params: { id } }) =>
      readProductResponse(req, await duplicateProduct(req.payload, req.user, id)),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/products/:id/restore',
    summary: 'Restore a product from the trash',
    requires: 'products:write',
    params: idParams,
    ...emptyBody,
    response: adminProductResponse,
    handle: async (req, { params: { id } }) => {
      await bulkUpdateProducts(req.payload, req.user, [id], { action: 'restore' })
      return readProductResponse(req, id)
    },
  }),
]
