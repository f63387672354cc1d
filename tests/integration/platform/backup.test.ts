import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { chmod, mkdir, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { jest } from '@jest/globals'
import { bucketOfSandbox, useSandbox } from '@tests/support/sandbox'
import pg from 'pg'

import { createBucketFiles } from '@/platform/storage/bucket-files'

const sandbox = useSandbox()
const execute = promisify(execFile)
const versions = '/usr/lib/postgresql'
/** A PostgreSQL of Debian's with its pg_dump; the embedded one of the tests has none. */
const programs = existsSync(versions)
  ? readdirSync(versions)
      .map((version) => path.join(versions, version, 'bin'))
      .filter((folder) =>
        ['initdb', 'pg_ctl', 'pg_dump', 'pg_restore'].every((name) =>
          existsSync(path.join(folder, name)),
        ),
      )
      .at(-1)
  : undefined
const drill = programs ? describe : describe.skip

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const folder = mkdtempSync(path.join(tmpdir(), 'dayfern-backup-'))
const at = (...parts: string[]) => path.join(folder, ...parts)
let port: number
const url = (database: string) => `postgres://dayfern:unused@127.0.0.1:${port}/${database}`

/** initdb refuses root, so root hands over to the package's user. */
const asServer = (program: string, args: string[]) => {
  const command = [path.join(programs ?? '', program), ...args]
  const result =
    process.getuid?.() === 0
      ? spawnSync('runuser', ['-u', 'postgres', '--', ...command], { encoding: 'utf8' })
      : spawnSync(command[0] ?? '', command.slice(1), { encoding: 'utf8' })
  if (result.status !== 0) throw new Error(`${program}: ${result.stderr}${result.stdout}`)
}
const query = async <Row>(database: string, text: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url(database) })
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
  }
}

