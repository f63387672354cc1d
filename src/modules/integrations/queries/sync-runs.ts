import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  inArray,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'
import type { z } from 'zod'

import type { syncRowResponse, syncRunResponse } from '@/modules/integrations/schemas'
import { sync_rows, sync_runs } from '@/payload-generated-schema'
import { toIsoDate } from '@/platform/calendar-days'
import type { SyncItemResult, SyncKind } from '@/platform/connections/definitions'
import { env } from '@/platform/env'
import { type PagedRows } from '@/platform/paged-list'
import { isPausedRun } from '@/platform/sync-engine'

/** A sync run as its screen shows it. */
export type SyncRunView = z.infer<typeof syncRunResponse>
export type SyncRowView = z.infer<typeof syncRowResponse>

function selectRuns({ db: { drizzle } }: Payload) {
  const results = drizzle
    .select({ result: sync_rows.result, rows: count().as('rows') })
    .from(sync_rows)
    .where(eq(sync_rows.run, sync_runs.id))
    .groupBy(sync_rows.result)
    .as('results')
  const counts = drizzle
    .select({ counts: sql`jsonb_object_agg(${results.result}::text, ${results.rows})` })
    .from(results)
  return drizzle
    .select({
      ...getTableColumns(sync_runs),
      counts: sql<Partial<Record<SyncItemResult, number>> | null>`${counts}`,
      isWaiting: isPausedRun,
    })
    .from(sync_runs)
}

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: env.SHOP_TIME_ZONE,
  hour: 'numeric',
  minute: '2-digit',
})

/** 'Etsy asked us to slow down. Next try at 6:22 AM.', on the shop's clock. */
const waitingMessage = (reason: string | null, nextTryAt: string): string =>
  `${reason ?? ''} Next try at ${clock.format(new Date(nextTryAt))}.`.trim()

const toRun = (run: Awaited<ReturnType<typeof selectRuns>>[number]): SyncRunView => ({
  id: run.id,
  provider: run.provider,
  kind: run.kind,
  status: run.status,
  isPreview: run.isPreview ?? false,
  createdAt: new Date(run.createdAt).toISOString(),
  startedAt: toIsoDate(run.startedAt),
  finishedAt: toIsoDate(run.finishedAt),
  total: run.total,
  done: run.done,
  failed: run.failed,
  isStopping: run.cancelRequestedAt !== null && run.status === 'running',
  isWaiting: run.isWaiting,
  message:
    run.isWaiting && run.heartbeatAt ? waitingMessage(run.message, run.heartbeatAt) : run.message,
  counts: { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0, ...run.counts },
})

export async function getSyncRun(payload: Payload, id: number): Promise<SyncRunView | null> {
  const [run] = await selectRuns(payload).where(eq(sync_runs.id, id))
  return run ? toRun(run) : null
}

/** Returns the unfinished run of these kinds, or else the latest. */
export async function getLatestSyncRun(
  payload: Payload,
  kinds: readonly SyncKind[],
): Promise<SyncRunView | null> {
  const [run] = await selectRuns(payload)
    .where(inArray(sync_runs.kind, kinds))
    .orderBy(desc(inArray(sync_runs.status, ['queued', 'running'])), desc(sync_runs.id))
    .limit(1)
  return run ? toRun(run) : null
}

/** Returns one page of a run's report, failures first. */
export async function listSyncRows(
  { db }: Payload,
  runId: number,
  { result, page, limit }: { result: SyncItemResult | ''; page: number; limit: number },
): Promise<PagedRows<SyncRowView>> {
  const rows = await db.drizzle
    .select({
      key: sync_rows.key,
      label: sync_rows.label,
      result: sync_rows.result,
      message: sync_rows.message,
      details: sync_rows.details,
      total: sql`count(*) over ()`.mapWith(Number),
    })
    .from(sync_rows)
    .where(and(eq(sync_rows.run, runId), result ? eq(sync_rows.result, result) : undefined))
    .orderBy(
      sql`array_position(array['failed', 'skipped', 'created', 'updated', 'unchanged'], ${sync_rows.result}::text)`,
      sync_rows.id,
    )
    .limit(limit)
    .offset((page - 1) * limit)
  const total = rows[0]?.total ?? 0
  return {
    rows: rows.map(({ total: _, details, ...row }) => ({
      ...row,
      details: details as SyncRowView['details'],
    })),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / limit)),
  }
}
