import type { PayloadRequest } from 'payload'
import { z } from 'zod'

import { endpoint, idParams } from '@/endpoints/endpoint'
import { actorName } from '@/endpoints/http/actor-name'
import type { SignedInRequest } from '@/endpoints/http/current-user'
import { exportList } from '@/endpoints/http/export-list'
import { listResponse } from '@/endpoints/http/pagination-headers'
import { resendGiftCard } from '@/modules/gift-cards/actions/email-gift-card'
import { issueGiftCard, setGiftCardActive } from '@/modules/gift-cards/actions/staff-cards'
import {
  type AdminGiftCard,
  getGiftCard,
  listGiftCardEntries,
  listGiftCards,
} from '@/modules/gift-cards/queries'
import {
  giftCardBody,
  giftCardDetailResponse,
  giftCardExportQuery,
  giftCardListQuery,
  giftCardResendBody,
  giftCardResendResponse,
  giftCardResponse,
  issuedGiftCardResponse,
  newGiftCardBody,
} from '@/modules/gift-cards/schemas'
import { notFound } from '@/platform/errors'
import { toDecimal } from '@/platform/money'
import { pathIdSchema } from '@/platform/schema-fields'

const limit = { points: 60, seconds: 600 }

const toResponse = ({ issuedCents, balanceCents, ...card }: AdminGiftCard) => ({
  ...card,
  issued: toDecimal(issuedCents),
  balance: toDecimal(balanceCents),
})

/** Never the code, and not the reason, which may be about a person. */
const exportColumns: Record<string, (card: AdminGiftCard) => string | null> = {
  lastFour: ({ lastFour }) => lastFour,
  status: ({ isActive, balanceCents }) =>
    isActive ? (balanceCents > 0 ? 'active' : 'empty') : 'disabled',
  issued: ({ issuedCents }) => toDecimal(issuedCents),
  balance: ({ balanceCents }) => toDecimal(balanceCents),
  createdAt: ({ createdAt }) => createdAt,
  lastUsedAt: ({ lastUsedAt }) => lastUsedAt,
}

const toDetails = async ({ payload }: PayloadRequest, id: number) => {
  const [card, entries] = await Promise.all([
    getGiftCard(payload, id),
    listGiftCardEntries(payload, id),
  ])
  if (!card) throw notFound('This gift card')
  return {
    ...toResponse(card),
    entries: entries.map(({ orderId: _, amountCents, ...entry }) => ({
      ...entry,
      amount: toDecimal(amountCents),
    })),
  }
}

const staffOf = (req: SignedInRequest) => ({
  id: req.user.id,
  role: req.user.role,
  name: actorName(req),
})

export const adminGiftCardEndpoints = [
  endpoint({
    method: 'post',
    path: '/api/admin/orders/:id/gift-cards/:giftCardId/resend',
    summary:
      'Resend an order’s gift card, or correct its address before it’s sent; a card sent to a different address gets a new code',
    requires: 'orders:write',
    stepUp: true,
    params: idParams.extend({ giftCardId: pathIdSchema }),
    body: giftCardResendBody,
    response: giftCardResendResponse,
    limit,
    handle: async (req, { params: { id, giftCardId }, body: { recipientEmail } }) => ({
      recipientEmail,
      isQueued: await resendGiftCard(req.payload, staffOf(req), {
        orderId: id,
        deliveryId: giftCardId,
        recipientEmail,
      }),
    }),
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/gift-cards',
    summary: 'List gift cards',
    requires: 'orders:read',
    query: giftCardListQuery,
    response: z.array(giftCardResponse),
    handle: async (req, { query }) => {
      const { rows, ...list } = await listGiftCards(req.payload, query)
      return listResponse(req, { ...list, rows: rows.map(toResponse) })
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/gift-cards/export',
    summary: 'Export gift cards as CSV without their codes, newest first, up to 10,000',
    requires: 'orders:read',
    stepUp: true,
    query: giftCardExportQuery,
    limit: { points: 10, seconds: 60 },
    handle: (req, { query }) =>
      exportList(req, {
        name: 'gift-cards',
        action: 'gift_cards.exported',
        columns: exportColumns,
        readPage: (page) => listGiftCards(req.payload, { ...query, sort: 'newest', ...page }),
      }),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/gift-cards',
    summary: 'Issue a gift card',
    requires: 'orders:write',
    stepUp: true,
    body: newGiftCardBody,
    response: issuedGiftCardResponse,
    creates: true,
    limit,
    handle: (req, { body: { amount, note } }) =>
      issueGiftCard(req.payload, staffOf(req), { amountCents: amount, note }),
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/gift-cards/:id',
    summary: 'Get a gift card with its ledger',
    requires: 'orders:read',
    params: idParams,
    response: giftCardDetailResponse,
    handle: (req, { params: { id } }) => toDetails(req, id),
  }),
  endpoint({
    method: 'put',
    path: '/api/admin/gift-cards/:id',
    summary: 'Disable a gift card, or enable it again',
    requires: 'orders:write',
    params: idParams,
    body: giftCardBody,
    response: giftCardDetailResponse,
    limit,
    handle: async (req, { params: { id }, body: { isActive } }) => {
      await setGiftCardActive(req.payload, staffOf(req), id, isActive)
      return toDetails(req, id)
    },
  }),
]
