import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'
import type { PoolClient } from 'pg'

import {
  connectionErrorMessage,
  recordConnectionFailure,
  recordConnectionSuccess,
} from './connections/credentials'
import {
  connectionLabels,
  type Integration,
  type SyncItemResult,
  type SyncKind,
} from './connections/definitions'
import { AppError } from './errors'
import { ProviderError } from './http/provider-error'
import { queueJob } from './job-queue'
import { type Tx, withTransaction } from './transaction'

export type SyncRun = {
  id: number
  provider: Integration
  kind: SyncKind
  isPreview: boolean
  options: Record<string, unknown>
  cursor: unknown
  requestedBy: number | null
}
/** What became of one thing. `details` is for the screen: what differs, where it is now. */
export type SyncRow = {
  result: SyncItemResult
  label?: string
  message?: string
  details?: Record<string, unknown>
}
export type SyncPage<Item> = {
  items: readonly Item[]
  /** How many there are in all, when the service says so. */
  total?: number
  /** Where the next page begins; null: this was the last. Anything that JSON can hold. */
  next: unknown
}

/** What one kind of run does; the running itself is the same for all. */
export type SyncJob<Item> = {
  /** The page at this place; null is the beginning. Is asked for again after a crash or a pause. */
  page: (cursor: unknown) => Promise<SyncPage<Item>>
  /** The service's id of a thing. A thing with a row is not looked at again in the same run. */
  keyOf: (item: Item) => string
  labelOf?: (item: Item) => string
  /** Does it, or in a preview only says what would be done. What it throws becomes a row that says what to do; the run goes on. */
  each: (item: Item) => Promise<SyncRow>
  /** After the last page; not after a stop or a failure. */
  finish?: () => Promise<void>
  /** The sentence at the end. */
  summary: (counts: Record<SyncItemResult, number>) => string
}

const lockNumber = 20_261_121
const heartbeatStaleSeconds = 90
const mostRepeats = 2
const mostEmptyPages = 20

/**
 * Asks for a run. One at a time for each service.
 * @throws AppError conflict, with the id of the run that is under way in `details.runId`
 */
export function startSyncRun(
  payload: Payload,
  {
    provider,
    kind,
    isPreview = false,
    options = {},
    requestedBy,
  }: {
    provider: Integration
    kind: SyncKind
    isPreview?: boolean
    options?: Record<string, unknown>
    requestedBy: number | null
  },
): Promise<number> {
  return withTransaction(payload, async (_, tx) => {
    const {
      rows: [made],
    } = await tx.execute(sql`
      insert into sync_runs (provider, kind, status, is_preview, options, requested_by) values (${provider}, ${kind}, 'queued', ${isPreview}, ${JSON.stringify(options)}::jsonb, ${requestedBy})
      on conflict (provider) where status in ('queued', 'running') do nothing returning id`)
    if (!made) {
      const {
        rows: [busy],
      } = await tx.execute(
        sql`select id from sync_runs where provider = ${provider} and status in ('queued', 'running')`,
      )
      throw new AppError(
        'conflict',
        `${connectionLabels[provider]} is busy with another run. Wait for it, or stop it first.`,
        { details: { runId: busy ? Number(busy.id) : null } },
      )
    }
    const id = Number(made.id)
    await queueJob(tx, 'run-sync', { runId: id }, { key: `sync:${id}` })
    return id
  })
}

/** Asks a run to stop after the thing it is at. Again, or when it is over, changes nothing. */
export async function cancelSyncRun(payload: Payload, id: number): Promise<void> {
  // One that has not begun ends here, the other sees it at its next step.
  await payload.db.drizzle.execute(sql`
    update sync_runs set cancel_requested_at = coalesce(cancel_requested_at, now()), updated_at = now(),
      status = case when status = 'queued' then 'cancelled'::enum_sync_runs_status else status end,
      finished_at = case when status = 'queued' then now() else finished_at end,
      message = case when status = 'queued' then 'Stopped before it began.' else message end
    where id = ${id} and status in ('queued', 'running')`)
}

const readRun = async (
  payload: Payload,
  id: number,
): Promise<(SyncRun & { status: string; cancelled: boolean }) | null> => {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(sql`
    select id, provider, kind, coalesce(is_preview, false) as "isPreview", coalesce(options, '{}'::jsonb) as options, cursor, requested_by as "requestedBy", status, cancel_requested_at is not null as cancelled
    from sync_runs where id = ${id}`)
  if (!row) return null
  return {
    ...row,
    id: Number(row.id),
    requestedBy: row.requestedBy === null ? null : Number(row.requestedBy),
  } as unknown as SyncRun & { status: string; cancelled: boolean }
}

const end = (
  payload: Payload,
  id: number,
  status: 'done' | 'failed' | 'cancelled',
  message: string,
) =>
  payload.db.drizzle.execute(sql`
    update sync_runs set status = ${status}, message = ${message}, finished_at = now(), heartbeat_at = now(), updated_at = now() where id = ${id} and status in ('queued', 'running')`)

