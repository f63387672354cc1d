import { sql } from '@payloadcms/db-postgres'
import { z } from 'zod'

import { endpoint, idParams } from '@/endpoints/endpoint'
import { assertVersion } from '@/endpoints/http/check-version'
import { csvResponse } from '@/endpoints/http/csv-response'
import { requireUser } from '@/endpoints/http/current-user'
import { paginationHeaders } from '@/endpoints/http/pagination-headers'
import { subscriberStatuses } from '@/modules/newsletter/rules/subscription'
import { createEmailedRequest } from '@/modules/privacy/actions/request-deletion'
import { dataRequestStatuses, maxReceivedDaysAgo } from '@/modules/privacy/rules/data-request'
import { emailedRequestSchema } from '@/modules/privacy/schemas'
import { checkServices } from '@/modules/shop/actions/check-services'
import {
  listAudit,
  listDataRequests,
  listMessages,
  listReviews,
  listSubscribers,
  type SubscriberRow,
} from '@/modules/shop/queries/audit-log'
import { getSystemHealth } from '@/modules/shop/queries/system-health'
import { audit } from '@/platform/audit'
import { env } from '@/platform/env'
import { AppError, notFound } from '@/platform/errors'
import { listQuery, multilineText, versionField } from '@/platform/schema-fields'
import { addDays, fromZonedDateTime, toZonedDateTime } from '@/platform/time-zones'
import { getProviders } from '@/providers'

const date = z.iso.datetime()
const paging = { page: listQuery.page, limit: listQuery.limit }
const reviewStatuses = ['waiting', 'approved', 'rejected'] as const
const messageStatuses = ['new', 'answered'] as const
const or = <Value extends readonly [string, ...string[]]>(values: Value) =>
  z.enum(values).or(z.literal('')).default('')

