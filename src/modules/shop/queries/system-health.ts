import { readFileSync } from 'node:fs'

import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

export type FailedJob = {
  id: string
  task: string
  attempts: number
  lastError: string
  createdAt: string
  runAt: string
}
/** Work that fails and will be tried again, by kind and reason. */
export type FailingJobs = {
  task: string
  jobs: number
  attempts: number
  lastError: string
  nextAt: string
}
export type SystemHealth = {
  databaseVersion: string
  databaseMegabytes: number
  /** When the worker last did its round of every minute; null when it never did. */
  workerSeenAt: string | null
  waitingJobs: number
  lateJobs: number
  failedJobs: FailedJob[]
  failing: FailingJobs[]
  webhooks: { provider: string; lastAt: string; unprocessed: number; failed: number }[]
  connections: {
    name: string
    isActive: boolean
    lastGoodAt: string | null
    lastError: string | null
    expiresAt: string | null
  }[]
}

const iso = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
const shown = 50

/** Failed twice at least and not given up: once is a hiccup. */
export const isRepeatedlyFailing = sql`attempts between 2 and max_attempts - 1 and last_error is not null`

/** How the parts of the shop are, as far as the database knows; one round of small statements. */
export async function getSystemHealth(payload: Payload): Promise<SystemHealth> {
  const run = async <Row>(query: ReturnType<typeof sql>): Promise<Row[]> =>
    (await payload.db.drizzle.execute(query)).rows as unknown as Row[]
  const [facts, failedJobs, failing, webhooks, connections] = await Promise.all([
    run<Omit<SystemHealth, 'failedJobs' | 'failing' | 'webhooks' | 'connections'>>(sql`select
      current_setting('server_version') as "databaseVersion", round(pg_database_size(current_database()) / 1048576.0)::integer as "databaseMegabytes",
      (select ${iso('max(last_execution)')} from graphile_worker._private_known_crontabs) as "workerSeenAt",
      (select count(*)::integer from graphile_worker._private_jobs where attempts < max_attempts) as "waitingJobs",
      (select count(*)::integer from graphile_worker._private_jobs where attempts < max_attempts and run_at < now() - interval '5 minutes') as "lateJobs"`),
    run<FailedJob>(sql`
      select j.id::text as id, t.identifier as task, j.attempts::integer as attempts, coalesce(j.last_error, '') as "lastError", ${iso('j.created_at')} as "createdAt", ${iso('j.run_at')} as "runAt"
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where j.attempts >= j.max_attempts order by j.id desc limit ${shown}`),
    run<FailingJobs>(sql`
      select t.identifier as task, count(*)::integer as jobs, max(j.attempts)::integer as attempts, left(j.last_error, 200) as "lastError", ${iso('min(j.run_at)')} as "nextAt"
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where ${isRepeatedlyFailing} group by t.identifier, left(j.last_error, 200) order by count(*) desc limit 20`),
    run<SystemHealth['webhooks'][number]>(sql`
      select provider, ${iso('max(created_at)')} as "lastAt", count(*) filter (where status = 'received')::integer as unprocessed, count(*) filter (where status = 'failed')::integer as failed
      from webhook_events group by provider order by provider`),
    run<SystemHealth['connections'][number]>(sql`
      select provider::text as name, is_active as "isActive", ${iso('last_good_at')} as "lastGoodAt", last_error as "lastError", ${iso('expires_at')} as "expiresAt" from connections
      union all select platform::text, is_active, ${iso('last_sync')}, last_error, ${iso('expires_at')} from social_accounts order by 1`),
  ])
  if (!facts[0]) throw new Error('The database did not answer')
  return { ...facts[0], failedJobs, failing, webhooks, connections }
}

/** What the shop runs on, as package.json pins it. */
export function getVersions(): { name: string; version: string }[] {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>
  }
  return [
    { name: 'Node', version: process.version.slice(1) },
    ...['next', 'payload', 'react'].map((name) => ({ name, version: dependencies[name] ?? '—' })),
  ]
}
