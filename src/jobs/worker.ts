import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

import config from '@payload-config'
import { Logger, run, type TaskList } from 'graphile-worker'
import { getPayload, type Payload } from 'payload'
import pg from 'pg'

import { isDatabaseUnavailable } from '@/platform/database/unavailable'
import { waitForDatabase } from '@/platform/database/wait-for-database'
import { env, isDemoMode } from '@/platform/env'
import { type JobName, maxJobAttempts } from '@/platform/job-queue'
import { serveMetrics } from '@/platform/observability/metrics-endpoint'
import { startObservability } from '@/platform/observability/start'
import { resumeStaleRuns } from '@/platform/sync-engine'
import { waitForMigration } from '@/seed/assert-migrated'
import { assertNoPublishedPasswords, CannotStartError } from '@/seed/published-passwords'

import { releaseStaleJobs, startHeartbeat } from './heartbeat'
import { type JobKind, jobKind, jobKinds, tasks } from './tasks'
import { createJobCounter, createWorkerRegistry } from './worker-metrics'

/** When the recurring jobs run (UTC). Those once a day or a week also run after the worker was off at their time. */
const schedule = {
  'reconcile-payments': { at: '* * * * *' },
  'publish-scheduled-content': { at: '* * * * *' },
  'refresh-sale-prices': { at: '* * * * *' },
  'queue-one-time-emails': { at: '*/5 * * * *' },
  'process-due-posts': { at: '* * * * *' },
  'collect-social-metrics': { at: '23 * * * *' },
  'poll-printful-orders': { at: '*/15 * * * *' },
  'notify-about-connections': { at: '*/15 * * * *' },
  'notify-about-failed-jobs': { at: '*/15 * * * *' },
  'resume-stale-syncs': { at: '* * * * *' },
  // Friday mornings, for a newsletter on the weekend; only a draft.
  'draft-weekly-digest': { at: '5 13 * * 5', backfill: true },
  'purge-expired': { at: '17 8 * * *', backfill: true },
  'clean-up-media': { at: '41 9 * * *', backfill: true },
  'renew-oauth-accounts': { at: '5 7 * * *', backfill: true },
  'refresh-view-counts': { at: '*/15 * * * *' },
  'refresh-new-badges': { at: '27 5 * * *', backfill: true },
  'refresh-delivery-days': { at: '29 5 * * *', backfill: true },
} satisfies Partial<Record<JobName, { at: string; backfill?: true }>>

/** Runs of a recurring job share a queue of their own, so that they never overlap. */
const crontab = Object.entries<{ at: string; backfill?: true }>(schedule)
  .map(
    ([name, { at, backfill }]) =>
      `${at} ${name} ?${backfill ? 'fill=1d&' : ''}max=${maxJobAttempts}&jobKey=${name}&queue=${name}`,
  )
  .join('\n')

/**
 * How many jobs of a kind run at a time. Each kind has its own slots, so a service that hangs, or hundreds of orders
 * that wait for Printful's rate limit, can't delay the other kinds.
 */
const slots: Record<JobKind, number> = { payment: 2, email: 2, sync: 2, provider: 3, internal: 2 }

/** How long running jobs may take to end after the database was lost. Later the process manager starts the worker again. */
const finishMs = 60_000

/** Wait before the next attempt to start the runners. */
const pauseMs = 1000

/** The queue's own messages. How jobs end is logged where they run (src/jobs/tasks.ts), with the ids they belong to. */
const queueLogger = new Logger(() => (level: string, message, meta) => {
  if (meta?.success || meta?.failure) return
  if (level === 'error') console.error(message)
  else if (level === 'warning') console.warn(message)
})

/**
 * The connections of a runner. graphile-worker stops listening to those of its own when it stops, and one that breaks then
 * would end the process.
 */
const openPool = (max: number): pg.Pool => {
  const pool = new pg.Pool({ connectionString: env.DATABASE_URL, max })
  const ignore = (): void => {} // graphile-worker logs the error, and the heartbeat notices it.
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

type PoolRunner = { promise: Promise<void>; stop: () => Promise<void> }

/** Waits until every runner has ended its jobs. @returns whether they all did in time */
const stopAll = (runners: readonly PoolRunner[]): Promise<boolean> =>
  Promise.race([
    Promise.allSettled(runners.map((runner) => runner.stop())).then(() => true),
    wait(finishMs, false, { ref: false }),
  ])

const startRunner = async (
  events: EventEmitter,
  taskList: TaskList,
  kind: JobKind,
): Promise<PoolRunner> => {
  const concurrency = slots[kind]
  const connections = openPool(concurrency + 2)
  const runner = await run({
    events,
    pgPool: connections,
    concurrency,
    pollInterval: env.WORKER_POLL_MS,
    noHandleSignals: true,
    logger: queueLogger,
    taskList: Object.fromEntries(
      Object.entries(taskList).filter(([name]) => jobKind(name) === kind),
    ),
    // One runner queues the recurring jobs of all kinds.
    ...(kind === 'internal' ? { crontab } : { parsedCronItems: [] }),
  }).catch(async (error: unknown) => {
    await connections.end()
    throw error
  })
  let stopped: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    await runner.stop()
    await connections.end()
  }
  // A signal may arrive while the runner is already stopping; it then waits for the same jobs.
  return { promise: runner.promise, stop: () => (stopped ??= stop()) }
}

