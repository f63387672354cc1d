import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { jest } from '@jest/globals'
import { makePerson, makeProduct } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql, withoutTimeLimit } from '@tests/support/payload'
import { connectPrintful, forgetPrintful } from '@tests/support/printful'
import { runCommand, settingsOfTest } from '@tests/support/programs/commands'
import { startInternet } from '@tests/support/programs/internet'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'
import { turnOnTwoStep } from '@tests/support/second-factor'

import { migrations } from '@/migrations'
import {
  confirmationsKey,
  getConfirmedSubject,
  readStoredConfirmations,
} from '@/modules/go-live/queries/confirmations'
import { confirmableChecks } from '@/modules/go-live/rules/checks'
import { hasSecurityFixes } from '@/modules/go-live/rules/node-version.mjs'
import { env } from '@/platform/env'
import { demoPeople } from '@/seed/demo-people'
import { addUser } from '@/seed/users'

// The programs that this test starts derive passwords with all rounds.
delete process.env.PASSWORD_ROUNDS

// Each run of the command takes seconds, and much longer while the machine is busy.
jest.setTimeout(600_000)

const sandbox = useSandbox()
let folder = ''

/** Makes a shop that is ready to open, as far as a test can: without PayPal itself, a domain, and its DNS records. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dayfern-doctor-'))
  const payload = await getTestPayload()
  const owner = await makePerson('super_admin')
  await turnOnTwoStep(owner)
  await makeProduct({ printfulProductId: 'pf-77' })
  await connectPrintful()
  expect((await call('POST', '/api/admin/printful/webhook', { as: owner })).status).toBe(200)
  const settings = {
    contactEmail: 'hello@fern.shop',
    postalAddress: '18 Alder Lane, Ojai, CA 93023',
    taxStates: ['CA'],
  }
  expect((await call('PUT', '/api/admin/settings', { as: owner, body: settings })).status).toBe(200)
  for (const name of confirmableChecks)
    await payload.kv.set(confirmationsKey, {
      ...(await readStoredConfirmations(payload)),
      [name]: { at: new Date().toISOString(), subject: await getConfirmedSubject(payload, name) },
    })
  await rowsOf(
    sql`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution) values ('doctor', now(), now())`,
  )
  await rowsOf(sql`insert into audit_events (action, actor_role) values ('backup.made', 'system')`)
})
afterAll(async () => {
  await withoutTimeLimit('delete from graphile_worker._private_known_crontabs')
  await forgetPrintful()
  await rm(folder, { recursive: true })
})

const backups = () => ({ BACKUP_DIR: folder, BACKUP_PASSPHRASE: 'walk the long way home' })
/** What to do: the title of each check with its detail and, in the next line, what to do. */
const todo = (stdout: string): Map<string, string> =>
  new Map(
    [...stdout.matchAll(/^ {2}(?:PROBLEM|CONFIRM) +([^:]+): (.*(?:\n {11}.*)?)/gm)].map(
      ([, title = '', text = '']) => [title, text.replace(/\s+/g, ' ')],
    ),
  )
/** Checks that can't pass in a test: a domain, PayPal itself, and what this machine lacks. */
const notHere = (): string[] => [
  'Real payments',
  'Sender’s domain',
  'Web address',
  ...(hasSecurityFixes(process.versions.node) ? [] : ['Node']),
]
/**
 * Expects the free space to be judged by the figure that is printed with it. What other tests write at the
 * same time may move it across a limit at any moment, so the disk isn't measured here.
 */
const expectDiskIsJudged = (stdout: string): void => {
  const [line, result = '', gigabytes = ''] =
    /^ {2}(\w+) +Disk space: .* has ([\d.]+) GB free\./m.exec(stdout) ?? []
  const free = Number(gigabytes)
  expect(line).toBeDefined()
  if (free < 1) expect(result).toBe('PROBLEM')
  if (free > 1 && free < 5) expect(result).toBe('advice')
  if (free > 5) expect(result).toBe('ok')
}
const expectNoSecrets = (output: string, secrets: Record<string, string>): void => {
  for (const [name, secret] of Object.entries(secrets))
    expect({ name, isPrinted: output.includes(secret) }).toEqual({ name, isPrinted: false })
}

