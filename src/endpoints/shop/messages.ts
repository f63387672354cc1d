import { z } from 'zod'

import { endpoint, idParams } from '@/endpoints/endpoint'
import { listResponse } from '@/endpoints/http/pagination-headers'
import { listMessages, messageSorts } from '@/modules/shop/queries/list-messages'
import { notFound } from '@/platform/errors'
import { dayRangeQuery, emptyOr, listQuery } from '@/platform/schema-fields'

const statuses = ['new', 'answered'] as const

const messageResponse = z.strictObject({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  topic: z.string(),
  orderNumber: z.string().nullable(),
  orderId: z.int().nullable(),
  body: z.string(),
  status: z.enum(statuses),
  createdAt: z.iso.datetime(),
})

export const adminMessageEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/messages',
    summary: 'List contact messages',
    requires: 'messages:read',
    query: z.strictObject({
      ...listQuery,
      status: emptyOr(statuses),
      ...dayRangeQuery,
      sort: z.enum(messageSorts).default('newest'),
    }),
    response: z.array(messageResponse),
    handle: async (req, { query }) => listResponse(req, await listMessages(req.payload, query)),
  }),
  endpoint({
    method: 'put',
    path: '/api/admin/messages/:id',
    summary: 'Mark a message as answered or unanswered',
    requires: 'messages:read',
    params: idParams,
    body: z.strictObject({ status: z.enum(statuses) }),
    response: z.strictObject({ id: z.int(), status: z.string() }),
    handle: async ({ payload, user }, { params: { id }, body }) => {
      const { docs } = await payload.update({
        collection: 'contact-messages',
        where: { id: { equals: id } },
        data: body,
        user,
        overrideAccess: false,
        depth: 0,
      })
      if (docs.length === 0) throw notFound('The message')
      return { id, status: body.status }
    },
  }),
]
