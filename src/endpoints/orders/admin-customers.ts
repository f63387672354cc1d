import { z } from 'zod'

import { endpoint } from '@/endpoints/endpoint'
import { paginationHeaders } from '@/endpoints/http/pagination-headers'
import { customerSorts, listCustomers } from '@/modules/orders/queries/list-customers'
import { toDecimal } from '@/platform/money'
import { decimalMoney, listQuery } from '@/platform/schema-fields'

const customerResponse = z.strictObject({
  id: z.int().describe('The number of their first order.'),
  email: z.string(),
  name: z.string(),
  userId: z.int().nullable(),
  orders: z.int(),
  spent: decimalMoney.describe('Payments after refunds.'),
  firstOrderAt: z.iso.datetime(),
  lastOrderAt: z.iso.datetime(),
  isSubscribed: z.boolean(),
})

export const adminCustomerEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/customers',
    summary: 'List the people who placed an order',
    requires: 'orders:read',
    query: z.strictObject({ ...listQuery, sort: z.enum(customerSorts).default('recent') }),
    response: z.array(customerResponse),
    handle: async (req, { query }) => {
      const list = await listCustomers(req.payload, query)
      return Response.json(
        list.rows.map(({ spentCents, ...row }) => ({ ...row, spent: toDecimal(spentCents) })),
        { headers: paginationHeaders(req, list) },
      )
    },
  }),
]
