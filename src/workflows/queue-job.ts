import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'
import type { JobName, JobPayloads } from '../jobs/names'
import type { Tx } from '../transaction'

type Database = Tx | Payload['db']['drizzle']

/**
 * Puts a job into the queue, inside the caller's transaction when given its handle: it exists exactly when the
 * change exists. A job with the same key that is still waiting is replaced.
 */
export const queueJob = async <Name extends JobName>(
  db: Database, name: Name, payload: JobPayloads[Name], options: { key: string; delaySeconds?: number },
): Promise<void> => {
  await db.execute(sql`select graphile_worker.add_job(
    identifier => ${name}, payload => ${JSON.stringify(payload)}::json, job_key => ${options.key}, max_attempts => 12,
    run_at => now() + make_interval(secs => ${options.delaySeconds ?? 0}))`)
}