it('finds nothing to do in a shop that is ready, except what a test can’t have, and prints no secret', async () => {
  const { code, stdout, stderr } = await runCommand('doctor', { settings: backups() })
  expect(stderr).toBe('')
  expectDiskIsJudged(stdout)
  expect([...todo(stdout).keys()].filter((title) => title !== 'Disk space')).toEqual(notHere())
  for (const title of [
    'Email server',
    'Database',
    'Worker',
    'Secret key',
    'Uploaded files',
    'Backups',
    'Printful',
  ])
    expect(stdout).toMatch(new RegExp(`^  (ok|advice) +${title}: `, 'm'))
  expect(code).toBe(1)
  expect(stdout).toMatch(/\n\nThe shop isn’t ready to open yet\.\n$/)
  const { PAYLOAD_SECRET = '', DATABASE_URL = '' } = settingsOfTest()
  expectNoSecrets(stdout, {
    PAYLOAD_SECRET,
    databasePassword: new URL(DATABASE_URL).password,
    payPalSecret: 'sandbox-secret',
    printfulToken: 'sandbox-printful-token',
    passphrase: backups().BACKUP_PASSPHRASE,
  })
})

it('ends with 0 in a live shop that is ready to open', async () => {
  await sandbox.webhooks({ url: 'https://fern.shop/api/webhooks/paypal' })
  const replaced = jest.replaceProperty(env, 'TRUSTED_PROXIES', 1)
  const internet = await startInternet(
    folder,
    {
      'api-m.paypal.com': async (request) => {
        const { pathname, search } = new URL(request.url)
        return fetch(new Request(`${env.PAYPAL_BASE_URL}${pathname}${search}`, request))
      },
      'fern.shop': async ({ method, url, headers }) => {
        const { pathname, search } = new URL(url)
        const forwardedFor = `${headers.get('x-forwarded-for')}, 203.0.113.9`
        const { status, body } = await call(method, `${pathname}${search}`, {
          headers: { 'x-forwarded-for': forwardedFor },
        })
        return Response.json(body, { status })
      },
    },
    {
      'fern.shop': 'v=spf1 mx -all',
      '_dmarc.fern.shop': 'v=DMARC1; p=reject',
      'mail._domainkey.fern.shop': 'v=DKIM1; p=MIIBIjANBg',
    },
  )
  const live = { PAYPAL_ENVIRONMENT: 'live', SERVER_URL: 'https://fern.shop' }
  const sender = { MAIL_FROM: 'Fern <hello@fern.shop>' }
  const payload = await getTestPayload()
  const stored = await readStoredConfirmations(payload)
  const subject = `${new URL(settingsOfTest().SMTP_URL ?? '').host} ${sender.MAIL_FROM}`
  await payload.kv.set(confirmationsKey, {
    ...stored,
    'email-received': { at: new Date().toISOString(), subject },
  })
  try {
    const { code, stdout, stderr } = await runCommand('doctor', {
      settings: { ...backups(), ...internet.settings, ...live, ...sender },
    })
    expect([stderr, [...todo(stdout).entries()]]).toEqual(['', []])
    expect(stdout).toMatch(/\n\nThe shop is ready to open\.\n$/)
    expect(stdout).toContain('passes through 1 proxy, as TRUSTED_PROXIES says.')
    expect(code).toBe(0)
  } finally {
    replaced.restore()
    internet.stop()
    await payload.kv.set(confirmationsKey, stored)
  }
})

