import type { PayloadRequest } from 'payload'
import { z } from 'zod'

import { requireStepUp } from '@/endpoints/accounts/reauthenticate'
import { endpoint, idParams } from '@/endpoints/endpoint'
import { assertVersion } from '@/endpoints/http/check-version'
import { csvResponse } from '@/endpoints/http/csv-response'
import { listResponse } from '@/endpoints/http/pagination-headers'
import {
  addDiscountCodes,
  createDiscount,
  deleteDiscount,
  deleteDiscountCode,
  updateDiscount,
} from '@/modules/discounts/actions'
import { getDiscount, listDiscountCodes, listDiscounts } from '@/modules/discounts/queries'
import { canCoverOrder } from '@/modules/discounts/rules'
import {
  type AdminDiscount,
  codeLimits,
  discountBody,
  discountCodeResponse,
  discountListQuery,
  discountResponse,
  newCodesBody,
  newDiscountBody,
} from '@/modules/discounts/schemas'
import { notFound } from '@/platform/errors'

const limit = { points: 120, seconds: 600 }
const requires = 'products:write'
const codeParams = idParams.extend({ codeId: idParams.shape.id })

const discountOf = async ({ payload }: PayloadRequest, id: number): Promise<AdminDiscount> => {
  const discount = await getDiscount(payload.db.drizzle, id)
  if (!discount) throw notFound('This discount')
  return discount
}

export const adminDiscountEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/discounts',
    summary: 'List discounts',
    requires,
    query: discountListQuery,
    response: z.array(discountResponse),
    handle: async (req, { query }) => listResponse(req, await listDiscounts(req.payload, query)),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/discounts',
    summary: 'Create a discount',
    requires,
    body: newDiscountBody,
    creates: true,
    response: discountResponse,
    limit,
    handle: async (req, { body }) => {
      if (canCoverOrder(body)) await requireStepUp(req)
      return discountOf(req, await createDiscount(req.payload, req.user, body))
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/discounts/:id',
    summary: 'Get a discount',
    requires,
    params: idParams,
    response: discountResponse,
    handle: (req, { params: { id } }) => discountOf(req, id),
  }),
  endpoint({
    method: 'put',
    path: '/api/admin/discounts/:id',
    summary: 'Update a discount',
    requires,
    params: idParams,
    body: discountBody,
    response: discountResponse,
    limit,
    handle: async (req, { params: { id }, body: { version, ...input } }) => {
      if (input.isActive && canCoverOrder(input)) await requireStepUp(req)
      await updateDiscount(req.payload, req.user, id, input, (updatedAt) =>
        assertVersion(req, version, updatedAt),
      )
      return discountOf(req, id)
    },
  }),
  endpoint({
    method: 'delete',
    path: '/api/admin/discounts/:id',
    summary: 'Delete a discount that no order has used',
    requires,
    params: idParams,
    limit,
    response: z.strictObject({ id: z.int() }),
    handle: async (req, { params: { id } }) => {
      await deleteDiscount(req.payload, req.user, id)
      return { id }
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/discounts/:id/codes',
    summary: 'List a discount’s codes',
    requires,
    params: idParams,
    response: z.array(discountCodeResponse),
    handle: async (req, { params: { id } }) => {
      await discountOf(req, id)
      return listDiscountCodes(req.payload.db.drizzle, id, codeLimits.perDiscount)
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/discounts/:id/codes/export',
    summary: 'Download a discount’s codes as CSV',
    requires,
    stepUp: true,
    params: idParams,
    handle: async (req, { params: { id } }) => {
      await discountOf(req, id)
      return csvResponse(
        `discount-${id}-codes`,
        ['code', 'uses', 'maxUses', 'createdAt'],
        await listDiscountCodes(req.payload.db.drizzle, id, codeLimits.perDiscount),
      )
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/discounts/:id/codes',
    summary: 'Add discount codes: your own, or a number of random ones',
    requires,
    params: idParams,
    body: newCodesBody,
    creates: true,
    response: z.strictObject({ codes: z.array(z.string()) }),
    limit,
    handle: async (req, { params: { id }, body }) => {
      if (canCoverOrder(await discountOf(req, id))) await requireStepUp(req)
      return { codes: await addDiscountCodes(req.payload, req.user, id, body) }
    },
  }),
  endpoint({
    method: 'delete',
    path: '/api/admin/discounts/:id/codes/:codeId',
    summary: 'Delete a code',
    requires,
    params: codeParams,
    limit,
    response: z.strictObject({ id: z.int() }),
    handle: async (req, { params: { id, codeId } }) => {
      await deleteDiscountCode(req.payload, req.user, id, codeId)
      return { id: codeId }
    },
  }),
]
