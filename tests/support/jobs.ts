import { runJob } from '@/jobs/tasks'
import type { JobName, JobPayloads } from '@/platform/job-queue'

import { getTestPayload, rowsOf, sql } from './payload'

/** Forgets the jobs of earlier tests, which would take long to run. */
export async function forgetWaitingJobs(): Promise<void> {
  await rowsOf(sql`delete from graphile_worker._private_jobs`)
}

/** Runs every pending job once, as the worker does. A failing job fails the test. */
export async function runWaitingJobs(): Promise<void> {
  const payload = await getTestPayload()
  const jobs = await rowsOf<{ id: string; name: JobName; payload: JobPayloads[JobName] }>(sql`
    delete from graphile_worker._private_jobs jobs using graphile_worker._private_tasks tasks
    where tasks.id = jobs.task_id returning jobs.id, tasks.identifier as name, jobs.payload`)
  for (const job of jobs.sort((one, other) => Number(one.id) - Number(other.id)))
    await runJob(payload, job.name, job.payload)
}
