import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { chmod, cp, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

import { jest } from '@jest/globals'
import {
  asServerUser,
  type Clusters,
  debianPostgres,
  prepareClusters,
} from '@tests/support/programs/debian-postgres'
import { bucketOfSandbox, useSandbox } from '@tests/support/sandbox'
import pg from 'pg'

import { bundled } from '../../../scripts/bundle.mjs'

useSandbox()
const execute = promisify(execFile)
const drill = debianPostgres ? describe : describe.skip

type Programs = Record<'backup' | 'restore' | 'archive-wal', string>
type Run = { code: number; stdout: string; stderr: string }

let clusters: Clusters
let programs: Programs
let recipient = ''

const settings = () => {
  const { endpoint, bucket, accessKeyId, secretAccessKey } = bucketOfSandbox()
  return {
    PATH: process.env.PATH ?? '',
    DATABASE_URL: clusters.url('shop'),
    UPLOADS_DIR: clusters.at('uploads'),
    BACKUP_DIR: clusters.at('backups'),
    BACKUP_ENDPOINT: endpoint,
    BACKUP_BUCKET: bucket,
    BACKUP_ACCESS_KEY_ID: accessKeyId,
    BACKUP_SECRET_ACCESS_KEY: secretAccessKey,
    BACKUP_PASSPHRASE: 'walk the long way home',
    BACKUP_REPLICATION_URL: clusters.url('postgres'),
    BACKUP_WAL_RECIPIENT: recipient,
  }
}
const asVariables = (env: Record<string, string>): string[] =>
  Object.entries(env).map(([name, value]) => `${name}=${value}`)

/** Runs a program as the user that runs PostgreSQL. */
const run = async (
  program: keyof Programs,
  args: string[] = [],
  { env = {}, cwd = '/' }: { env?: Record<string, string>; cwd?: string } = {},
): Promise<Run> => {
  const command = ['env', ...asVariables({ ...settings(), ...env }), process.execPath]
  const flags = ['--enable-source-maps', '--conditions=production', programs[program]]
  try {
    return {
      code: 0,
      ...(await execute(...asServerUser([...command, ...flags, ...args]), { cwd })),
    }
  } catch (error) {
    const { code, stdout, stderr } = error as Run
    return { code, stdout, stderr }
  }
}

/** Writes rows until the server is gone. Returns the ids whose commit was confirmed. */
const startWriter = () => {
  const confirmed: number[] = []
  const client = new pg.Client({ connectionString: clusters.url('shop') })
  client.on('error', () => undefined)
  const finished = (async () => {
    await client.connect()
    try {
      for (;;) {
        const { rows } = await client.query<{ id: number }>(
          'insert into orders (note) select md5(random()::text) returning id',
        )
        confirmed.push(rows[0]?.id ?? 0)
      }
    } catch {
      // The server was killed.
    }
  })()
  return { confirmed, finished }
}

const until = async (isReached: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isReached())) await new Promise((resolve) => setTimeout(resolve, 50))
}
/** Resolves after everything written so far has been archived. */
const archiveEverything = async (): Promise<void> => {
  const [row] = await clusters.query<{ segment: string }>(
    'shop',
    'select pg_walfile_name(pg_switch_wal()) as segment',
  )
  await until(async () => {
    const [archiver] = await clusters.query<{ last: string | null }>(
      'shop',
      `select last_archived_wal as last from pg_stat_archiver`,
    )
    return (
      archiver?.last?.slice(0, 24) === row?.segment || (archiver?.last ?? '') > (row?.segment ?? '')
    )
  })
}
const archivedFiles = () =>
  readdirSync(clusters.at('backups', 'wal'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()

// Each test runs several programs, and decrypting with a passphrase takes a second of CPU by
// design.
jest.setTimeout(600_000)

drill('point-in-time recovery', () => {
  let confirmedBefore: number[]
  let writer: ReturnType<typeof startWriter>
  let betweenTime: string
  let betweenIds: number[]

  beforeAll(async () => {
    const [backup, restore, archive] = [
      await bundled('src/jobs/backup.ts'),
      await bundled('src/jobs/restore.ts'),
      await bundled('src/jobs/archive-wal.ts'),
    ]
    programs = { backup, restore, 'archive-wal': archive }
    clusters = await prepareClusters()
    for (const folder of ['backups', 'uploads', 'recovered']) {
      await mkdir(clusters.at(folder))
      await chmod(clusters.at(folder), 0o777)
    }
    clusters.create('primary')
    await clusters.query('postgres', 'create database shop')
    await clusters.query(
      'shop',
      `create table users (id integer primary key, name text);
       insert into users values (1, 'Wren'), (2, 'Sol');
       create table orders (id serial primary key, note text);
       create sequence order_numbers start 1001;
       create table audit_events (action text, details jsonb, actor_role text, created_at timestamptz default now());
       create table data_requests (code text, source text, status text, user_id integer, received_at timestamptz, acknowledge_by timestamptz,
         acknowledged_at timestamptz, verify_by timestamptz, verified_at timestamptz, complete_by timestamptz, erase_after timestamptz);
       create schema graphile_worker;
       create table graphile_worker.added (name text, payload json);
       create function graphile_worker.add_job(text, json) returns void language sql as 'insert into graphile_worker.added values ($1, $2)'`,
    )
  })
  afterAll(() => {
    clusters.remove()
  })

  it('starts with a verified base backup and a key for the archive', async () => {
    const { code, stdout, stderr } = await run('backup')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/Base backup: [\d.]+ MB, every file checked\./)
    recipient = /BACKUP_WAL_RECIPIENT=(age1\w+)/.exec(stdout)?.[1] ?? ''
    expect(recipient).not.toBe('')
  })

  it('archives encrypted segments in the backup folder', async () => {
    clusters.stop('primary')
    clusters.start('primary', { archive_mode: 'on' })
    const command = [
      'env',
      ...asVariables({ ...settings(), BACKUP_PASSPHRASE: '', DATABASE_URL: '' }),
      process.execPath,
      programs['archive-wal'],
      '%p',
      '%f',
    ]
    await clusters.query(
      'shop',
      `alter system set archive_command = ${pg.escapeLiteral(command.map((part) => `"${part}"`).join(' '))}`,
    )
    await clusters.query('shop', 'select pg_reload_conf()')
    await clusters.query('shop', `insert into orders (note) values ('a note of Wren')`)
    await archiveEverything()
    expect(archivedFiles().length).toBeGreaterThan(0)
    for (const file of archivedFiles()) expect(file).toMatch(/\.gz\.age$/)
  })

  it('says how to go on if WAL is archived for an earlier passphrase than the base backup', async () => {
    const rotated = clusters.at('rotated')
    await mkdir(rotated)
    await chmod(rotated, 0o777)
    const env = {
      BACKUP_DIR: rotated,
      BACKUP_PASSPHRASE: 'another way home, and longer',
      BACKUP_ENDPOINT: '',
      BACKUP_BUCKET: '',
      BACKUP_ACCESS_KEY_ID: '',
      BACKUP_SECRET_ACCESS_KEY: '',
    }
    expect(await run('backup', [], { env })).toMatchObject({ code: 0, stderr: '' })
    await archiveEverything()
    await cp(clusters.at('backups', 'wal'), path.join(rotated, 'wal'), { recursive: true })
    await execute('chmod', ['-R', 'a+rwX', rotated])
    const target = clusters.at('recovered', 'rotated')
    const args = ['--to', 'latest', '--data-dir', target]
    expect(await run('restore', args, { env })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^The segment \w{24} was archived for an earlier BACKUP_PASSPHRASE\. With that passphrase, you can recover to a time before 20/,
      ) as string,
    })
    expect(await run('backup', [], { env })).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('every file checked') as string,
      stderr: expect.stringMatching(
        /^The backup is complete, but WAL is archived for an earlier passphrase\./,
      ) as string,
    })
    const [newest] = await clusters.query<{ action: string }>(
      'shop',
      'select action from audit_events order by created_at desc limit 1',
    )
    expect(newest?.action).toBe('backup.failed')
  })

  it('recovers from a base backup that is older than the archive, as a trial', async () => {
    clusters.stop('primary')
    const target = clusters.at('recovered', 'trial')
    const { code, stdout, stderr } = await run('restore', ['--to', 'latest', '--data-dir', target])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).not.toContain('is missing')
    clusters.start('recovered/trial', { archive_mode: 'off' })
    expect(await clusters.query('shop', 'select note from orders')).toEqual([
      { note: 'a note of Wren' },
    ])
    clusters.stop('recovered/trial')
    // The shop keeps running, so a later recovery has to follow this server and not the trial.
    clusters.start('primary', { archive_mode: 'on' })
  })

  it('loses only writes after the last archived segment when the server is killed', async () => {
    writer = startWriter()
    await until(() => writer.confirmed.length >= 50)
    expect((await run('backup')).code).toBe(0)
    await until(() => writer.confirmed.length >= 100)
    // Copied before the time is read, because later confirmations may be after that time.
    betweenIds = [...writer.confirmed]
    const [row] = await clusters.query<{ now: string }>(
      'shop',
      `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now`,
    )
    betweenTime = row?.now ?? ''
    await until(() => writer.confirmed.length >= betweenIds.length + 50)
    await clusters.query(
      'shop',
      `insert into audit_events (action, details) values ('person.erased', '{"userId": 2, "addressHashes": ["ab12"]}');
       insert into audit_events (action, details, created_at) values ('person.erased', '{"userId": null, "addressHashes": ["cd34"]}', now() + interval '1 second');
       delete from users where id = 2`,
    )
    confirmedBefore = [...writer.confirmed]
    await archiveEverything()
    await until(() => writer.confirmed.length >= confirmedBefore.length + 20)
    clusters.kill('primary')
    await writer.finished

    const target = clusters.at('recovered', 'latest')
    const { code, stdout, stderr } = await run('restore', ['--to', 'latest', '--data-dir', target])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/The last transaction is from 20/)
    expect(stdout).not.toContain('is missing')

    clusters.start('recovered/latest', { archive_mode: 'off' })
    const rows = await clusters.query<{ id: number }>('shop', 'select id from orders order by id')
    const present = new Set(rows.map(({ id }) => id))
    expect(confirmedBefore.filter((id) => !present.has(id))).toEqual([])
    const lost = writer.confirmed.filter((id) => !present.has(id))
    expect(lost.length).toBeLessThanOrEqual(writer.confirmed.length - confirmedBefore.length)
    // Only the newest rows may be lost, never some in between.
    expect(lost).toEqual(writer.confirmed.slice(writer.confirmed.length - lost.length))
    expect(await clusters.query('shop', 'select id from users')).toEqual([{ id: 1 }])
    clusters.stop('recovered/latest')
  })

  it('restores a past time from the bucket alone, erases again people erased since then, and gives out no order number again', async () => {
    clusters.start('recovered/latest', { archive_mode: 'off' })
    await clusters.query('shop', `select nextval('order_numbers') from generate_series(1, 500)`)
    // The manifest of this backup contains the erasure.
    expect((await run('backup')).code).toBe(0)
    clusters.stop('recovered/latest')
    const target = clusters.at('recovered', 'past')
    const { code, stdout, stderr } = await run(
      'restore',
      ['--to', betweenTime, '--data-dir', target],
      { env: { BACKUP_DIR: '' } },
    )
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('2 people erased since then will be erased again')
    clusters.start('recovered/past', { archive_mode: 'off' })
    const rows = await clusters.query<{ id: number }>('shop', 'select id from orders order by id')
    const present = new Set(rows.map(({ id }) => id))
    expect(betweenIds.filter((id) => !present.has(id))).toEqual([])
    expect(confirmedBefore.filter((id) => present.has(id)).length).toBeLessThan(
      confirmedBefore.length,
    )
    expect(await clusters.query('shop', 'select user_id, status from data_requests')).toEqual([
      { user_id: 2, status: 'verified' },
    ])
    // Up to 1500 had been given out on the server that is given up.
    const [next] = await clusters.query<{ orderNumber: number }>(
      'shop',
      `select nextval('order_numbers')::integer as "orderNumber"`,
    )
    expect(next?.orderNumber).toBeGreaterThan(1500)
    // Only the worker can compare the hashes with addresses.
    expect(await clusters.query('shop', 'select name, payload from graphile_worker.added')).toEqual(
      [
        { name: 'purge-expired', payload: {} },
        { name: 'repeat-erasures', payload: { addressHashes: ['ab12', 'cd34'] } },
      ],
    )
    expect(
      await clusters.query(
        'shop',
        `select details->'userId' as id from audit_events where action = 'person.erased' order by created_at`,
      ),
    ).toEqual([{ id: 2 }, { id: null }])
    clusters.stop('recovered/past')
  })

  it('archives a segment only once and rejects a different file with the same name', async () => {
    const cwd = clusters.at('recovered', 'past')
    const before = archivedFiles()
    const segment =
      before
        .map((file) => /[0-9A-F]{24}(?=\.[0-9a-f]{16}\.gz\.age$)/.exec(file)?.[0])
        .findLast(Boolean) ?? ''
    const wal = clusters.at('primary', 'pg_wal', segment)
    expect(await run('archive-wal', [wal, segment], { cwd })).toMatchObject({ code: 0, stderr: '' })
    expect(archivedFiles()).toEqual(before)
    const other = await run('archive-wal', [path.join(cwd, 'PG_VERSION'), segment], { cwd })
    expect(other).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Another ${segment} is already archived`) as string,
    })
    const misuse = await run('archive-wal', [wal, '../../escape'], { cwd })
    expect(misuse).toMatchObject({ code: 1 })
    expect(archivedFiles()).toEqual(before)
  })

  it.each([
    [['--to', 'yesterday', '--data-dir', '/tmp/x'], 'to a time with its time zone'],
    [['--to', 'latest'], 'Set both --to and --data-dir'],
    [['--to', 'latest', '--data-dir', "/tmp/it's"], 'letters, digits'],
    [['--to', '2020-01-01T00:00:00Z', '--data-dir', '/tmp/dayfern-none'], 'Choose a later time'],
  ])('rejects %j', async (args, message) => {
    expect(await run('restore', args)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(message) as string,
    })
  })
})