const reviewAnswer = z.strictObject({
  id: z.int(),
  productId: z.int(),
  product: z.string(),
  baseName: z.string().nullable(),
  author: z.string(),
  rating: z.int(),
  title: z.string().nullable(),
  body: z.string(),
  status: z.enum(reviewStatuses),
  note: z.string().nullable(),
  orderId: z.int().nullable(),
  createdAt: date,
  updatedAt: date,
})
const messageAnswer = z.strictObject({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  topic: z.string(),
  orderNumber: z.string().nullable(),
  orderId: z.int().nullable(),
  body: z.string(),
  status: z.enum(messageStatuses),
  createdAt: date,
})
const subscriberAnswer = z.strictObject({
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
const requestAnswer = z.strictObject({
  id: z.int(),
  code: z.string(),
  source: z.string(),
  status: z.enum(dataRequestStatuses),
  fullName: z.string().nullable(),
  email: z.string().nullable(),
  otherEmails: z.string().nullable(),
  accountCreated: z.string().nullable(),
  reason: z.string().nullable(),
  receivedAt: date,
  acknowledgeBy: date,
  acknowledgedAt: date.nullable(),
  verifyBy: date,
  verifiedAt: date.nullable(),
  completeBy: date.nullable(),
  eraseAfter: date.nullable(),
  completedAt: date.nullable(),
  note: z.string().nullable(),
  updatedAt: date,
})
const auditAnswer = z.strictObject({
  id: z.int(),
  actor: z.string().nullable(),
  actorId: z.int().nullable(),
  actorRole: z.string(),
  action: z.string(),
  subjectType: z.string().nullable(),
  subjectId: z.string().nullable(),
  details: z.record(z.string(), z.unknown()).nullable(),
  createdAt: date,
})
const changed = z.strictObject({ id: z.int(), status: z.string() })

const exportRow = ({ events, ...row }: SubscriberRow) => ({
  ...row,
  consent: events.map(({ action, form, at }) => `${action} (${form ?? '—'}) ${at}`).join('; '),
})
const exportMost = 50_000
const tooFar = `Please give a day of the last ${maxReceivedDaysAgo} days.`

export const auditLogEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/reviews',
    summary: 'Reviews, newest first',
    requires: 'reviews:write',
    query: z.strictObject({ ...listQuery, status: or(reviewStatuses) }),
    answer: z.array(reviewAnswer),
    handle: async (req, { query }) => {
      const list = await listReviews(req.payload, query)
      return Response.json(list.rows, { headers: paginationHeaders(req, list) })
    },
  }),
  endpoint({
    method: 'put',
    path: '/api/admin/reviews/:id',
    summary: 'Show a review, or not',
    requires: 'reviews:write',
    params: idParams,
    body: z.strictObject({
      status: z.enum(reviewStatuses),
      note: multilineText(300).trim().nullable().optional(),
      ...versionField,
    }),
    answer: changed,
    handle: async (req, { params: { id }, body: { version, ...body } }) => {
      const {
        rows: [found],
      } = await req.payload.db.drizzle.execute(
        sql`select updated_at as "updatedAt" from reviews where id = ${id}`,
      )
      if (!found) throw notFound('The review')
      assertVersion(req, version, found.updatedAt as string)
      const review = await req.payload.update({
        collection: 'reviews',
        id,
        data: body,
        user: req.user,
        overrideAccess: false,
        depth: 0,
      })
      return { id: review.id, status: review.status }
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/messages',
    summary: 'What people wrote on the contact page',
    requires: 'messages:read',
    query: z.strictObject({ ...listQuery, status: or(messageStatuses) }),
    answer: z.array(messageAnswer),
    handle: async (req, { query }) => {
      const list = await listMessages(req.payload, query)
      return Response.json(list.rows, { headers: paginationHeaders(req, list) })
    },
  }),
  endpoint({
    method: 'put',
    path: '/api/admin/messages/:id',
    summary: 'Note that a message was answered, or that it waits again',
    requires: 'messages:read',
    params: idParams,
    body: z.strictObject({ status: z.enum(messageStatuses) }),
    answer: changed,
    handle: async (req, { params: { id }, body: { status } }) => {
      const {
        rows: [row],
      } = await req.payload.db.drizzle.execute(
        sql`update contact_messages set status = ${status}, updated_at = now() where id = ${id} returning id`,
      )
      if (!row) throw notFound('The message')
      return { id, status }
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/subscribers',
    summary: 'Subscribers with their record of consent',
    requires: 'subscribers:read',
    query: z.strictObject({ ...listQuery, status: or(subscriberStatuses) }),
    answer: z.array(subscriberAnswer),
    handle: async (req, { query }) => {
      const list = await listSubscribers(req.payload, query)
      return Response.json(list.rows, { headers: paginationHeaders(req, list) })
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/subscribers/export',
    summary: 'Subscribers as a CSV file',
    requires: 'subscribers:read',
    query: z.strictObject({ status: or(subscriberStatuses), search: listQuery.search }),
    limit: { points: 10, seconds: 60 },
    handle: async ({ payload, user }, { query }) => {
      const { rows } = await listSubscribers(payload, { ...query, page: 1, limit: exportMost })
      await audit(payload.db.drizzle, user, {
        action: 'subscribers.exported',
        details: { rows: rows.length },
      })
      return csvResponse(
        'subscribers',
        [
          'email',
          'firstName',
          'lastName',
          'status',
          'source',
          'createdAt',
          'confirmedAt',
          'unsubscribedAt',
          'consent',
        ],
        rows.map(exportRow),
      )
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/data-requests',
    summary: 'Requests to be erased, open ones first',
    requires: 'privacy:write',
    query: z.strictObject({ ...paging, status: or(dataRequestStatuses) }),
    answer: z.array(requestAnswer),
    handle: async (req, { query }) => {
      const list = await listDataRequests(req.payload, query)
      return Response.json(list.rows, { headers: paginationHeaders(req, list) })
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/data-requests',
    summary:
      'Enter a request to be erased that came by mail; the link that confirms it is sent to its addresses',
    requires: 'privacy:write',
    body: emailedRequestSchema,
    answer: z.strictObject({ written: z.array(z.string()), unknown: z.array(z.string()) }),
    limit: { points: 60, seconds: 600 },
    handle: async (req, { body: { receivedOn, ...told } }) => {
      const today = toZonedDateTime(new Date().toISOString(), env.SHOP_TIME_ZONE).slice(0, 10)
      if (receivedOn > today || receivedOn < addDays(today, -maxReceivedDaysAgo))
        throw new AppError('invalid', tooFar, { fields: { receivedOn: tooFar } })
      const receivedAt = new Date(
        receivedOn === today
          ? Date.now()
          : (fromZonedDateTime(`${receivedOn}T12:00`, env.SHOP_TIME_ZONE) ?? Date.now()),
      )
      const entered = await createEmailedRequest(req.payload, requireUser(req), {
        ...told,
        receivedAt,
      })
      if (entered.written.length === 0)
        throw new AppError(
          'not_found',
          `The shop holds nothing under ${entered.unknown.join(', ')}. You can answer the mail and say so.`,
        )
      return entered
    },
  }),
  endpoint({
    method: 'put',
    path: '/api/admin/data-requests/:id',
    summary: 'A note on a request, or its refusal because the person could not be verified',
    requires: 'privacy:write',
    params: idParams,
    body: z.strictObject({
      note: multilineText(2000).trim().nullable().optional(),
      status: z.literal('refused').optional(),
      ...versionField,
    }),
    answer: changed,
    handle: async (req, { params: { id }, body: { version, ...body } }) => {
      const { payload, user } = req
      const {
        rows: [found],
      } = await payload.db.drizzle.execute(
        sql`select updated_at as "updatedAt" from data_requests where id = ${id}`,
      )
      if (!found) throw notFound('The request')
      assertVersion(req, version, found.updatedAt as string)
      const {
        rows: [row],
      } = await payload.db.drizzle.execute(sql`
        update data_requests set note = ${body.note === undefined ? sql`note` : body.note}, updated_at = now(),
          status = case when ${body.status === 'refused'} and status = 'received' then 'refused'::enum_data_requests_status else status end
        where id = ${id} returning status`)
      if (!row) throw notFound('The request')
      const { status } = row as { status: string }
      if (body.status === 'refused' && status !== 'refused')
        throw new AppError(
          'out_of_turn',
          'Only a request that nobody has confirmed yet can be refused.',
        )
      if (body.status === 'refused')
        await audit(payload.db.drizzle, user, {
          action: 'data_request.refused',
          subjectType: 'data_request',
          subjectId: id,
        })
      return { id, status }
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/audit',
    summary: 'Who changed what, newest first',
    requires: 'audit:read',
    query: z.strictObject(listQuery),
    answer: z.array(auditAnswer),
    handle: async (req, { query }) => {
      const list = await listAudit(req.payload, query)
      return Response.json(list.rows, { headers: paginationHeaders(req, list) })
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/health',
    summary: 'How the parts of the shop are',
    requires: 'users:activate',
    answer: z.looseObject({
      databaseVersion: z.string(),
      workerSeenAt: date.nullable(),
      waitingJobs: z.int(),
      lateJobs: z.int(),
    }),
    handle: ({ payload }) => getSystemHealth(payload),
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/health/services',
    summary: 'Whether PayPal and the mail server answer at this moment: null, or why not',
    requires: 'users:activate',
    answer: z.strictObject({ mail: z.string().nullable(), payments: z.string().nullable() }),
    limit: { points: 30, seconds: 60 },
    handle: () => checkServices(getProviders().payments),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/health/jobs/:id',
    summary: 'Try a piece of background work that has given up again, or let it go',
    requires: 'users:activate',
    params: idParams,
    body: z.strictObject({ action: z.enum(['retry', 'forget']) }),
    answer: z.strictObject({ id: z.int() }),
    handle: async ({ payload, user }, { params: { id }, body: { action } }) => {
      const db = payload.db.drizzle
      const { rows } =
        action === 'retry'
          ? await db.execute(
              sql`select id from graphile_worker.reschedule_jobs(array[${id}]::bigint[], run_at => now(), attempts => 0)`,
            )
          : await db.execute(
              sql`select id from graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs where id = ${id} and attempts >= max_attempts))`,
            )
      if (rows.length === 0) throw notFound('This piece of work')
      await audit(db, user, { action: `job.${action}`, subjectType: 'job', subjectId: id })
      return { id }
    },
  }),
]