/**
 * Starts a runner for each kind.
 * @param onStart called with each that has started, also when another can't
 * @throws the error of one that can't start, once no other is still starting
 */
const startRunners = async (
  events: EventEmitter,
  taskList: TaskList,
  onStart: (runner: PoolRunner) => void,
): Promise<void> => {
  const results = await Promise.allSettled(
    jobKinds.map(async (kind) => onStart(await startRunner(events, taskList, kind))),
  )
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

/** Waits until every runner has ended its jobs. If they don't end in time, the process does. */
const stopOrExit = async (runners: readonly PoolRunner[]): Promise<void> => {
  if (await stopAll(runners)) return
  console.error('Jobs did not end in time.')
  process.exit(1)
}

/**
 * Runs jobs until the connection to the database is lost, or the end of a job can't be recorded. Afterwards no runner
 * is left. `onStart` gets what stops the runners.
 */
const runUntilLost = async (
  payload: Payload,
  taskList: TaskList,
  countJobs: (events: EventEmitter) => void,
  onStart: (stop: () => Promise<boolean>) => void,
): Promise<void> => {
  const events = new EventEmitter()
  countJobs(events)
  let signalLoss = (): void => {}
  const loss = new Promise<void>((resolve) => {
    signalLoss = resolve
  })
  // graphile-worker gives up the slot of such a job and doesn't open another, and the job stays locked.
  events.on('worker:fatalError', signalLoss)
  const stopHeartbeat = await startHeartbeat(payload, events, signalLoss)
  const runners: PoolRunner[] = []
  onStart(() => stopAll(runners))
  try {
    await startRunners(events, taskList, (runner) => {
      runners.push(runner)
      runner.promise.catch(signalLoss)
    })
    // After a crash, sync runs resume at once and jobs within half a minute.
    await resumeStaleRuns(payload, 0)
    console.log('worker ready')
    await loss
  } finally {
    // Their jobs still run until then, and no other worker may take them.
    await stopOrExit(runners)
    stopHeartbeat()
  }
}

const releaseRegularly = (payload: Payload): void => {
  const release = (): void =>
    void releaseStaleJobs(payload).catch((error: unknown) =>
      payload.logger.error({ err: error }, 'Stale jobs could not be released'),
    )
  setInterval(release, 30_000)
  setTimeout(release, 11_000)
}

/** @returns what counts the jobs of the runners; nothing without WORKER_METRICS_PORT */
const startMetrics = (payload: Payload): ((events: EventEmitter) => void) => {
  if (!env.WORKER_METRICS_PORT) return () => {}
  const registry = createWorkerRegistry(payload)
  serveMetrics(registry, { port: env.WORKER_METRICS_PORT, host: env.METRICS_HOST })
  return createJobCounter(registry)
}

/** An error of pg-pool, without a code. */
const doubleRelease = /^Release called on client which has already been released/

/**
 * When the database is lost, graphile-worker 0.16 not only rejects the promise of its runner, which starts the runners
 * again, but also promises that nothing can handle: of recurring jobs that can't be queued, and of a connection that it
 * releases twice.
 */
const endUnlessDatabaseLost = (error: unknown): void => {
  const isKnown = error instanceof Error && doubleRelease.test(error.message)
  if (!isKnown && !isDatabaseUnavailable(error)) throw error
}

/**
 * The worker process: runs jobs from the queue in PostgreSQL until it is stopped, then finishes those it has. When the
 * database is gone, or older than this code, it waits for it.
 */
const start = async (): Promise<void> => {
  const stopObservability = await startObservability('worker')
  let stopRunners = (): Promise<boolean> => Promise.resolve(true)
  let isStopping = false
  const stop = (): void => {
    isStopping = true
    void stopRunners()
      .then(stopObservability)
      .then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('unhandledRejection', endUnlessDatabaseLost)
  await waitForDatabase()
  const payload = await getPayload({ config })
  // On Kubernetes an update starts the worker before the migration is done.
  await waitForMigration(payload)
  if (!isDemoMode)
    await assertNoPublishedPasswords((text, values) => payload.db.pool.query(text, values))
  const taskList = tasks(payload)
  const countJobs = startMetrics(payload)
  releaseRegularly(payload)
  for (;;) {
    try {
      await runUntilLost(payload, taskList, countJobs, (stopAllRunners) => {
        stopRunners = stopAllRunners
      })
      if (!isStopping)
        payload.logger.error(
          'The worker lost the database, or couldn’t note the end of a job. It continues once the database answers.',
        )
    } catch (error) {
      if (!isStopping) payload.logger.error({ err: error }, 'The worker could not run')
      await wait(pauseMs)
    }
    if (isStopping) return
    await waitForDatabase()
  }
}

start().catch((error: unknown) => {
  console.error(error instanceof CannotStartError ? error.message : error)
  process.exit(1)
})
