import { EventEmitter } from 'node:events'

import config from '@payload-config'
import { run } from 'graphile-worker'
import { getPayload } from 'payload'

import { env, isDemoMode } from '@/platform/env'
import { resumeStaleRuns } from '@/platform/sync-engine'
import { assertNoPublishedPasswords, CannotStartError } from '@/seed/published-passwords'

import { releaseStaleJobs, startHeartbeat } from './heartbeat'
import { tasks } from './tasks'

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
  const runner = await run({
    events,
    connectionString: env.DATABASE_URL,
    concurrency: 4,
    pollInterval: Number(process.env.WORKER_POLL_MS || 1000),
    noHandleSignals: true,
    taskList: tasks(payload),
    crontab: [
      '* * * * * reconcile-payments ?jobKey=reconcile-payments',
      '* * * * * publish-scheduled-content ?jobKey=publish-scheduled-content',
      '* * * * * tend-social-posts ?jobKey=tend-social-posts',
      '23 * * * * count-social-figures ?jobKey=count-social-figures',
      '*/15 * * * * check-print-orders ?jobKey=check-print-orders',
      '* * * * * revive-runs ?jobKey=revive-runs',
      // Friday mornings, for a newsletter on the weekend; only a draft.
      '5 13 * * 5 draft-weekly-letter ?fill=1d&jobKey=draft-weekly-letter',
      '17 8 * * * forget-old ?fill=1d&jobKey=forget-old',
      '41 9 * * * sweep-media ?fill=1d&jobKey=sweep-media',
      '5 7 * * * renew-accounts ?fill=1d&jobKey=renew-accounts',
      '*/15 * * * * refresh-view-counts ?jobKey=refresh-view-counts',
      '27 5 * * * refresh-new-badges ?fill=1d&jobKey=refresh-new-badges',
    ].join('\n'),
  })
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
    void runner
      .stop()
      .catch(() => {})
      .then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  await runner.promise
}

start().catch((error: unknown) => {
  console.error(error instanceof CannotStartError ? error.message : error)
  process.exit(1)
})