it('names each problem and what to do about it, and prints no secret', async () => {
  const [june] = demoPeople
  if (june) await addUser(await getTestPayload(), june)
  await rowsOf(
    sql`update graphile_worker._private_known_crontabs set last_execution = now() - interval '6 minutes'`,
  )
  await rowsOf(
    sql`insert into audit_events (action, actor_role, details, created_at) values ('backup.failed', 'system', '{"reason": "The disk is full."}', now() + interval '1 second')`,
  )
  const file = path.join(folder, 'a-file')
  await writeFile(file, '')
  const planted = {
    UPLOADS_DIR: path.join(file, 'uploads'),
    SMTP_URL: 'smtp://fern:secret-of-the-mail-server@127.0.0.1:1',
    PAYLOAD_SECRET: 'another secret than the one before, 0123',
  }
  const { code, stdout, stderr } = await runCommand('doctor', {
    settings: { ...backups(), ...planted },
  })
  expect([code, stderr]).toEqual([1, ''])
  const found = todo(stdout)
  for (const [title, text] of [
    ['Email server', /ECONNREFUSED.* Check SMTP_URL/],
    ['Worker', /hasn’t run in the last 5 minutes.* Start the worker/],
    [
      'Uploaded files',
      /Files can’t be stored: ENOTDIR.* Allow the shop’s user to write to UPLOADS_DIR\./,
    ],
    [
      'Backups',
      /The last run failed: The disk is full\. Fix that, and run "npm run backup" again\./,
    ],
    [
      'Secret key',
      /PAYLOAD_SECRET has changed: 2 of 2 stored keys can’t be read\. Set the earlier PAYLOAD_SECRET/,
    ],
    ['Printful', /Nothing can be printed yet\. Connect your Printful store\./],
    ['Two-step verification', /1 super admin hasn’t turned it on\. Turn it on/],
    [
      'Demo',
      /These accounts still use a demo password: june\. Stop the shop and run "npm run go-live"\./,
    ],
  ] as const)
    expect([title, found.get(title)]).toEqual([title, expect.stringMatching(text)])
  expectNoSecrets(stdout, {
    PAYLOAD_SECRET: planted.PAYLOAD_SECRET,
    mailPassword: 'secret-of-the-mail-server',
    demoPassword: june?.password ?? '',
  })
})

it('measures the disk of a folder that nothing was stored in yet', async () => {
  const BACKUP_DIR = path.join(folder, 'not', 'yet')
  const { stdout } = await runCommand('doctor', { settings: { ...backups(), BACKUP_DIR } })
  expectDiskIsJudged(stdout)
})

it('says how to migrate a database that lacks the newest migration', async () => {
  const newest = migrations.at(-1)?.name ?? ''
  await rowsOf(sql`update payload_migrations set name = 'not yet' where name = ${newest}`)
  try {
    expect(await runCommand('doctor')).toEqual({
      code: 2,
      stdout: '',
      stderr: `The database doesn’t have the migration ${newest}. Run dist/prepare.mjs (npm start does), then this again.\n`,
    })
  } finally {
    await rowsOf(sql`update payload_migrations set name = ${newest} where name = 'not yet'`)
  }
})

it('says that the database can’t be reached, without its password', async () => {
  const settings = { DATABASE_URL: 'postgres://fern:secret-of-the-database@127.0.0.1:1/shop' }
  expect(await runCommand('doctor', { settings })).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'Error: cannot connect to Postgres: connect ECONNREFUSED 127.0.0.1:1\nCheck DATABASE_URL and that PostgreSQL is running.\n',
  })
})

it('names settings that are missing or wrong, without their values', async () => {
  const missing = await runCommand('doctor', { settings: { SERVER_URL: '' } })
  expect([missing.code, missing.stdout]).toEqual([2, ''])
  expect(missing.stderr).toContain('Set DATABASE_URL and SERVER_URL')
  const settings = { PAYLOAD_SECRET: 'too-short-a-secret', PAYPAL_CLIENT_ID: '' }
  const wrong = await runCommand('doctor', { settings })
  expect(wrong.code).not.toBe(0)
  expect(wrong.stderr).toContain('PAYLOAD_SECRET: must have at least 32 characters')
  expect(wrong.stderr).toContain('PAYPAL_CLIENT_ID: ')
  expect(wrong.stderr).not.toContain(settings.PAYLOAD_SECRET)
})
