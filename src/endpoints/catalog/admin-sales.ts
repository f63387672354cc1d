import { z } from 'zod'

import { endpoint, idParams } from '@/endpoints/endpoint'
import { endSale, startSale } from '@/modules/catalog/actions/sales'
import { listSales } from '@/modules/catalog/queries/sales'
import { newSaleBody, newSaleResponse, saleResponse } from '@/modules/catalog/schemas/sales'
import { decimalOrNull, toDecimal } from '@/platform/money'

const requires = 'products:write'
const limit = { points: 60, seconds: 600 }

export const adminSaleEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/sales',
    summary: 'List running and planned sales',
    requires,
    response: z.array(saleResponse),
    handle: async ({ payload }) =>
      (await listSales(payload)).map(
        ({ basePriceCents, salePriceCents, priceBeforeCents, ...sale }) => ({
          ...sale,
          basePrice: decimalOrNull(basePriceCents),
          salePrice: toDecimal(salePriceCents),
          priceBefore: decimalOrNull(priceBeforeCents),
        }),
      ),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/sales',
    summary: 'Put products or categories on sale; products with a sale are skipped',
    requires,
    body: newSaleBody,
    creates: true,
    response: newSaleResponse,
    limit,
    handle: (req, { body }) => startSale(req.payload, req.user, body),
  }),
  endpoint({
    method: 'delete',
    path: '/api/admin/sales/:id',
    summary: 'End a product’s sale, or cancel a planned one',
    requires,
    params: idParams,
    response: z.strictObject({ id: z.int() }),
    limit,
    handle: async (req, { params: { id } }) => {
      await endSale(req.payload, req.user, id)
      return { id }
    },
  }),
]
