import { z } from 'zod'

import { endpoint } from '@/endpoints/endpoint'
import { csvResponse } from '@/endpoints/http/csv-response'
import { listResponse } from '@/endpoints/http/pagination-headers'
import {
  listSubscribers,
  maxExportedSubscribers,
  type SubscriberRow,
  subscriberSorts,
} from '@/modules/newsletter/queries/list-subscribers'
import { subscriberStatuses } from '@/modules/newsletter/rules/subscription'
import { audit } from '@/platform/audit'
import { dayRangeQuery, emptyOr, listQuery } from '@/platform/schema-fields'

const date = z.iso.datetime()
const subscriberResponse = z.strictObject({
  id: z.int(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  status: z.enum(subscriberStatuses),
  source: z.string().nullable(),
  confirmedAt: date.nullable(),
  unsubscribedAt: date.nullable(),
  createdAt: date,
  events: z.array(
    z.strictObject({
      action: z.string(),
      form: z.string().nullable(),
      wording: z.string().nullable(),
      network: z.string().nullable(),
      at: date,
    }),
  ),
})

const filters = { status: emptyOr(subscriberStatuses), ...dayRangeQuery }
const exportColumns = [
  'email',
  'firstName',
  'lastName',
  'status',
  'source',
  'createdAt',
  'confirmedAt',
  'unsubscribedAt',
  'consent',
]
const toExportRow = ({ events, ...row }: SubscriberRow) => ({
  ...row,
  consent: events.map(({ action, form, at }) => `${action} (${form ?? '—'}) ${at}`).join('; '),
})

export const adminSubscriberEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/subscribers',
    summary: 'List subscribers with their consent records',
    requires: 'subscribers:read',
    query: z.strictObject({
      ...listQuery,
      ...filters,
      sort: z.enum(subscriberSorts).default('newest'),
    }),
    response: z.array(subscriberResponse),
    handle: async (req, { query }) => listResponse(req, await listSubscribers(req.payload, query)),
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/subscribers/export',
    summary: 'Export subscribers as CSV',
    requires: 'subscribers:read',
    stepUp: true,
    query: z.strictObject({ ...filters, search: listQuery.search }),
    limit: { points: 10, seconds: 60 },
    handle: async ({ payload, user }, { query }) => {
      const { rows } = await listSubscribers(payload, {
        ...query,
        sort: 'newest',
        page: 1,
        limit: maxExportedSubscribers,
      })
      await audit(payload.db.drizzle, user, {
        action: 'subscribers.exported',
        details: { rows: rows.length },
      })
      return csvResponse('subscribers', exportColumns, rows.map(toExportRow))
    },
  }),
]
