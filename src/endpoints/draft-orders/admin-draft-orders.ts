import type { PayloadRequest } from 'payload'
import { z } from 'zod'

import { readShipping } from '@/endpoints/checkout/read-shipping'
import { endpoint, idParams } from '@/endpoints/endpoint'
import { actorName } from '@/endpoints/http/actor-name'
import { assertVersion } from '@/endpoints/http/check-version'
import type { SignedInRequest } from '@/endpoints/http/current-user'
import { exportList } from '@/endpoints/http/export-list'
import { listResponse } from '@/endpoints/http/pagination-headers'
import { toLineResponse, toOptionsResponse, toTotalsResponse } from '@/modules/checkout/queries'
import { itemName } from '@/modules/checkout/rules/cart'
import {
  createDraftOrder,
  deleteDraftOrder,
  placeDraftOrder,
  type Placement,
  updateDraftOrder,
} from '@/modules/draft-orders/actions'
import {
  type DraftOrder,
  getDraftOrder,
  listDraftOrders,
  listProductChoices,
  quoteDraft,
  taxAddressOf,
} from '@/modules/draft-orders/queries'
import {
  draftOrderBody,
  draftOrderExportQuery,
  type DraftOrderInput,
  draftOrderListQuery,
  draftOrderResponse,
  payDraftBody,
  placedDraftResponse,
  placeDraftBody,
  quotedDraftResponse,
  updateDraftOrderBody,
} from '@/modules/draft-orders/schemas'
import { getSettings } from '@/modules/shop/queries/get-settings'
import { notFound } from '@/platform/errors'
import { centsFromDollars, parseMoney, toDecimal } from '@/platform/money'

const toResponse = ({ totalCents, ...draft }: DraftOrder) => ({
  ...draft,
  total: toDecimal(totalCents),
})

const readDraft = async ({ payload }: PayloadRequest, id: number): Promise<DraftOrder> => {
  const draft = await getDraftOrder(payload, id)
  if (!draft) throw notFound('This draft')
  return draft
}

const discountText = ({ discount }: DraftOrder): string => {
  if (discount.kind === 'code') return discount.code
  if (discount.kind === 'percent') return `${discount.percent}%`
  return discount.kind === 'amount' ? toDecimal(centsFromDollars(discount.amount)) : ''
}

type ExportedDraft = DraftOrder & { itemsText: string }
const exportColumns: Record<string, (draft: ExportedDraft) => string | number | null> = {
  id: ({ id }) => id,
  state: ({ state }) => state,
  orderNumber: ({ orderNumber }) => orderNumber,
  email: ({ email }) => email,
  firstName: ({ shippingAddress }) => shippingAddress.firstName,
  lastName: ({ shippingAddress }) => shippingAddress.lastName,
  city: ({ shippingAddress }) => shippingAddress.city,
  stateCode: ({ shippingAddress }) => shippingAddress.stateCode,
  zip: ({ shippingAddress }) => shippingAddress.zip,
  items: ({ itemsText }) => itemsText,
  discount: discountText,
  shippingMethod: ({ shippingMethod }) => shippingMethod,
  total: ({ totalCents }) => toDecimal(totalCents),
  note: ({ note }) => note,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
}

/** Adds the names of the items, of which a draft has the ids. */
const withItems = async (
  { payload }: PayloadRequest,
  drafts: DraftOrder[],
): Promise<ExportedDraft[]> => {
  const ids = drafts.flatMap(({ items }) => items.map(({ productId }) => productId))
  const choices = await listProductChoices(payload, [...new Set(ids)])
  const names = new Map(choices.map(({ id, name }) => [id, name]))
  return drafts.map((draft) => ({
    ...draft,
    itemsText: draft.items
      .map(({ productId, quantity, ...variant }) => {
        const name = names.get(productId) ?? `Product ${productId}`
        return `${quantity} × ${itemName({ ...variant, name })}`
      })
      .join('; '),
  }))
}

/** Prices a draft as the checkout would. */
const quote = async (req: PayloadRequest, draft: DraftOrderInput) => {
  const settings = await getSettings(req.payload)
  const shipping = await readShipping(req, settings, {
    items: draft.items,
    place: taxAddressOf(draft),
    earlierQuote: undefined,
  })
  return quoteDraft(req.payload, settings.pricing, draft, shipping)
}

const totalOf = async (req: PayloadRequest, draft: DraftOrderInput): Promise<number> =>
  (await quote(req, draft)).totals.totalCents

