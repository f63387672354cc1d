import { and, asc, desc, eq, inArray, type SQL } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import type { DataRequestStatus } from '@/modules/privacy/rules/data-request'
import { data_requests as requests } from '@/payload-generated-schema'
import {
  isoDate,
  isOnDays,
  offsetOf,
  pagedRows,
  type PageQuery,
  type RowOf,
} from '@/platform/paged-list'
import type { DayRange } from '@/platform/schema-fields'

export type DataRequestRow = RowOf<typeof listDataRequests>

/** `open`: open ones first, then the newest. */
export const dataRequestSorts = ['open', 'newest', 'oldest'] as const
export type DataRequestSort = (typeof dataRequestSorts)[number]
const isOpen = inArray(requests.status, ['received', 'verified', 'waiting'])
const orders = {
  open: [desc(isOpen), desc(requests.receivedAt), desc(requests.id)],
  newest: [desc(requests.receivedAt), desc(requests.id)],
  oldest: [asc(requests.receivedAt), asc(requests.id)],
} satisfies Record<DataRequestSort, SQL[]>

/** Returns one page of the deletion requests. Its days are those on which they were received. */
export function listDataRequests(
  { db: { drizzle } }: Payload,
  query: PageQuery & DayRange & { status: DataRequestStatus | ''; sort: DataRequestSort },
) {
  const where = and(
    query.status ? eq(requests.status, query.status) : undefined,
    isOnDays(requests.receivedAt, query),
  )
  return pagedRows(
    query,
    drizzle
      .select({
        id: requests.id,
        code: requests.code,
        source: requests.source,
        status: requests.status,
        fullName: requests.fullName,
        email: requests.email,
        otherEmails: requests.otherEmails,
        accountCreated: requests.accountCreated,
        reason: requests.reason,
        note: requests.note,
        receivedAt: isoDate(requests.receivedAt),
        acknowledgeBy: isoDate(requests.acknowledgeBy),
        acknowledgedAt: isoDate(requests.acknowledgedAt),
        verifyBy: isoDate(requests.verifyBy),
        verifiedAt: isoDate(requests.verifiedAt),
        completeBy: isoDate(requests.completeBy),
        eraseAfter: isoDate(requests.eraseAfter),
        completedAt: isoDate(requests.completedAt),
        updatedAt: isoDate(requests.updatedAt),
      })
      .from(requests)
      .where(where)
      .orderBy(...orders[query.sort])
      .limit(query.limit)
      .offset(offsetOf(query)),
    drizzle.$count(requests, where),
  )
}
