import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import type {
  Integration,
  SyncItemResult,
  SyncKind,
  SyncStatus,
} from '@/platform/connections/definitions'

/** A run as its screen shows it. Times are ISO 8601. */
export type SyncRunView = {
  id: number
  provider: Integration
  kind: SyncKind
  status: SyncStatus
  isPreview: boolean
  createdAt: string
  startedAt: string | null
  finishedAt: string | null
  /** How many there are, when the service said so; how many are done; how many of these failed. */
  total: number | null
  done: number
  failed: number
  /** Somebody asked it to stop. */
  isStopping: boolean
  /** How it ended, or why it waits. */
  message: string | null
  counts: Record<SyncItemResult, number>
}
export type SyncRowView = {
  key: string
  label: string | null
  result: SyncItemResult
  message: string | null
  details: Record<string, unknown> | null
}

const iso = (value: unknown): string | null =>
  value ? new Date(value as string).toISOString() : null
const columns = sql`
  select r.id, r.provider::text, r.kind::text, r.status::text, coalesce(r.is_preview, false) as "isPreview", r.created_at as "createdAt", r.started_at as "startedAt", r.finished_at as "finishedAt",
    r.total, r.done, r.failed, r.cancel_requested_at is not null and r.status = 'running' as "isStopping", r.message,
    (select jsonb_object_agg(result, count) from (select result::text as result, count(*)::integer as count from sync_rows where run_id = r.id group by 1) counted) as counts
  from sync_runs r`

const toRun = (row: Record<string, unknown>): SyncRunView =>
  ({
    ...row,
    id: Number(row.id),
    total: row.total === null ? null : Number(row.total),
    done: Number(row.done),
    failed: Number(row.failed),
    createdAt: iso(row.createdAt),
    startedAt: iso(row.startedAt),
    finishedAt: iso(row.finishedAt),
    counts: {
      created: 0,
      updated: 0,
      unchanged: 0,
      skipped: 0,
      failed: 0,
      ...(row.counts as Partial<Record<SyncItemResult, number>> | null),
    },
  }) as SyncRunView

export async function getSyncRun(payload: Payload, id: number): Promise<SyncRunView | null> {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(sql`${columns} where r.id = ${id}`)
  return row ? toRun(row) : null
}

/** The latest run of a service that is of one of these kinds; the one under way comes first. */
export async function getLatestSyncRun(
  payload: Payload,
  kinds: readonly SyncKind[],
): Promise<SyncRunView | null> {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(sql`
    ${columns} where r.kind::text in (select jsonb_array_elements_text(${JSON.stringify(kinds)}::jsonb)) order by r.status in ('queued', 'running') desc, r.id desc limit 1`)
  return row ? toRun(row) : null
}

/** The runs of a service, the latest first. */
export async function listSyncRuns(
  payload: Payload,
  provider: Integration,
  limit = 10,
): Promise<SyncRunView[]> {
  const { rows } = await payload.db.drizzle.execute(
    sql`${columns} where r.provider = ${provider} order by r.id desc limit ${limit}`,
  )
  return rows.map(toRun)
}

/** The report of a run, failures first. */
export async function listSyncRows(
  payload: Payload,
  runId: number,
  { result, page, limit }: { result: SyncItemResult | ''; page: number; limit: number },
): Promise<{ rows: SyncRowView[]; total: number; page: number; pages: number }> {
  const where = sql`run_id = ${runId} and (${result} = '' or result::text = ${result})`
  const { rows } = await payload.db.drizzle.execute(sql`
    select key, label, result::text, message, details, count(*) over ()::integer as total from sync_rows where ${where}
    order by array_position(array['failed', 'skipped', 'created', 'updated', 'unchanged'], result::text), id limit ${limit} offset ${(page - 1) * limit}`)
  const total = Number(rows[0]?.total ?? 0)
  return {
    rows: rows.map(({ total: _, ...row }) => row as SyncRowView),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / limit)),
  }
}
