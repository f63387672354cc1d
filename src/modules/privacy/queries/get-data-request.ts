import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import type { DataRequestStatus } from '@/modules/privacy/rules/data-request'

/** Where a request stands: dates, and nothing about the person. */
export type DataRequestView = {
  code: string
  status: DataRequestStatus
  receivedAt: string
  acknowledgeBy: string
  acknowledgedAt: string | null
  verifyBy: string
  verifiedAt: string | null
  eraseAfter: string | null
  completeBy: string | null
  completedAt: string | null
  /** Why it waits, in words of ours. */
  waitsFor: string | null
}

const columns = sql`code, status, received_at as "receivedAt", acknowledge_by as "acknowledgeBy", acknowledged_at as "acknowledgedAt", verify_by as "verifyBy",
  verified_at as "verifiedAt", erase_after as "eraseAfter", complete_by as "completeBy", completed_at as "completedAt", case when status = 'waiting' then note end as "waitsFor"`

export async function getDataRequest(
  payload: Payload,
  code: string,
): Promise<DataRequestView | null> {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(
    sql`select ${columns} from data_requests where code = ${code}`,
  )
  return (row as DataRequestView | undefined) ?? null
}

/** The one with which something can still happen. */
export async function getOpenDataRequest(
  payload: Payload,
  userId: number,
): Promise<DataRequestView | null> {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(sql`
    select ${columns} from data_requests where user_id = ${userId} and status in ('received', 'verified', 'waiting') order by id limit 1`)
  return (row as DataRequestView | undefined) ?? null
}