const knownKeys = async (
  payload: Payload,
  id: number,
  keys: readonly string[],
): Promise<Set<string>> => {
  const { rows } = await payload.db.drizzle.execute(sql`
    select key from sync_rows where run_id = ${id} and key in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`)
  return new Set(rows.map(({ key }) => String(key)))
}

/** One line of the report and the counters, at once: after a crash they agree. @returns whether somebody wants it to stop */
const report = (payload: Payload, id: number, key: string, row: SyncRow): Promise<boolean> =>
  withTransaction(payload, async (_, tx) => {
    const { rowCount } = await tx.execute(sql`
      insert into sync_rows (run_id, key, label, result, message, details) values (${id}, ${key}, ${row.label?.slice(0, 300) ?? null}, ${row.result}, ${row.message?.slice(0, 1000) ?? null}, ${row.details ? JSON.stringify(row.details) : null}::jsonb)
      on conflict (run_id, key) do nothing`)
    const {
      rows: [run],
    } = await tx.execute(sql`
      update sync_runs set done = done + ${rowCount ?? 0}, failed = failed + ${row.result === 'failed' ? (rowCount ?? 0) : 0}, heartbeat_at = now(), updated_at = now()
      where id = ${id} returning cancel_requested_at is not null as cancelled`)
    return Boolean(run?.cancelled)
  })

const countRows = async (payload: Payload, id: number): Promise<Record<SyncItemResult, number>> => {
  const { rows } = await payload.db.drizzle.execute(
    sql`select result::text as result, count(*)::integer as count from sync_rows where run_id = ${id} group by 1`,
  )
  return {
    created: 0,
    updated: 0,
    unchanged: 0,
    skipped: 0,
    failed: 0,
    ...Object.fromEntries(rows.map(({ result, count }) => [String(result), Number(count)])),
  }
}

/** Trouble that will meet every further thing as well: the run pauses or ends instead of failing a hundred times. */
const concernsAll = (error: unknown): error is ProviderError =>
  error instanceof ProviderError &&
  ['sign-in', 'permission', 'limit', 'down'].includes(error.details.trouble ?? '')

const longestPauseMs = 6 * 3_600_000
const mostPausesForOutages = 10

/** Comes back later to the place where it is; the run stays `running` and says why. */
const pause = async (payload: Payload, run: SyncRun, error: ProviderError): Promise<void> => {
  const {
    rows: [known],
  } = await payload.db.drizzle.execute(
    sql`select coalesce((cursor->>'pauses')::integer, 0) as pauses from sync_runs where id = ${run.id}`,
  )
  const pauses = Number(known?.pauses ?? 0) + 1
  if (error.details.trouble === 'down' && pauses > mostPausesForOutages) {
    await end(
      payload,
      run.id,
      'failed',
      `${connectionErrorMessage(run.provider, error)} What was done until then stays; start it again to go on.`,
    )
    return
  }
  const seconds = Math.ceil(
    Math.min(error.details.retryAfterMs ?? 15_000 * 2 ** Math.min(pauses, 6), longestPauseMs) /
      1000,
  )
  await withTransaction(payload, async (_, tx: Tx) => {
    await tx.execute(sql`
      update sync_runs set message = ${connectionErrorMessage(run.provider, error)}, heartbeat_at = now() + make_interval(secs => ${seconds}), updated_at = now(),
        cursor = coalesce(cursor, '{}'::jsonb) || jsonb_build_object('pauses', ${pauses}::integer) where id = ${run.id}`)
    await queueJob(
      tx,
      'run-sync',
      { runId: run.id },
      { key: `sync:${run.id}`, delaySeconds: seconds },
    )
  })
}

const stopped = (payload: Payload, id: number) =>
  end(payload, id, 'cancelled', 'Stopped. What was done until then stays.')

/** @returns whether it came to the end; false: somebody stopped it */
const walk = async <Item>(
  payload: Payload,
  run: SyncRun,
  work: SyncJob<Item>,
): Promise<boolean> => {
  let place: unknown = (run.cursor as { at?: unknown } | null)?.at ?? null
  /** What this pass has met, to notice a service that gives the same things again and again. */
  const met = new Set<string>()
  let repeats = 0
  let empties = 0
  for (;;) {
    const { items, total, next } = await work.page(place)
    if (total !== undefined)
      await payload.db.drizzle.execute(
        sql`update sync_runs set total = ${total}, heartbeat_at = now() where id = ${run.id}`,
      )
    const fresh = items.filter((item) => {
      const isNew = !met.has(work.keyOf(item))
      met.add(work.keyOf(item))
      return isNew
    })
    const known = await knownKeys(payload, run.id, fresh.map(work.keyOf))
    for (const item of fresh) {
      if (known.has(work.keyOf(item))) continue
      const row = await work.each(item).catch((error: unknown): SyncRow => {
        if (concernsAll(error)) throw error
        if (!(error instanceof ProviderError || error instanceof AppError))
          payload.logger.error(
            { err: error, run: run.id, key: work.keyOf(item) },
            'One thing of a run failed',
          )
        return { result: 'failed', message: connectionErrorMessage(run.provider, error) }
      })
      if (await report(payload, run.id, work.keyOf(item), { label: work.labelOf?.(item), ...row }))
        return false
    }
    repeats = items.length > 0 && fresh.length === 0 ? repeats + 1 : 0
    empties = items.length === 0 ? empties + 1 : 0
    const isOver =
      next === null || next === undefined || JSON.stringify(next) === JSON.stringify(place)
    if (isOver || repeats >= mostRepeats || empties >= mostEmptyPages) return true
    place = next
    const {
      rows: [now],
    } = await payload.db.drizzle.execute(sql`
      update sync_runs set cursor = ${JSON.stringify({ at: place })}::jsonb, heartbeat_at = now(), updated_at = now() where id = ${run.id} returning cancel_requested_at is not null as cancelled`)
    if (now?.cancelled) return false
  }
}

