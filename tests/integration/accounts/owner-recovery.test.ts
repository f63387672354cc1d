import { jest } from '@jest/globals'
import { databaseFingerprint } from '@tests/support/database-snapshot'
import { makePerson, type TestPerson } from '@tests/support/factories'
import { createAuthenticator } from '@tests/support/passkeys/authenticator'
import { addPasskey } from '@tests/support/passkeys/calls'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { runCommand } from '@tests/support/programs/commands'
import { call } from '@tests/support/request'
import { turnOnTwoStep } from '@tests/support/second-factor'

import { env } from '@/platform/env'
import { withTransaction } from '@/platform/transaction'

// Each run of the command takes seconds, and much longer while the machine is busy.
jest.setTimeout(600_000)

const newPassword = 'nine quiet rivers'
let owner: TestPerson

beforeAll(async () => {
  await getTestPayload()
  owner = await makePerson('super_admin')
})

const isSignedIn = async (): Promise<boolean> =>
  (await call('GET', '/api/auth/user', { as: owner })).status === 200
const openLink = (output: string) =>
  call('POST', '/api/auth/reset', {
    body: { token: /token=([\w-]{43})\s*$/.exec(output)?.[1] ?? '', password: newPassword },
  })
const countOf = async (table: 'second_factors' | 'passkeys'): Promise<number> =>
  (await rowsOf(sql`select 1 from ${sql.raw(table)} where user_id = ${owner.user.id}`)).length
const auditOf = () =>
  rowsOf<{ action: string; actor: number | null }>(
    sql`select action, actor_id as actor from audit_events
        where subject_type = 'user' and subject_id = ${String(owner.user.id)} order by id`,
  )

it('gives the owner access once, with a new password and without the lost second factor', async () => {
  await turnOnTwoStep(owner)
  expect((await addPasskey(owner, createAuthenticator())).status).toBe(201)
  const before = await auditOf()

  const { code, stdout, stderr } = await runCommand('owner-recovery')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain(
    `Open this link to set a new password for ${owner.user.username}. It works once, for 1 hour, and turns off two-step verification:\n${env.SERVER_URL}/auth/reset?token=`,
  )
  expect((await auditOf()).slice(before.length)).toEqual([
    { action: 'user.owner_recovery_made', actor: null },
  ])
  expect(await isSignedIn()).toBe(true)
  expect([await countOf('second_factors'), await countOf('passkeys')]).toEqual([1, 1])

  expect((await openLink(stdout)).status).toBe(200)
  expect((await openLink(stdout)).status).toBe(410)

  expect(await isSignedIn()).toBe(false)
  expect([await countOf('second_factors'), await countOf('passkeys')]).toEqual([0, 0])
  expect((await auditOf()).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['user.password_changed', 'user.second_factor_off']),
  )
  const signIn = await call('POST', '/api/auth/local', {
    body: { username: owner.user.username, password: newPassword },
  })
  expect(signIn).toMatchObject({ status: 200, body: { ok: true } })
})

it('says how to name the owner, and changes nothing, if the arguments fit nobody or several', async () => {
  const other = await makePerson('super_admin')
  const admin = await makePerson('admin')
  const names = `${owner.user.username}, ${other.user.username}`
  const before = await databaseFingerprint()
  const refusalOf = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCommand('owner-recovery', { args })
    expect([code, stdout]).toEqual([1, ''])
    return stderr
  }
  expect(await refusalOf()).toBe(`Add the username: npm run owner-recovery -- <${names}>\n`)
  for (const args of [[admin.user.username], [owner.user.username, other.user.username]])
    expect(await refusalOf(...args)).toBe(
      `No active super admin has that username. Active super admins: ${names}\n`,
    )
  expect(await databaseFingerprint()).toBe(before)
})

it('names a command that creates an owner if there is none', async () => {
  await withTransaction(await getTestPayload(), async (_, tx) => {
    await tx.execute(sql`select set_config('app.role_change', '1', true)`)
    await tx.execute(sql`update users set is_active = false where role = 'super_admin'`)
  })
  const { code, stderr } = await runCommand('owner-recovery')
  expect([code, stderr]).toEqual([
    1,
    'There’s no active super admin. Run "npm run go-live": it creates an owner.\n',
  ])
})

it('says that the database rejected the password, without showing it', async () => {
  const address = new URL(env.DATABASE_URL)
  address.password = 'not-the-password'
  expect(await runCommand('owner-recovery', { settings: { DATABASE_URL: address.href } })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The database in DATABASE_URL rejected the username or password.\n',
  })
})
