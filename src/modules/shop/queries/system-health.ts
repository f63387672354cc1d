import { readFileSync } from 'node:fs'

import { asc, count, desc, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { connections, social_accounts, webhook_events } from '@/payload-generated-schema'
import {
  isFailedJob,
  isRepeatedlyFailingJob,
  isUnattendedJob,
  isWaitingJob,
  lastScheduledAt,
  queuedJobs,
} from '@/platform/job-queue'
import { countWhere, isoDate } from '@/platform/paged-list'

export type SystemHealth = Awaited<ReturnType<typeof getSystemHealth>>
export type FailedJob = SystemHealth['failedJobs'][number]
/** Jobs that failed and will be tried again, by task and error. */
export type FailingJobs = SystemHealth['failing'][number]

const maxFailedJobs = 50
const maxFailingGroups = 20

/** Selects a column or expression as a column of a union. */
const text = (expression: SQL, name: string) => sql<string>`${expression}::text`.as(name)

const listConnections = ({ db }: Payload) =>
  db.drizzle
    .select({
      name: text(sql`${connections.provider}`, 'name'),
      kind: text(sql`'integration'`, 'kind'),
      isActive: connections.isActive,
      lastGoodAt: isoDate(connections.lastGoodAt).as('last_good_at'),
      lastError: connections.lastError,
      expiresAt: isoDate(connections.expiresAt).as('expires_at'),
    })
    .from(connections)
    .unionAll(
      db.drizzle
        .select({
          name: text(sql`${social_accounts.platform}`, 'name'),
          kind: text(sql`'posting'`, 'kind'),
          isActive: social_accounts.isActive,
          lastGoodAt: isoDate(social_accounts.lastSync).as('last_good_at'),
          lastError: social_accounts.lastError,
          expiresAt: isoDate(social_accounts.expiresAt).as('expires_at'),
        })
        .from(social_accounts),
    )
    .orderBy(sql`1, 2`)

/** Returns the state of the database, jobs, webhooks, and connections. Dates are ISO 8601. */
export async function getSystemHealth(payload: Payload) {
  const { drizzle } = payload.db
  const errorStart = sql<string>`left(${queuedJobs.lastError}, 200)`
  const [[facts], failedJobs, failing, webhooks, connectionRows] = await Promise.all([
    drizzle
      .select({
        databaseVersion: sql<string>`current_setting('server_version')`,
        databaseMegabytes: sql<number>`round(pg_database_size(current_database()) / 1048576.0)::integer`,
        /** When the worker last queued a recurring job; null if it never did. */
        workerSeenAt: lastScheduledAt(),
        waitingJobs: countWhere(isWaitingJob),
        lateJobs: countWhere(
          sql`${isWaitingJob} and ${isUnattendedJob} and ${queuedJobs.runAt} < now() - interval '5 minutes'`,
        ),
      })
      .from(queuedJobs),
    drizzle
      .select({
        id: sql<string>`${queuedJobs.id}::text`,
        task: queuedJobs.task,
        attempts: queuedJobs.attempts,
        lastError: sql<string>`coalesce(${queuedJobs.lastError}, '')`,
        createdAt: isoDate(queuedJobs.createdAt),
        runAt: isoDate(queuedJobs.runAt),
      })
      .from(queuedJobs)
      .where(isFailedJob)
      .orderBy(desc(queuedJobs.id))
      .limit(maxFailedJobs),
    drizzle
      .select({
        task: queuedJobs.task,
        jobs: count(),
        attempts: sql<number>`max(${queuedJobs.attempts})::integer`,
        lastError: errorStart,
        nextAt: sql<string>`min(${isoDate(queuedJobs.runAt)})`,
      })
      .from(queuedJobs)
      .where(isRepeatedlyFailingJob)
      .groupBy(queuedJobs.task, errorStart)
      .orderBy(desc(count()))
      .limit(maxFailingGroups),
    drizzle
      .select({
        provider: webhook_events.provider,
        lastAt: sql<string>`max(${isoDate(webhook_events.createdAt)})`,
        /** Not processed for longer than a healthy shop takes. */
        late: countWhere(
          sql`${webhook_events.status} = 'received' and ${webhook_events.createdAt} < now() - interval '5 minutes'`,
        ),
        failed: countWhere(sql`${webhook_events.status} = 'failed'`),
      })
      .from(webhook_events)
      .groupBy(webhook_events.provider)
      .orderBy(asc(webhook_events.provider)),
    listConnections(payload),
  ])
  if (!facts) throw new Error('The database returned nothing')
  return { ...facts, failedJobs, failing, webhooks, connections: connectionRows }
}

/** Returns the versions that package.json pins. */
export function getVersions(): { name: string; version: string }[] {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>
  }
  return [
    { name: 'Node', version: process.version.slice(1) },
    ...['next', 'payload', 'react'].map((name) => ({ name, version: dependencies[name] ?? '—' })),
  ]
}