const place = async (
  req: SignedInRequest,
  id: number,
  { total, by, reason }: Pick<Placement, 'by' | 'reason'> & { total: string },
) => {
  const draft = await readDraft(req, id)
  const { senderNames } = await getSettings(req.payload)
  return placeDraftOrder(req.payload, {
    draft,
    quoted: await quote(req, draft),
    seenCents: parseMoney(total),
    senderNames,
    by,
    reason,
    actor: req.user,
    actorName: actorName(req),
  })
}

const limit = { points: 120, seconds: 600 }

export const adminDraftOrderEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/draft-orders',
    summary: 'List draft orders that aren’t paid',
    requires: 'orders:read',
    query: draftOrderListQuery,
    response: z.array(draftOrderResponse),
    handle: async (req, { query }) => {
      const list = await listDraftOrders(req.payload, query)
      return listResponse(req, { ...list, rows: list.rows.map(toResponse) })
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/draft-orders/export',
    summary: 'Export draft orders that aren’t paid as CSV, by latest change, up to 10,000',
    requires: 'orders:read',
    stepUp: true,
    query: draftOrderExportQuery,
    limit: { points: 10, seconds: 60 },
    handle: (req, { query }) =>
      exportList(req, {
        name: 'draft-orders',
        action: 'draft_orders.exported',
        columns: exportColumns,
        readPage: async (page) => {
          const list = await listDraftOrders(req.payload, { ...query, sort: 'newest', ...page })
          return { rows: await withItems(req, list.rows) }
        },
      }),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/draft-orders',
    summary: 'Save a new draft order',
    requires: 'orders:write',
    body: draftOrderBody,
    response: draftOrderResponse,
    creates: true,
    limit,
    handle: async (req, { body }) => {
      const totalCents = await totalOf(req, body)
      const id = await createDraftOrder(req.payload, req.user, body, totalCents)
      return toResponse(await readDraft(req, id))
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/draft-orders/quote',
    summary: 'Price a draft order the way checkout does, without saving it',
    requires: 'orders:write',
    body: draftOrderBody,
    response: quotedDraftResponse,
    limit: { points: 600, seconds: 600 },
    handle: async (req, { body }) => {
      const { lines, totals, options, discounts, codeMessage } = await quote(req, body)
      return {
        lines: lines.map(toLineResponse),
        totals: toTotalsResponse(totals),
        shippingOptions: toOptionsResponse(options),
        discounts: discounts.map(({ id: _, ...discount }) => discount),
        codeMessage,
      }
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/draft-orders/:id',
    summary: 'Get a draft order',
    requires: 'orders:read',
    params: idParams,
    response: draftOrderResponse,
    handle: async (req, { params: { id } }) => toResponse(await readDraft(req, id)),
  }),
  endpoint({
    method: 'put',
    path: '/api/admin/draft-orders/:id',
    summary: 'Update a draft order that has no active payment link',
    requires: 'orders:write',
    params: idParams,
    body: updateDraftOrderBody,
    response: draftOrderResponse,
    handle: async (req, { params: { id }, body: { version, ...input } }) => {
      await updateDraftOrder(req.payload, req.user, id, input, {
        totalCents: await totalOf(req, input),
        assertUnchanged: (updatedAt) => assertVersion(req, version, updatedAt),
      })
      return toResponse(await readDraft(req, id))
    },
  }),
  endpoint({
    method: 'delete',
    path: '/api/admin/draft-orders/:id',
    summary: 'Delete a draft order',
    requires: 'orders:write',
    params: idParams,
    response: z.strictObject({ id: z.int() }),
    handle: async (req, { params: { id } }) => {
      await deleteDraftOrder(req.payload, req.user, id)
      return { id }
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/draft-orders/:id/send',
    summary: 'Email a draft order’s payment link; repeating it sends the same link again',
    requires: 'orders:write',
    params: idParams,
    body: placeDraftBody,
    response: placedDraftResponse,
    limit: { points: 30, seconds: 600 },
    handle: (req, { params: { id }, body: { total } }) => place(req, id, { total, by: 'link' }),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/draft-orders/:id/paid',
    summary: 'Mark a draft order as paid another way, or place a free one',
    requires: 'orders:write',
    stepUp: true,
    params: idParams,
    body: payDraftBody,
    response: placedDraftResponse,
    limit: { points: 30, seconds: 600 },
    handle: (req, { params: { id }, body }) => place(req, id, { ...body, by: 'record' }),
  }),
]
