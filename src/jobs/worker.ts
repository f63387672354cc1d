import { EventEmitter } from 'node:events'

import config from '@payload-config'
import { run } from 'graphile-worker'
import { getPayload } from 'payload'

import { env, isDemoMode } from '@/platform/env'
import { type JobName, maxJobAttempts } from '@/platform/job-queue'
import { resumeStaleRuns } from '@/platform/sync-engine'
import { assertNoPublishedPasswords, CannotStartError } from '@/seed/published-passwords'

import { releaseStaleJobs, startHeartbeat } from './heartbeat'
import { isEmailJob, isPaymentJob, tasks } from './tasks'

/** When the recurring jobs run (UTC). Those once a day or a week also run after the worker was off at their time. */
const schedule = {
  'reconcile-payments': { at: '* * * * *' },
  'publish-scheduled-content': { at: '* * * * *' },
  'process-due-posts': { at: '* * * * *' },
  'collect-social-metrics': { at: '23 * * * *' },
  'poll-printful-orders': { at: '*/15 * * * *' },
  'resume-stale-syncs': { at: '* * * * *' },
  // Friday mornings, for a newsletter on the weekend; only a draft.
  'draft-weekly-digest': { at: '5 13 * * 5', backfill: true },
  'purge-expired': { at: '17 8 * * *', backfill: true },
  'clean-up-media': { at: '41 9 * * *', backfill: true },
  'renew-oauth-accounts': { at: '5 7 * * *', backfill: true },
  'refresh-view-counts': { at: '*/15 * * * *' },
  'refresh-new-badges': { at: '27 5 * * *', backfill: true },
} satisfies Partial<Record<JobName, { at: string; backfill?: true }>>

/** Runs of a recurring job share a queue of their own, so that they never overlap. */
const crontab = Object.entries<{ at: string; backfill?: true }>(schedule)
  .map(
    ([name, { at, backfill }]) =>
      `${at} ${name} ?${backfill ? 'fill=1d&' : ''}max=${maxJobAttempts}&jobKey=${name}&queue=${name}`,
  )
  .join('\n')

/** Slots by kind of work, so that a service that hangs holds up only its own kind. */
const isSyncJob = (name: string): boolean => name === 'run-sync'
const pools: { concurrency: number; includes: (name: string) => boolean }[] = [
  { concurrency: 2, includes: isPaymentJob },
  { concurrency: 2, includes: isEmailJob },
  { concurrency: 2, includes: isSyncJob },
  {
    concurrency: 3,
    includes: (name) => !isPaymentJob(name) && !isEmailJob(name) && !isSyncJob(name),
  },
]

/** The worker process: runs jobs from the queue in PostgreSQL until it is stopped, then finishes those it has. */
const start = async (): Promise<void> => {
  const payload = await getPayload({ config })
  if (!isDemoMode)
    await assertNoPublishedPasswords((text, values) => payload.db.pool.query(text, values))
  const events = new EventEmitter()
  let isStopping = false
  await startHeartbeat(payload, events, () => {
    if (isStopping) return
    payload.logger.error('The worker’s connection was lost; it restarts')
    process.exit(1)
  })
  const taskList = Object.entries(tasks(payload))
  const runners = await Promise.all(
    pools.map(({ concurrency, includes }, index) =>
      run({
        events,
        connectionString: env.DATABASE_URL,
        maxPoolSize: concurrency + 2,
        concurrency,
        pollInterval: Number(process.env.WORKER_POLL_MS || 1000),
        noHandleSignals: true,
        taskList: Object.fromEntries(taskList.filter(([name]) => includes(name))),
        ...(index === 0 ? { crontab } : { parsedCronItems: [] }),
      }),
    ),
  )
  // After a crash, sync runs resume at once and jobs within half a minute.
  await resumeStaleRuns(payload, 0)
  const release = (): void =>
    void releaseStaleJobs(payload).catch((error: unknown) =>
      payload.logger.error({ err: error }, 'Stale jobs could not be released'),
    )
  setInterval(release, 30_000)
  setTimeout(release, 11_000)
  console.log('worker ready')
  const stop = (): void => {
    isStopping = true
    void Promise.allSettled(runners.map((runner) => runner.stop())).then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  await Promise.all(runners.map(({ promise }) => promise))
}

start().catch((error: unknown) => {
  console.error(error instanceof CannotStartError ? error.message : error)
  process.exit(1)
})
