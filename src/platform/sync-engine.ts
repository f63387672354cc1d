import {
  and,
  count,
  eq,
  inArray,
  isNull,
  lt,
  lte,
  type SQL,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import type { PgUpdateSetSource } from '@payloadcms/db-postgres/drizzle/pg-core'
import type { Payload } from 'payload'

import { sync_rows, sync_runs } from '@/payload-generated-schema'

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
import { withTransaction } from './transaction'

export type SyncRun = {
  id: number
  provider: Integration
  kind: SyncKind
  isPreview: boolean
  options: Record<string, unknown>
  cursor: unknown
  requestedBy: number | null
}
/** The result of one item. `details` is for the screen: what differs, and its place in the shop. */
export type SyncRow = {
  result: SyncItemResult
  label?: string
  message?: string
  details?: Record<string, unknown>
}
export type SyncPage<Item> = {
  items: readonly Item[]
  /** The number of all items, if the service reports it. */
  total?: number
  /** Cursor of the next page, any JSON value; null after the last page. */
  next: unknown
}

/** What one kind of run does; `runSync` runs it. */
export type SyncJob<Item> = {
  /** Returns the page at a cursor; null is the first page. Called again after a crash or a pause. */
  page: (cursor: unknown) => Promise<SyncPage<Item>>
  /** The service's id of an item. Items with a row are skipped in the same run. */
  keyOf: (item: Item) => string
  labelOf?: (item: Item) => string
  /** Handles an item; in a preview only returns what would be done. An error becomes a row with its message, and the run continues. */
  each: (item: Item) => Promise<SyncRow>
  /** Called after the last page, but not after a cancellation or failure. */
  finish?: () => Promise<void>
  /** The message at the end. */
  summary: (counts: Record<SyncItemResult, number>) => string
}

const lockNumber = 20_261_121
const now = sql`now()`
const isActive = inArray(sync_runs.status, ['queued', 'running'])
const isActiveRun = (id: number) => and(eq(sync_runs.id, id), isActive)
const toRecord = (json: unknown): Record<string, unknown> =>
  typeof json === 'object' && json !== null ? { ...json } : {}
const heartbeatStaleSeconds = 90
const maxRepeatedPages = 2
const maxEmptyPages = 20

/**
 * Queues a run and returns its id. A service has one active run at a time.
 * @throws AppError conflict, with the id of the active run in `details.runId`
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
    const [created] = await tx
      .insert(sync_runs)
      .values({ provider, kind, status: 'queued', isPreview, options, requestedBy })
      .onConflictDoNothing({
        target: sync_runs.provider,
        where: sql`status in ('queued', 'running')`,
      })
      .returning({ id: sync_runs.id })
    if (!created) {
      const [active] = await tx
        .select({ id: sync_runs.id })
        .from(sync_runs)
        .where(and(eq(sync_runs.provider, provider), isActive))
      throw new AppError(
        'conflict',
        `${connectionLabels[provider]} is busy with another run. Wait for it to finish, or stop it first.`,
        { details: { runId: active?.id ?? null } },
      )
    }
    const { id } = created
    await queueJob(tx, 'run-sync', { runId: id }, { key: `sync:${id}` })
    return id
  })
}

/** A run that waits for its next try has its heartbeat there, in the future; nothing works on it until then. */
export const isPausedRun = sql<boolean>`(${sync_runs.status} = 'running' and coalesce(${sync_runs.heartbeatAt} > now() + interval '1 second', false))`

const stoppedMessage = (isPreview: boolean): string =>
  isPreview ? 'Stopped.' : 'Stopped. Completed changes are saved.'

/** Requests that a run stops after its current item. Repeating it, or after the run ended, changes nothing. */
export async function cancelSyncRun(payload: Payload, id: number): Promise<void> {
  // A queued or paused run ends here; a running one checks the request after each item.
  const isIdle = sql`(${sync_runs.status} = 'queued' or ${isPausedRun})`
  const ifIdle = (value: SQL, otherwise: SQL) =>
    sql`case when ${isIdle} then ${value} else ${otherwise} end`
  await payload.db.drizzle
    .update(sync_runs)
    .set({
      cancelRequestedAt: sql`coalesce(${sync_runs.cancelRequestedAt}, now())`,
      updatedAt: now,
      status: ifIdle(sql`'cancelled'::enum_sync_runs_status`, sql`${sync_runs.status}`),
      finishedAt: ifIdle(now, sql`${sync_runs.finishedAt}`),
      message: sql`case when ${sync_runs.status} = 'queued' then 'Stopped before it started.'
        when ${isPausedRun} and ${sync_runs.isPreview} then ${stoppedMessage(true)}
        when ${isPausedRun} then ${stoppedMessage(false)} else ${sync_runs.message} end`,
    })
    .where(isActiveRun(id))
}

const readRun = async ({ db }: Payload, id: number) => {
  const [run] = await db.drizzle.select().from(sync_runs).where(eq(sync_runs.id, id))
  return (
    run && {
      id,
      provider: run.provider,
      kind: run.kind,
      isPreview: run.isPreview ?? false,
      options: toRecord(run.options),
      cursor: run.cursor,
      requestedBy: run.requestedBy,
      status: run.status,
    }
  )
}

const endRun = async (
  { db }: Payload,
  id: number,
  status: 'done' | 'failed' | 'cancelled',
  message: string,
): Promise<void> => {
  await db.drizzle
    .update(sync_runs)
    .set({ status, message, finishedAt: now, heartbeatAt: now, updatedAt: now })
    .where(isActiveRun(id))
}

/** Which of these items have a row in this run. */
const findReported = async ({ db }: Payload, id: number, keys: string[]): Promise<Set<string>> => {
  const rows = await db.drizzle
    .select({ key: sync_rows.key })
    .from(sync_rows)
    .where(and(eq(sync_rows.run, id), inArray(sync_rows.key, keys)))
  return new Set(rows.map(({ key }) => key))
}

const isCancelled = sql<boolean>`${sync_runs.cancelRequestedAt} is not null`

/**
 * Adds an item's row and updates the counters in one transaction, so that they agree after a crash.
 * @returns whether the run should stop
 */
const reportItem = (payload: Payload, id: number, key: string, row: SyncRow): Promise<boolean> =>
  withTransaction(payload, async (_, tx) => {
    const added = await tx
      .insert(sync_rows)
      .values({
        run: id,
        key,
        label: row.label?.slice(0, 300),
        result: row.result,
        message: row.message?.slice(0, 1000),
        details: row.details,
      })
      .onConflictDoNothing({ target: [sync_rows.run, sync_rows.key] })
      .returning({ id: sync_rows.id })
    const [run] = await tx
      .update(sync_runs)
      .set({
        done: sql`${sync_runs.done} + ${added.length}`,
        failed: sql`${sync_runs.failed} + ${row.result === 'failed' ? added.length : 0}`,
        // The run got further, so its pauses count from the start again.
        cursor: sql`${sync_runs.cursor} - 'pauses'`,
        heartbeatAt: now,
        updatedAt: now,
      })
      .where(eq(sync_runs.id, id))
      .returning({ isCancelled })
    return run?.isCancelled ?? false
  })

const countRows = async ({ db }: Payload, id: number): Promise<Record<SyncItemResult, number>> => {
  const rows = await db.drizzle
    .select({ result: sync_rows.result, count: count() })
    .from(sync_rows)
    .where(eq(sync_rows.run, id))
    .groupBy(sync_rows.result)
  return {
    created: 0,
    updated: 0,
    unchanged: 0,
    skipped: 0,
    failed: 0,
    ...Object.fromEntries(rows.map((row) => [row.result, row.count])),
  }
}

/** Errors that every further item would meet as well: the run pauses or ends instead of failing for each. */
const affectsAllItems = (error: unknown): error is ProviderError =>
  error instanceof ProviderError &&
  ['sign-in', 'permission', 'limit', 'down'].includes(error.details.kind ?? '')

const endCancelled = (payload: Payload, { id, isPreview }: Pick<SyncRun, 'id' | 'isPreview'>) =>
  endRun(payload, id, 'cancelled', stoppedMessage(isPreview))

const maxPauseMs = 6 * 3_600_000
/** More than an hour and a half without getting any further. */
const maxPauses = 10

/** Says that a run ends because the service still fails after `maxPauses`. */
const gaveUpMessage = ({ provider, isPreview }: SyncRun, error: ProviderError): string => {
  const name = connectionLabels[provider]
  const advice = [
    error.details.kind === 'limit'
      ? `${maxPauses} more tries failed, so check whether ${name} has restricted your account.`
      : '',
    isPreview ? '' : 'Completed changes are saved.',
    'Start it again to continue.',
  ]
  return connectionErrorMessage(provider, error, advice.filter(Boolean).join(' '))
}

/**
 * Resumes the run later at the same cursor; it stays `running` and shows why. Limits pass, so they are waited for
 * as long as the service asks. An outage may last, and a 403 that gives no reason may not be a limit: the run ends
 * at some point, and at once if someone stopped it.
 */
const pauseRun = async (payload: Payload, run: SyncRun, error: ProviderError): Promise<void> => {
  const current = await readRun(payload, run.id)
  const pauses = Number(toRecord(current?.cursor).pauses ?? 0) + 1
  const { kind, status, retryAfterMs } = error.details
  const isUnexplained = status === 403
  if ((kind === 'down' || isUnexplained) && pauses > maxPauses) {
    await recordConnectionFailure(payload, run.provider, error)
    await endRun(payload, run.id, 'failed', gaveUpMessage(run, error))
    return
  }
  const requestedPauseMs = isUnexplained ? undefined : retryAfterMs
  const seconds = Math.ceil(
    Math.min(requestedPauseMs ?? 15_000 * 2 ** Math.min(pauses, 6), maxPauseMs) / 1000,
  )
  const isPaused = await withTransaction(payload, async (_, tx) => {
    const [paused] = await tx
      .update(sync_runs)
      .set({
        // Screens add when the next try is.
        message: connectionErrorMessage(run.provider, error, ''),
        heartbeatAt: sql`now() + make_interval(secs => ${seconds})`,
        updatedAt: now,
        cursor: sql`coalesce(${sync_runs.cursor}, '{}'::jsonb) || jsonb_build_object('pauses', ${pauses}::integer)`,
      })
      .where(and(eq(sync_runs.id, run.id), isNull(sync_runs.cancelRequestedAt)))
      .returning({ id: sync_runs.id })
    if (!paused) return false
    await queueJob(
      tx,
      'run-sync',
      { runId: run.id },
      { key: `sync:${run.id}`, delaySeconds: seconds },
    )
    return true
  })
  if (!isPaused) await endCancelled(payload, run)
}

/** Handles the items page by page. @returns whether it reached the end; false if it was cancelled */
const walk = async <Item>(
  payload: Payload,
  run: SyncRun,
  work: SyncJob<Item>,
): Promise<boolean> => {
  let cursor: unknown = toRecord(run.cursor).at ?? null
  /** Keys of this pass, to detect a service that returns the same items over and over. */
  const seenKeys = new Set<string>()
  /** @returns whether the run should stop */
  const updateRun = async (values: PgUpdateSetSource<typeof sync_runs>) => {
    const [updated] = await payload.db.drizzle
      .update(sync_runs)
      .set(values)
      .where(eq(sync_runs.id, run.id))
      .returning({ isCancelled })
    return updated?.isCancelled ?? false
  }
  let repeatedPages = 0
  let emptyPages = 0
  for (;;) {
    const { items, total, next } = await work.page(cursor)
    if (total !== undefined) await updateRun({ total, heartbeatAt: now })
    const newItems = items.filter((item) => {
      const isNew = !seenKeys.has(work.keyOf(item))
      seenKeys.add(work.keyOf(item))
      return isNew
    })
    const reported = await findReported(payload, run.id, newItems.map(work.keyOf))
    for (const item of newItems) {
      if (reported.has(work.keyOf(item))) continue
      const row = await work.each(item).catch((error: unknown): SyncRow => {
        if (affectsAllItems(error)) throw error
        if (!(error instanceof ProviderError || error instanceof AppError))
          payload.logger.error(
            { err: error, run: run.id, key: work.keyOf(item) },
            'An item of a sync run failed',
          )
        return { result: 'failed', message: connectionErrorMessage(run.provider, error) }
      })
      const reportRow = { label: work.labelOf?.(item), ...row }
      if (await reportItem(payload, run.id, work.keyOf(item), reportRow)) return false
    }
    repeatedPages = items.length > 0 && newItems.length === 0 ? repeatedPages + 1 : 0
    emptyPages = items.length === 0 ? emptyPages + 1 : 0
    const isLast =
      next === null || next === undefined || JSON.stringify(next) === JSON.stringify(cursor)
    if (isLast || repeatedPages >= maxRepeatedPages || emptyPages >= maxEmptyPages) return true
    cursor = next
    if (await updateRun({ cursor: { at: cursor }, heartbeatAt: now, updatedAt: now })) return false
  }
}

const complete = async <Item>(
  payload: Payload,
  run: SyncRun,
  work: SyncJob<Item>,
): Promise<void> => {
  if (!(await walk(payload, run, work))) {
    await endCancelled(payload, run)
    return
  }
  await work.finish?.()
  const counts = await countRows(payload, run.id)
  await payload.db.drizzle
    .update(sync_runs)
    .set({ total: sql`${sync_runs.done}` })
    .where(and(eq(sync_runs.id, run.id), lt(sql`coalesce(${sync_runs.total}, 0)`, sync_runs.done)))
  await recordConnectionSuccess(payload, run.provider)
  await endRun(payload, run.id, 'done', work.summary(counts))
}

/**
 * Locks the service for this process, with a session lock that ends with the process.
 * @returns a function that unlocks it; null if another process has it
 */
const lockService = async (
  payload: Payload,
  provider: Integration,
): Promise<(() => Promise<void>) | null> => {
  const client = await payload.db.pool.connect()
  const isLocked = await client
    .query<{ held: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as held', [
      lockNumber,
      provider,
    ])
    .then(
      ({ rows: [row] }) => row?.held === true,
      (error: Error) => {
        client.release(error)
        throw error
      },
    )
  if (!isLocked) {
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
 * Starts or resumes a run: page by page, each item once, its result and the counters written in one
 * transaction. A retry (of the job, after a crash, after a pause) continues at the page where it
 * was and skips items with a row. Errors of the service are not thrown: the run pauses, or ends
 * with a message.
 * @param getSyncJob returns what this kind of run does
 */
export async function runSync(
  payload: Payload,
  runId: number,
  getSyncJob: (run: SyncRun) => Promise<SyncJob<unknown>>,
): Promise<void> {
  const queued = await readRun(payload, runId)
  if (!queued || !['queued', 'running'].includes(queued.status)) return
  const unlock = await lockService(payload, queued.provider)
  if (!unlock) return
  // A slow item, such as a large picture, must not look like a crash.
  const heartbeat = setInterval(() => {
    payload.db.drizzle
      .update(sync_runs)
      .set({ heartbeatAt: now })
      .where(and(eq(sync_runs.id, runId), eq(sync_runs.status, 'running')))
      .catch(() => {})
  }, 20_000)
  try {
    const [started] = await payload.db.drizzle
      .update(sync_runs)
      .set({
        status: 'running',
        startedAt: sql`coalesce(${sync_runs.startedAt}, now())`,
        heartbeatAt: now,
        message: null,
        updatedAt: now,
      })
      .where(and(isActiveRun(runId), isNull(sync_runs.cancelRequestedAt)))
      .returning({ id: sync_runs.id })
    if (!started) {
      await endCancelled(payload, queued)
      return
    }
    const run = await readRun(payload, runId)
    if (run) await complete(payload, run, await getSyncJob(run))
  } catch (error) {
    if (
      affectsAllItems(error) &&
      error.details.kind !== 'sign-in' &&
      error.details.kind !== 'permission'
    ) {
      await pauseRun(payload, queued, error)
      return
    }
    const message = await recordConnectionFailure(payload, queued.provider, error)
    if (!(error instanceof ProviderError || error instanceof AppError))
      payload.logger.error({ err: error, run: runId }, 'A sync run failed')
    await endRun(payload, runId, 'failed', message)
  } finally {
    clearInterval(heartbeat)
    await unlock()
  }
}

/**
 * Queues runs again whose process died. A run that is still running loses nothing: its service is
 * locked, and the second job ends at once. A run that pauses on purpose keeps waiting.
 * @param staleSeconds seconds without a heartbeat; 0 when a worker starts
 */
export async function resumeStaleRuns(
  { db }: Payload,
  staleSeconds = heartbeatStaleSeconds,
): Promise<void> {
  const rows = await db.drizzle
    .select({ id: sync_runs.id })
    .from(sync_runs)
    .where(
      and(
        isActive,
        lte(
          sql`coalesce(${sync_runs.heartbeatAt}, ${sync_runs.createdAt})`,
          sql`now() - make_interval(secs => ${staleSeconds})`,
        ),
      ),
    )
  for (const { id } of rows)
    await queueJob(db.drizzle, 'run-sync', { runId: id }, { key: `sync:${id}:again` })
}
