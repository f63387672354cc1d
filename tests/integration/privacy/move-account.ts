import { randomUUID } from 'node:crypto'

import type { TestPerson } from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { call } from '@tests/support/request'
import type { useSandbox } from '@tests/support/sandbox'

/** Changes the email address of an account and confirms it. @returns the new address */
export async function moveAccount(
  sandbox: ReturnType<typeof useSandbox>,
  person: TestPerson,
  email = `moved-${randomUUID()}@example.com`,
): Promise<string> {
  const body = { email, currentPassword: person.password }
  await call('POST', '/api/account/email', { as: person, body })
  await runWaitingJobs()
  const [mail] = await sandbox.mails(email)
  const token = /\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1]
  const { status } = await call('POST', '/api/auth/verify', { as: person, body: { token } })
  if (status !== 200) throw new Error(`The address was not confirmed: ${status}`)
  return email
}
