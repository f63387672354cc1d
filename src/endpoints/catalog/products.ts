import { z } from 'zod'

import { idParams } from '@/endpoints/endpoint'
import { paginationHeaders } from '@/endpoints/http/pagination-headers'
import { publicEndpoint } from '@/endpoints/public-endpoint'
import { listCategories } from '@/modules/catalog/queries/list-categories'
import { getProductRecord, type ProductRecord } from '@/modules/catalog/queries/product-response'
import { listProductRecords } from '@/modules/catalog/queries/search-products'
import {
  categoryResponse,
  productListQuery,
  productQuery,
  type ProductResponse,
  productResponse,
} from '@/modules/catalog/schemas/products'
import { notFound } from '@/platform/errors'
import { decimalOrNull, toDecimal } from '@/platform/money'

const toResponse = (
  { basePriceCents, salePriceCents, variants, ...rest }: ProductRecord,
  consolidated: boolean,
): ProductResponse => ({
  ...rest,
  basePrice: decimalOrNull(basePriceCents),
  salePrice: decimalOrNull(salePriceCents),
  ...(consolidated
    ? {}
    : {
        variants: variants.map(({ priceCents, ...variant }) => ({
          ...variant,
          price: toDecimal(priceCents),
        })),
      }),
})

const limit = { points: 600, seconds: 60 }

export const productEndpoints = [
  publicEndpoint({
    method: 'get',
    path: '/api/products',
    summary: 'List products for sale',
    query: productListQuery,
    response: z.array(productResponse),
    limit,
    handle: async (req, { query: { consolidated, ...search } }) => {
      const list = await listProductRecords(req.payload, search)
      return {
        value: list.products.map((product) => toResponse(product, consolidated)),
        headers: paginationHeaders(req, list),
      }
    },
  }),
  publicEndpoint({
    method: 'get',
    path: '/api/products/:id',
    summary: 'Get a product',
    params: idParams,
    query: productQuery,
    response: productResponse,
    limit,
    handle: async (req, { params, query }) => {
      const product = await getProductRecord(req.payload, params.id)
      if (!product) throw notFound('This product')
      return { value: toResponse(product, query.consolidated) }
    },
  }),
  publicEndpoint({
    method: 'get',
    path: '/api/categories',
    summary: 'List categories by name',
    query: z.strictObject({}),
    response: z.array(categoryResponse),
    limit,
    handle: async (req) => ({ value: await listCategories(req.payload) }),
  }),
]
