import { jest } from '@jest/globals'
import { databaseFingerprint } from '@tests/support/database-snapshot'
import { makePerson, makeProduct, sessionCookie } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { runCommand, runProgram, settingsOfTest } from '@tests/support/programs/commands'
import { call } from '@tests/support/request'

import { env } from '@/platform/env'
import { seedProducts } from '@/seed/catalog/products'
import { demoPeople } from '@/seed/demo-people'
import { addUser } from '@/seed/users'

import { bundled } from '../../../scripts/bundle.mjs'

const { programFlags } = await import('../../../scripts/child-processes.mjs')

// The programs that this test starts derive passwords with all rounds.
delete process.env.PASSWORD_ROUNDS

// Each run of the command takes seconds, and much longer while the machine is busy.
jest.setTimeout(600_000)

const newPassword = 'nine quiet rivers'
let june = ''

/** Makes the parts of a demo shop that count here; `remove-demo-data.test.ts` has a whole one. */
beforeAll(async () => {
  const payload = await getTestPayload()
  for (const person of demoPeople) await addUser(payload, person)
  await makeProduct({ slug: seedProducts[0]?.slug, name: 'A tee of the demo' })
  await makeProduct({ name: 'The owner’s own tee' })
  await makeOrder({ paypalEnvironment: 'demo' })
  const [{ id } = { id: 0 }] = await rowsOf<{ id: number }>(
    sql`select id from users where username = 'june'`,
  )
  june = await sessionCookie(id)
})
beforeEach(() => rowsOf(sql`truncate rate_limits`))

const goLive = (args: string[], input = '') =>
  runCommand('go-live', { args, input, settings: { OWNER_EMAIL: 'ada@fern.shop' } })
const signIn = (username: string, password: string) =>
  call('POST', '/api/auth/local', { body: { username, password } })
const signedInAsJune = async (): Promise<boolean> =>
  (await call('GET', '/api/auth/user', { headers: { cookie: june } })).status === 200
const auditedActions = async (): Promise<string[]> =>
  (
    await rowsOf<{ action: string }>(
      sql`select action from audit_events where actor_id is null and action in ('shop.demo_removed', 'user.deactivated') order by id`,
    )
  ).map(({ action }) => action)

it.each([
  ['something else', 'yes\n'],
  ['nothing', ''],
])('says what it would remove, and changes nothing after %s was typed', async (_, input) => {
  const before = await databaseFingerprint()
  const { code, stdout, stderr } = await goLive(['--keep-articles'], input)
  expect([code, stderr]).toEqual([1, ''])
  expect(stdout).toContain('It can’t be undone, so make a backup first.')
  expect(stdout).toContain('Demo products are deleted (--keep-products keeps them as drafts).')
  expect(stdout).toContain('Demo articles are kept as drafts.')
  expect(stdout).toMatch(/Type "go live" to continue: \s*Nothing was changed\.\n$/)
  expect(await databaseFingerprint()).toBe(before)
})

it('asks in the built program, too, and changes nothing without an answer', async () => {
  const before = await databaseFingerprint()
  const program = await bundled('src/seed/go-live.ts')
  const { code, stdout, stderr } = await runProgram(
    [...programFlags, program, '--sandbox-orders'],
    settingsOfTest(),
  )
  expect([code, stderr]).toEqual([1, ''])
  expect(stdout).toContain('Orders that were paid in PayPal’s sandbox are deleted.')
  expect(stdout).toMatch(/Type "go live" to continue: \s*Nothing was changed\.\n$/)
  expect(await databaseFingerprint()).toBe(before)
})

it('names a wrong option or setting, and changes nothing', async () => {
  const before = await databaseFingerprint()
  const mistyped = await goLive(['--yes', '--keep-product'])
  expect(mistyped).toMatchObject({ code: 1, stdout: '' })
  expect(mistyped.stderr).toContain("Unknown option '--keep-product'")
  const badSetting = await runCommand('go-live', {
    args: ['--yes'],
    settings: { OWNER_EMAIL: 'ada', SHOP_TIME_ZONE: 'Eastern' },
  })
  expect(badSetting).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'The environment settings are incomplete. See .env.example.\n  SHOP_TIME_ZONE: must be an IANA name, such as America/Chicago\n  OWNER_EMAIL: Invalid email address\n',
  })
  expect(await databaseFingerprint()).toBe(before)
})

it('removes the demo, turns off its people, and lets the owner in; running it again is safe', async () => {
  expect(await signedInAsJune()).toBe(true)
  const { user: stranger } = await makePerson('admin')
  const first = await goLive([], 'go live\n')
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout).toContain('Removed: 1 order, 1 product, ')
  expect(first.stdout).toContain(
    'Turned off: june, marisol, edie, wren. They’re signed out everywhere and can’t sign in again.',
  )
  expect(first.stdout).toContain(
    `Staff who can sign in: ${stranger.username} (Admin). If you don’t know someone, deactivate them under Users.\n`,
  )
  expect(await rowsOf(sql`select name from products`)).toEqual([{ name: 'The owner’s own tee' }])
  expect(await rowsOf(sql`select id from orders`)).toEqual([])
  expect(await signedInAsJune()).toBe(false)
  for (const { username, password } of demoPeople)
    expect((await signIn(username, password)).status).toBe(401)
  expect(await auditedActions()).toEqual([
    ...demoPeople.map(() => 'user.deactivated'),
    'shop.demo_removed',
  ])

  const [, link = '', token = ''] =
    /Owner account: owner\nStart the shop, and choose .*\n(.*\/auth\/reset\?token=([\w-]{43}))\n/.exec(
      first.stdout,
    ) ?? []
  expect(link).toBe(`${env.SERVER_URL}/auth/reset?token=${token}`)
  const open = () => call('POST', '/api/auth/reset', { body: { token, password: newPassword } })
  expect((await open()).status).toBe(200)
  expect((await open()).status).toBe(410)
  expect(await rowsOf(sql`select email, role from users where username = 'owner'`)).toEqual([
    { email: 'ada@fern.shop', role: 'super_admin' },
  ])

  const again = await goLive(['--yes'])
  expect(again).toMatchObject({ code: 0, stderr: '' })
  expect(again.stdout).toContain('Removed: 0 orders, 0 products, ')
  expect(again.stdout).toContain('No account uses a demo password.')
  expect(again.stdout).toContain('There’s no demo in this shop')
  expect(again.stdout).toContain(`${stranger.username} (Admin), owner (Super Admin).`)
  expect(again.stdout).not.toContain('token=')
  expect(
    (await rowsOf(sql`select id from users where role = 'super_admin' and is_active`)).length,
  ).toBe(1)
  expect((await signIn('owner', newPassword)).status).toBe(200)
})

it('prints links with the port of the shop if no address is set', async () => {
  const { code, stdout } = await runCommand('owner-recovery', {
    args: ['owner'],
    settings: { SERVER_URL: '', PORT: '4321' },
  })
  expect(code).toBe(0)
  expect(stdout).toContain('http://localhost:4321/auth/reset?token=')
})
