import type { PayloadRequest } from 'payload'
import { z } from 'zod'

import { requireStepUp } from '@/endpoints/accounts/reauthenticate'
import { endpoint, idParams } from '@/endpoints/endpoint'
import { actorName } from '@/endpoints/http/actor-name'
import { exportList } from '@/endpoints/http/export-list'
import { listResponse } from '@/endpoints/http/pagination-headers'
import { itemName, variantName } from '@/modules/checkout/rules/cart'
import { takeReturnStep } from '@/modules/returns/actions/take-return-step'
import {
  type ExportedReturn,
  getReturn,
  listReturns,
  listReturnsForExport,
} from '@/modules/returns/queries/admin-returns'
import {
  type AdminReturn,
  returnExportQuery,
  returnListQuery,
  returnResponse,
  returnStepBody,
} from '@/modules/returns/schemas'
import { notFound } from '@/platform/errors'
import { toDecimal } from '@/platform/money'
import { getProviders } from '@/providers'

const returnOf = async ({ payload }: PayloadRequest, id: number): Promise<AdminReturn> => {
  const view = await getReturn(payload, id)
  if (!view) throw notFound('This return')
  return view
}

const itemText = ({
  quantity,
  wantedSize: size,
  wantedColor,
  ...item
}: ExportedReturn['items'][number]): string => {
  const wanted = size ? ` for ${variantName({ size, color: wantedColor ?? item.color })}` : ''
  return `${quantity} × ${itemName(item)}${wanted}`
}

const exportColumns: Record<string, (view: ExportedReturn) => string | number | null> = {
  id: ({ id }) => id,
  createdAt: ({ createdAt }) => createdAt,
  orderNumber: ({ orderNumber }) => orderNumber,
  status: ({ status }) => status,
  reason: ({ reason }) => reason,
  wish: ({ wish }) => wish,
  customer: ({ customer }) => customer,
  email: ({ email }) => email,
  items: ({ items }) => items.map(itemText).join('; '),
  refunded: ({ refundedCents }) => toDecimal(refundedCents),
  note: ({ note }) => note,
  message: ({ message }) => message,
  photos: ({ photos }) => photos.length,
  claimedAt: ({ claimedAt }) => claimedAt,
  exchangeOrder: ({ exchangeOrder }) => exchangeOrder?.orderNumber ?? null,
}

export const adminReturnEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/returns',
    summary: 'List returns',
    requires: 'orders:read',
    query: returnListQuery,
    response: z.array(returnResponse),
    handle: async (req, { query }) => listResponse(req, await listReturns(req.payload, query)),
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/returns/export',
    summary: 'Export returns as CSV, newest first, up to 10,000',
    requires: 'orders:read',
    stepUp: true,
    query: returnExportQuery,
    limit: { points: 10, seconds: 60 },
    handle: (req, { query }) =>
      exportList(req, {
        name: 'returns',
        action: 'returns.exported',
        columns: exportColumns,
        readPage: (page) => listReturnsForExport(req.payload, { ...query, ...page }),
      }),
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/returns/:id',
    summary: 'Get a return',
    requires: 'orders:read',
    params: idParams,
    response: returnResponse,
    handle: (req, { params: { id } }) => returnOf(req, id),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/returns/:id/steps',
    summary:
      'Move a return to its next step: approve, decline, receive, refund, exchange, or close; email the customer again; or record a claim with Printful. Repeating a step changes nothing',
    requires: 'orders:write',
    params: idParams,
    body: returnStepBody,
    response: returnResponse,
    limit: { points: 120, seconds: 600 },
    handle: async (req, { params: { id }, body }) => {
      if (body.step === 'refund' || body.step === 'exchange') await requireStepUp(req)
      await takeReturnStep(
        {
          payload: req.payload,
          payments: getProviders().payments,
          actor: req.user,
          actorName: actorName(req),
        },
        id,
        body,
      )
      return returnOf(req, id)
    },
  }),
]
