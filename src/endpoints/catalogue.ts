import { z } from 'zod'
import { toDecimal } from '../domain/money'
import { notFound } from '../errors'
import { listCategories } from '../queries/list-categories'
import { getProductRecord, type ProductRecord } from '../queries/product-records'
import { listProductRecords } from '../queries/search-products'
import { categoryAnswer, type ProductAnswer, productAnswer, productListQuery, productQuery } from '../schemas/catalogue'
import { pageHeaders } from './page-headers'
import { endpoint, idParams } from './endpoint'
import { publicAnswer } from './public-answer'

const decimalOrNull = (cents: number | null): string | null => (cents === null ? null : toDecimal(cents))

const toAnswer = ({ basePriceCents, salePriceCents, variants, ...rest }: ProductRecord, consolidated: boolean): ProductAnswer => ({
  ...rest,
  basePrice: decimalOrNull(basePriceCents),
  salePrice: decimalOrNull(salePriceCents),
  ...(consolidated ? {} : { variants: variants.map(({ priceCents, ...variant }) => ({ ...variant, price: toDecimal(priceCents) })) }),
})

const limit = { points: 600, seconds: 60 }

export const catalogueEndpoints = [
  endpoint({
    method: 'get', path: '/api/products', summary: 'Products that are sold', query: productListQuery, answer: z.array(productAnswer), limit,
    handle: async (req, { query: { consolidated, ...search } }) => {
      const list = await listProductRecords(req.payload, search)
      return publicAnswer(req, list.products.map((product) => toAnswer(product, consolidated)), pageHeaders(req, list))
    },
  }),
  endpoint({
    method: 'get', path: '/api/products/:id', summary: 'One product', params: idParams, query: productQuery, answer: productAnswer, limit,
    handle: async (req, { params, query }) => {
      const product = await getProductRecord(req.payload, params.id)
      if (!product) throw notFound('This product')
      return publicAnswer(req, toAnswer(product, query.consolidated))
    },
  }),
  endpoint({
    method: 'get', path: '/api/categories', summary: 'All categories by name', query: z.strictObject({}), answer: z.array(categoryAnswer), limit,
    handle: async (req) => publicAnswer(req, await listCategories(req.payload)),
  }),
]
