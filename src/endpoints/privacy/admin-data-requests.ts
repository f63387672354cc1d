import { and, eq, inArray, sql } from '@payloadcms/db-postgres/drizzle'
import { z } from 'zod'

import { endpoint, idParams } from '@/endpoints/endpoint'
import { assertVersion } from '@/endpoints/http/check-version'
import { listResponse } from '@/endpoints/http/pagination-headers'
import { refuseRequests } from '@/modules/privacy/actions/refuse-requests'
import { createEmailedRequest } from '@/modules/privacy/actions/request-deletion'
import { dataRequestSorts, listDataRequests } from '@/modules/privacy/queries/list-data-requests'
import {
  dataRequestStatuses,
  maxReceivedDaysAgo,
  openDataRequestStatuses,
} from '@/modules/privacy/rules/data-request'
import { emailedRequestSchema } from '@/modules/privacy/schemas'
import { data_requests as requests } from '@/payload-generated-schema'
import { env } from '@/platform/env'
import { AppError, notFound } from '@/platform/errors'
import {
  dayRangeQuery,
  emptyOr,
  listQuery,
  multilineText,
  versionField,
} from '@/platform/schema-fields'
import { addDays, fromZonedDateTime, toZonedDateTime } from '@/platform/time-zones'
import { withTransaction } from '@/platform/transaction'

const date = z.iso.datetime()
const requestResponse = z.strictObject({
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

/**
 * The time at which an emailed request came in: now for today, else noon of that day.
 * @throws AppError invalid for a day in the future or too long ago
 */
const parseReceivedOn = (receivedOn: string): Date => {
  const today = toZonedDateTime(new Date().toISOString(), env.SHOP_TIME_ZONE).slice(0, 10)
  if (receivedOn > today || receivedOn < addDays(today, -maxReceivedDaysAgo)) {
    const message = `Please choose a date in the last ${maxReceivedDaysAgo} days.`
    throw new AppError('invalid', message, { fields: { receivedOn: message } })
  }
  return new Date(
    receivedOn === today
      ? Date.now()
      : (fromZonedDateTime(`${receivedOn}T12:00`, env.SHOP_TIME_ZONE) ?? Date.now()),
  )
}

export const adminDataRequestEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/data-requests',
    summary: 'List deletion requests',
    requires: 'privacy:write',
    query: z.strictObject({
      page: listQuery.page,
      limit: listQuery.limit,
      status: emptyOr(dataRequestStatuses),
      ...dayRangeQuery,
      sort: z.enum(dataRequestSorts).default('open').describe('open: open ones first.'),
    }),
    response: z.array(requestResponse),
    handle: async (req, { query }) => listResponse(req, await listDataRequests(req.payload, query)),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/data-requests',
    summary: 'Add an emailed deletion request, and send its confirmation links',
    requires: 'privacy:write',
    stepUp: true,
    body: emailedRequestSchema,
    creates: true,
    response: z.strictObject({ written: z.array(z.string()), unknown: z.array(z.string()) }),
    limit: { points: 60, seconds: 600 },
    handle: async (req, { body: { receivedOn, ...request } }) => {
      const entered = await createEmailedRequest(req.payload, req.user, {
        ...request,
        receivedAt: parseReceivedOn(receivedOn),
      })
      if (entered.written.length === 0)
        throw new AppError(
          'not_found',
          `We have no data for ${entered.unknown.join(', ')}. You can reply to the email and let them know.`,
        )
      return entered
    },
  }),
  endpoint({
    method: 'put',
    path: '/api/admin/data-requests/:id',
    summary:
      'Add a note to an open request, or close it as not verified, which deletes its details',
    requires: 'privacy:write',
    params: idParams,
    body: z.strictObject({
      note: multilineText(2000).trim().nullable().optional(),
      status: z.literal('refused').optional(),
      ...versionField,
    }),
    response: z.strictObject({ id: z.int(), status: z.string() }),
    handle: async (req, { params: { id }, body }) => {
      const status = await withTransaction(req.payload, async (_req, tx) => {
        const [current] = await tx
          .select({ updatedAt: requests.updatedAt })
          .from(requests)
          .where(eq(requests.id, id))
          .for('update')
        if (!current) throw notFound('The request')
        assertVersion(req, body.version, new Date(current.updatedAt).toISOString())
        if (body.status === 'refused') {
          if (!(await refuseRequests(tx, eq(requests.id, id), req.user)))
            throw new AppError('out_of_turn', 'Only unconfirmed requests can be closed.')
          return body.status
        }
        const [updated] = await tx
          .update(requests)
          .set({ note: body.note, updatedAt: sql`now()` })
          .where(and(eq(requests.id, id), inArray(requests.status, openDataRequestStatuses)))
          .returning({ status: requests.status })
        if (!updated)
          throw new AppError(
            'out_of_turn',
            'This request is closed, so you can’t add a note to it.',
          )
        return updated.status
      })
      return { id, status }
    },
  }),
]
