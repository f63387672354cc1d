import type { TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

import { runJob } from '@/jobs/tasks'
import { purgeExpired } from '@/modules/privacy/actions/purge-expired'
import { dataRequestUrl } from '@/modules/privacy/data-request-links'

export type Request = {
  id: number
  code: string
  status: string
  user_id: number | null
  email: string | null
  note: string | null
  full_name: string | null
}
export function requestsOf(where: ReturnType<typeof sql>) {
  return rowsOf<Request>(sql`select * from data_requests where ${where} order by id`)
}
export async function requestOf(code: string) {
  return (await requestsOf(sql`code = ${code}`))[0]
}
export async function requestOfUser(id: number) {
  return (await requestsOf(sql`user_id = ${id}`)).at(-1)
}
export function keyOf(code: string): string {
  return new URL(dataRequestUrl(code)).searchParams.get('key') ?? ''
}

/** Requests the deletion from the account, with the user’s password by default. */
export function ask(
  person: TestPerson,
  body: Record<string, unknown> = { currentPassword: person.password },
) {
  return call<{ code: string; status: string }>('POST', '/api/account/deletion', {
    as: person,
    body,
  })
}
export function form(email: string, more: Record<string, unknown> = {}) {
  return call('POST', '/api/privacy/deletion-requests', {
    body: { fullName: 'Wren Okafor', email, ...more },
  })
}
export function letTimePass(code: string) {
  return rowsOf(
    sql`update data_requests set erase_after = now() - interval '1 minute' where code = ${code}`,
  )
}

const ours = [
  'send-data-request-received',
  'send-deletion-withdrawn',
  'send-deletion-completed',
  'erase-user',
]

/** Runs the jobs of deletion requests in order until none is left, as the worker does. */
export async function work(): Promise<void> {
  const payload = await getTestPayload()
  for (let round = 0; round < 5; round += 1) {
    const jobs = await rowsOf<{ id: string; name: string; payload: { requestId: number } }>(sql`
      select jobs.id, tasks.identifier as name, jobs.payload from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      where tasks.identifier in (select json_array_elements_text(${JSON.stringify(ours)}::json)) order by jobs.id`)
    if (jobs.length === 0) return
    for (const job of jobs) {
      await runJob(payload, job.name as 'erase-user', job.payload)
      await rowsOf(sql`delete from graphile_worker._private_jobs where id = ${job.id}`)
    }
  }
}

/** Runs the nightly cleanup and the resulting jobs. */
export async function night(): Promise<void> {
  await purgeExpired(await getTestPayload())
  await work()
}