const complete = async <Item>(
  payload: Payload,
  run: SyncRun,
  work: SyncJob<Item>,
): Promise<void> => {
  if (!(await walk(payload, run, work))) {
    await stopped(payload, run.id)
    return
  }
  await work.finish?.()
  const counts = await countRows(payload, run.id)
  await payload.db.drizzle.execute(
    sql`update sync_runs set total = done where id = ${run.id} and coalesce(total, 0) < done`,
  )
  await recordConnectionSuccess(payload, run.provider)
  await end(payload, run.id, 'done', work.summary(counts))
}

/** Holds the service for this process; a process that dies lets go. Null: another one has it. */
const holdService = async (
  payload: Payload,
  provider: Integration,
): Promise<(() => Promise<void>) | null> => {
  const client = await (
    payload.db as unknown as { pool: { connect: () => Promise<PoolClient> } }
  ).pool.connect()
  const {
    rows: [row],
  } = await client.query('select pg_try_advisory_lock($1, hashtext($2)) as held', [
    lockNumber,
    provider,
  ])
  if (!row?.held) {
    client.release()
    return null
  }
  return async () => {
    await client
      .query('select pg_advisory_unlock($1, hashtext($2))', [lockNumber, provider])
      .catch(() => {})
    client.release()
  }
}

/**
 * Runs or goes on with a run: page by page, each thing once, its outcome noted with the counters in one transaction.
 * A retry (of the job, after a crash, after a pause) goes on at the page where it was and passes over what has a row.
 * Never throws for trouble with the service: it pauses, or ends the run with a sentence.
 * @param getSyncJob what this kind of run does
 */
export async function runSync(
  payload: Payload,
  runId: number,
  workOf: (run: SyncRun) => Promise<SyncJob<unknown>>,
): Promise<void> {
  const found = await readRun(payload, runId)
  if (!found || !['queued', 'running'].includes(found.status)) return
  const letGo = await holdService(payload, found.provider)
  if (!letGo) return
  // A long thing (a picture that is slow to come) must not look like a crash.
  const beat = setInterval(() => {
    payload.db.drizzle
      .execute(
        sql`update sync_runs set heartbeat_at = now() where id = ${runId} and status = 'running'`,
      )
      .catch(() => {})
  }, 20_000)
  try {
    const { rowCount } = await payload.db.drizzle.execute(sql`
      update sync_runs set status = 'running', started_at = coalesce(started_at, now()), heartbeat_at = now(), message = null, updated_at = now()
      where id = ${runId} and status in ('queued', 'running') and cancel_requested_at is null`)
    if (!rowCount) {
      await stopped(payload, runId)
      return
    }
    const run = await readRun(payload, runId)
    if (run) await complete(payload, run, await workOf(run))
  } catch (error) {
    if (
      concernsAll(error) &&
      error.details.trouble !== 'sign-in' &&
      error.details.trouble !== 'permission'
    ) {
      await pause(payload, found, error)
      return
    }
    const words = await recordConnectionFailure(payload, found.provider, error)
    if (!(error instanceof ProviderError || error instanceof AppError))
      payload.logger.error({ err: error, run: runId }, 'A run failed')
    await end(payload, runId, 'failed', words)
  } finally {
    clearInterval(beat)
    await letGo()
  }
}

/**
 * Puts runs back into the queue whose process died. A run that is well loses nothing by it: the service is held, and
 * the second job goes away. One that waits for a service on purpose is left to wait.
 * @param staleSeconds how long there was no sign of life: a minute and a half by the clock, nothing when a worker starts
 */
export async function resumeStaleRuns(
  payload: Payload,
  staleSeconds = heartbeatStaleSeconds,
): Promise<void> {
  const { rows } = await payload.db.drizzle.execute(sql`
    select id from sync_runs where status in ('queued', 'running') and coalesce(heartbeat_at, created_at) <= now() - make_interval(secs => ${staleSeconds})`)
  for (const { id } of rows)
    await queueJob(
      payload.db.drizzle,
      'run-sync',
      { runId: Number(id) },
      { key: `sync:${id}:again` },
    )
}
