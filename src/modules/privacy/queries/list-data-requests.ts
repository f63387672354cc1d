import { desc, eq, inArray } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import type { DataRequestStatus } from '@/modules/privacy/rules/data-request'
import { data_requests as requests } from '@/payload-generated-schema'
import { isoDate, offsetOf, pagedRows, type PageQuery, type RowOf } from '@/platform/paged-list'

export type DataRequestRow = RowOf<typeof listDataRequests>

/** Returns one page of the deletion requests: open ones first, then newest first. */
export function listDataRequests(
  { db: { drizzle } }: Payload,
  query: PageQuery & { status: DataRequestStatus | '' },
) {
  const where = query.status ? eq(requests.status, query.status) : undefined
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
      .orderBy(
        desc(inArray(requests.status, ['received', 'verified', 'waiting'])),
        desc(requests.receivedAt),
        desc(requests.id),
      )
      .limit(query.limit)
      .offset(offsetOf(query)),
    drizzle.$count(requests, where),
  )
}