type Run = { code: number; stdout: string; stderr: string }
/** Runs npm run backup or npm run restore. */
const run = async (
  command: 'backup' | 'restore',
  env: Record<string, string> = {},
  args: string[] = [],
): Promise<Run> => {
  const settings = {
    NODE_ENV: 'test' as const,
    PATH: process.env.PATH,
    DATABASE_URL: url('shop'),
    UPLOADS_DIR: at('uploads'),
    BACKUP_DIR: at('backups'),
    BACKUP_PASSPHRASE: 'walk the long way home',
    ...env,
  }
  try {
    const { stdout, stderr } = await execute(
      process.execPath,
      [`scripts/commands/${command}.mjs`, ...args],
      { env: settings },
    )
    return { code: 0, stdout, stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as Run
    return { code, stdout, stderr }
  }
}
const filesOf = (end: string) =>
  readdirSync(at('backups'))
    .filter((name) => name.endsWith(end))
    .sort()
const status = () =>
  JSON.parse(readFileSync(at('backups', 'status.json'), 'utf8')) as {
    lastGoodAt: string | null
    error: string | null
  }

// Each runs several programs, which share two cores with other tests.
jest.setTimeout(120_000)

drill('a backup', () => {
  beforeAll(async () => {
    port = await freePort()
    await chmod(folder, 0o777)
    asServer('initdb', ['-D', at('data'), '-U', 'dayfern', '--auth=trust'])
    asServer('pg_ctl', [
      '-D',
      at('data'),
      '-o',
      `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`,
      '-l',
      at('log'),
      '-w',
      'start',
    ])
    await query('postgres', 'create database shop')
    await query(
      'shop',
      `create extension pg_trgm;
       create table users (id integer primary key, name text);
       insert into users values (1, 'Wren'), (2, 'Sol');
       create table orders (id serial primary key, note text);
       insert into orders (note) select md5(i::text) from generate_series(1, 5000) i;
       create index on orders using gin (note gin_trgm_ops);
       create table audit_events (action text, details jsonb)`,
    )
    await mkdir(at('uploads', 'deep'), { recursive: true })
    await writeFile(at('uploads', 'fern.webp'), 'fern')
    await writeFile(at('uploads', 'deep', 'moss.webp'), 'moss')
  })
  afterAll(() => {
    asServer('pg_ctl', ['-D', at('data'), '-m', 'immediate', 'stop'])
    rmSync(folder, { recursive: true, force: true })
  })

  it('is encrypted, checked by a restore, and noted for the admin', async () => {
    const { code, stdout } = await run('backup')
    expect(code).toBe(0)
    expect(stdout).toContain('Restored and checked: 5,002 rows.')
    expect(filesOf('.dump.age')).toHaveLength(1)
    const bytes = readFileSync(at('backups', filesOf('.dump.age')[0] ?? ''))
    expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1/)
    expect(bytes.includes('Wren')).toBe(false)
    expect(status()).toMatchObject({ error: null, lastGoodAt: expect.any(String) as string })
    const databases = await query<{ datname: string }>(
      'postgres',
      'select datname from pg_database',
    )
    expect(databases.map(({ datname }) => datname).join()).not.toContain('dayfern_verify')
  })

  it('brings back every row and file, into empty places only', async () => {
    await query('postgres', 'create database fresh')
    const fresh = { DATABASE_URL: url('fresh'), UPLOADS_DIR: at('restored') }
    expect(
      await run('restore', { ...fresh, BACKUP_PASSPHRASE: 'some other passphrase' }),
    ).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("can't be opened with this passphrase") as string,
    })
    expect((await run('restore', fresh)).code).toBe(0)
    expect(await query('fresh', 'select count(*)::integer as count from orders')).toEqual([
      { count: 5000 },
    ])
    expect(readFileSync(at('restored', 'deep', 'moss.webp'), 'utf8')).toBe('moss')
    expect((await run('restore', { ...fresh, UPLOADS_DIR: at('other') })).stderr).toContain(
      'The database has tables',
    )
    await query('postgres', 'create database fresh2')
    expect((await run('restore', { ...fresh, DATABASE_URL: url('fresh2') })).stderr).toContain(
      'has files',
    )
  })

  it('writes the uploads again only if they changed', async () => {
    await run('backup')
    expect(filesOf('.files.age')).toHaveLength(1)
    await writeFile(at('uploads', 'new.webp'), 'new')
    await run('backup')
    expect(filesOf('.files.age')).toHaveLength(2)
  })

  it('holds the files of a bucket, without those deleted from it, and brings them back to it', async () => {
    const { endpoint, bucket, accessKeyId, secretAccessKey } = bucketOfSandbox()
    const files = createBucketFiles(bucketOfSandbox(), { prefix: 'uploads/' })
    await files.put('gone.webp', Buffer.from('gone'))
    const settings = {
      BACKUP_DIR: at('bucket-backups'),
      UPLOADS_DIR: at('not-there'),
      STORAGE_ENDPOINT: endpoint,
      STORAGE_BUCKET: bucket,
      STORAGE_ACCESS_KEY_ID: accessKeyId,
      STORAGE_SECRET_ACCESS_KEY: secretAccessKey,
    }
    expect(await run('backup', settings)).toMatchObject({
      stderr: '',
      stdout: expect.stringContaining(' 1 files') as string,
    })
    await files.put('fern.webp', Buffer.from('fern of the bucket'))
    await files.delete('gone.webp')
    expect(await run('backup', settings)).toMatchObject({
      stderr: '',
      stdout: expect.stringContaining(' 1 files') as string,
    })

    await sandbox.reset()
    await query('postgres', 'create database moved')
    const restored = await run('restore', {
      ...settings,
      DATABASE_URL: url('moved'),
      UPLOADS_DIR: at('unpacked'),
    })
    expect(restored).toMatchObject({ code: 0 })
    expect((await files.get('fern.webp'))?.toString()).toBe('fern of the bucket')
    expect(await files.get('gone.webp')).toBeNull()

    const wrong = await run('backup', { ...settings, STORAGE_SECRET_ACCESS_KEY: 'not the secret' })
    expect([wrong.code, wrong.stderr]).toEqual([
      1,
      expect.stringContaining('SignatureDoesNotMatch') as string,
    ])
  })

  it('that was cut off is refused and restores nothing', async () => {
    const newest = filesOf('.dump.age').at(-1) ?? ''
    const file = at('backups', newest)
    const bytes = readFileSync(file)
    truncateSync(file, bytes.length - 20_000)
    const empty = { DATABASE_URL: url('fresh2'), UPLOADS_DIR: at('empty') }
    expect((await run('restore', empty)).stderr).toContain('is damaged')
    expect(
      await query(
        'fresh2',
        `select count(*)::integer as count from pg_tables where schemaname = 'public'`,
      ),
    ).toEqual([{ count: 0 }])
    await writeFile(file, bytes)
  })

  it('that fails keeps the earlier ones and says why, also to the admin', async () => {
    const before = filesOf('.age')
    const result = await run('backup', { DATABASE_URL: url('nowhere') })
    expect(result).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No backup was made') as string,
    })
    expect(filesOf('.age')).toEqual(before)
    expect(status()).toMatchObject({
      error: expect.stringContaining('nowhere') as string,
      lastGoodAt: expect.any(String) as string,
    })
    expect(result.stderr).not.toContain('unused')
  })

  it('expires after the days it is kept, and the newest never does', async () => {
    const names = filesOf('.json').filter((name) => name !== 'status.json')
    for (const name of names) {
      const manifest = JSON.parse(readFileSync(at('backups', name), 'utf8')) as object
      const old = { ...manifest, createdAt: '2026-01-01T00:00:00.000Z' }
      await writeFile(at('backups', name), JSON.stringify(old))
      await utimes(at('backups', name), new Date(), new Date())
    }
    expect((await run('backup')).stdout).toContain(`Deleted ${names.length} expired.`)
    expect(filesOf('.dump.age')).toHaveLength(1)
    expect(filesOf('.files.age')).toHaveLength(1)
  })

  it.each([
    [{ BACKUP_DIR: '' }, 'Set BACKUP_DIR'],
    [{ BACKUP_PASSPHRASE: 'short' }, 'at least 16 characters'],
    [{ BACKUP_KEEP_DAYS: '36' }, 'from 1 to 35'],
  ])('with the wrong settings %j is refused', async (env, message) => {
    expect((await run('backup', env)).stderr).toContain(message)
  })
})
