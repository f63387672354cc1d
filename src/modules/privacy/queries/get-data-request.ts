import { and, eq, inArray, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { openDataRequestStatuses, waitingReasons } from '@/modules/privacy/rules/data-request'
import { data_requests as requests } from '@/payload-generated-schema'

import { findWaitOf } from './waiting-reason'

/** The status of a request: dates, and nothing about the person. */
export type DataRequestView = NonNullable<Awaited<ReturnType<typeof getDataRequest>>>

async function readRequest(payload: Payload, where: SQL | undefined) {
  const [request] = await payload.db.drizzle
    .select({
      code: requests.code,
      status: requests.status,
      receivedAt: requests.receivedAt,
      acknowledgeBy: requests.acknowledgeBy,
      acknowledgedAt: requests.acknowledgedAt,
      verifyBy: requests.verifyBy,
      verifiedAt: requests.verifiedAt,
      eraseAfter: requests.eraseAfter,
      completeBy: requests.completeBy,
      completedAt: requests.completedAt,
      userId: requests.user,
      email: sql<string | null>`lower(${requests.email})`,
    })
    .from(requests)
    .where(where)
    .orderBy(requests.id)
    .limit(1)
  if (!request) return null
  const { userId, email, ...view } = request
  const wait = await findWaitOf(payload, { status: view.status, userId, email })
  return { ...view, waitsFor: wait && waitingReasons[wait.reason] }
}

/** Returns why a request waits and which orders block it, for staff; null unless it does. */
export async function getDataRequestWait(payload: Payload, id: number) {
  const [request] = await payload.db.drizzle
    .select({
      status: requests.status,
      userId: requests.user,
      email: sql<string | null>`lower(${requests.email})`,
    })
    .from(requests)
    .where(eq(requests.id, id))
  return request ? findWaitOf(payload, request) : null
}

export function getDataRequest(payload: Payload, code: string) {
  return readRequest(payload, eq(requests.code, code))
}

/** Returns the request of a user that is not closed yet. */
export function getOpenDataRequest(
  payload: Payload,
  userId: number,
): Promise<DataRequestView | null> {
  return readRequest(
    payload,
    and(eq(requests.user, userId), inArray(requests.status, openDataRequestStatuses)),
  )
}
