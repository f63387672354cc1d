import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { jest } from '@jest/globals'
import {
  type Clusters,
  debianPostgres,
  prepareClusters,
} from '@tests/support/programs/debian-postgres'
import { bucketOfSandbox, useSandbox } from '@tests/support/sandbox'

import { createBucketFiles } from '@/platform/storage/bucket-files'

import { newestAuditEntry, runCommand } from './run-command'

const sandbox = useSandbox()
const drill = debianPostgres ? describe : describe.skip

let clusters: Clusters
const at = (...parts: string[]) => clusters.at(...parts)
const url = (database: string) => clusters.url(database)
const query = <Row>(database: string, text: string) => clusters.query<Row>(database, text)

const run = (command: 'backup' | 'restore', env?: Record<string, string>, args?: string[]) =>
  runCommand(clusters, command, env, args)
const filesOf = (end: string) =>
  readdirSync(at('backups'))
    .filter((name) => name.endsWith(end))
    .sort()
const lastRun = () => newestAuditEntry(clusters)
/** Stores backups only in the sandbox’s bucket, not in a folder. */
const bucketSettings = () => {
  const { endpoint, bucket, accessKeyId, secretAccessKey } = bucketOfSandbox()
  return {
    BACKUP_DIR: '',
    BACKUP_ENDPOINT: endpoint,
    BACKUP_BUCKET: bucket,
    BACKUP_ACCESS_KEY_ID: accessKeyId,
    BACKUP_SECRET_ACCESS_KEY: secretAccessKey,
  }
}
const objectsOfBucket = async () => {
  const names: string[] = []
  const files = createBucketFiles(bucketOfSandbox(), { prefix: 'backups/' })
  for await (const { name } of files.list()) names.push(name)
  return names.sort()
}

// Each test runs several programs, and decrypting with a passphrase takes a second of CPU by
// design.
jest.setTimeout(600_000)

drill('backups', () => {
  beforeAll(async () => {
    clusters = await prepareClusters()
    clusters.create('data')
    await query('postgres', 'create database shop')
    await query(
      'shop',
      `create extension pg_trgm;
       create table users (id integer primary key, name text);
       insert into users values (1, 'Wren'), (2, 'Sol');
       create table orders (id serial primary key, note text);
       insert into orders (note) select md5(i::text) from generate_series(1, 5000) i;
       create index on orders using gin (note gin_trgm_ops);
       create sequence order_numbers start 1001;
       select setval('order_numbers', 6000);
       create table audit_events (action text, details jsonb, actor_role text, created_at timestamptz default now());
       create table data_requests (code text, source text, status text, user_id integer, received_at timestamptz, acknowledge_by timestamptz,
         acknowledged_at timestamptz, verify_by timestamptz, verified_at timestamptz, complete_by timestamptz, erase_after timestamptz);
       create schema graphile_worker;
       create table graphile_worker.added (name text, payload json);
       create function graphile_worker.add_job(text, json) returns void language sql as 'insert into graphile_worker.added values ($1, $2)'`,
    )
    await mkdir(at('uploads', 'deep'), { recursive: true })
    await writeFile(at('uploads', 'fern.webp'), 'fern')
    await writeFile(at('uploads', 'deep', 'moss.webp'), 'moss')
  })
  afterAll(() => {
    clusters.remove()
  })

  it('are encrypted, verified by a restore, and recorded in the audit log', async () => {
    const { code, stdout } = await run('backup')
    expect(code).toBe(0)
    expect(stdout).toContain('Restored and checked: 5,002 rows.')
    expect(filesOf('.dump.age')).toHaveLength(1)
    const bytes = readFileSync(at('backups', filesOf('.dump.age')[0] ?? ''))
    expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1/)
    expect(bytes.includes('Wren')).toBe(false)
    expect(await lastRun()).toMatchObject({
      action: 'backup.made',
      details: { count: 1, hasBase: false, places: `the folder ${at('backups')}` },
    })
    const databases = await query<{ datname: string }>(
      'postgres',
      'select datname from pg_database',
    )
    expect(databases.map(({ datname }) => datname).join()).not.toContain('dayfern_verify')
  })

  it('restore every row and file, but only into an empty database and folder', async () => {
    await query('postgres', 'create database fresh')
    const fresh = { DATABASE_URL: url('fresh'), UPLOADS_DIR: at('restored') }
    expect(
      await run('restore', { ...fresh, BACKUP_PASSPHRASE: 'some other passphrase' }),
    ).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("can't be opened with this passphrase") as string,
    })
    const restored = await run('restore', fresh)
    expect(restored.code).toBe(0)
    // Unless npm start has made one in this folder.
    expect(restored.stdout.includes('First set the PAYLOAD_SECRET')).toBe(
      !existsSync('.data/secret'),
    )
    expect(await query('fresh', 'select count(*)::integer as count from orders')).toEqual([
      { count: 5000 },
    ])
    // Statistics for planning queries, which PostgreSQL never collects by itself for a table with two rows.
    expect(
      await query('fresh', `select attname from pg_stats where tablename = 'users' order by 1`),
    ).toEqual([{ attname: 'id' }, { attname: 'name' }])
    // Buyers may have been given the next ones after the backup.
    expect(
      await query('fresh', `select nextval('order_numbers')::integer as "orderNumber"`),
    ).toEqual([{ orderNumber: 7001 }])
    expect(readFileSync(at('restored', 'deep', 'moss.webp'), 'utf8')).toBe('moss')
    expect((await run('restore', { ...fresh, UPLOADS_DIR: at('other') })).stderr).toContain(
      'The database isn’t empty',
    )
    await query('postgres', 'create database fresh2')
    expect((await run('restore', { ...fresh, DATABASE_URL: url('fresh2') })).stderr).toContain(
      'isn’t empty',
    )
  })

  it('are not restored with another PAYLOAD_SECRET, unless theirs is lost', async () => {
    const folder = at('secret-backups')
    const settings = { BACKUP_DIR: folder, PAYLOAD_SECRET: 'the secret of the shop, 0123456789' }
    expect(await run('backup', settings)).toMatchObject({ code: 0, stderr: '' })
    const [name = ''] = readdirSync(folder).filter((one) => one.endsWith('.json'))
    const manifest = readFileSync(path.join(folder, name), 'utf8')
    expect(manifest).not.toContain(settings.PAYLOAD_SECRET)
    const erasures = [{ at: '2026-01-02T00:00:00.000Z', userId: null, addressHashes: ['ab12'] }]
    await writeFile(
      path.join(folder, name),
      JSON.stringify({ ...(JSON.parse(manifest) as object), erasures }),
    )
    await query('postgres', 'create database elsewhere')
    const place = { ...settings, DATABASE_URL: url('elsewhere'), UPLOADS_DIR: at('elsewhere') }
    const other = { ...place, PAYLOAD_SECRET: 'a secret that was made later, 0123' }
    expect(await run('restore', other)).toMatchObject({
      code: 1,
      stderr:
        'Nothing was restored: PAYLOAD_SECRET doesn’t match the shop that was backed up. Set that shop’s secret, or leave it empty if it’s lost.\n',
    })
    expect(existsSync(place.UPLOADS_DIR)).toBe(false)
    const { code, stdout } = await run('restore', { ...other, PAYLOAD_SECRET: '' })
    expect([code, stdout]).toEqual([0, expect.stringContaining('1 person erased since then')])
    expect(await query('elsewhere', 'select payload from graphile_worker.added')).toEqual([
      {
        payload: {
          addressHashes: ['ab12'],
          secretFingerprint: expect.stringMatching(/^\w{8}$/) as string,
        },
      },
    ])
    await query('postgres', 'create database again')
    const same = await run('restore', {
      ...place,
      DATABASE_URL: url('again'),
      UPLOADS_DIR: at('again'),
    })
    expect([same.code, same.stderr]).toEqual([0, ''])
    expect(same.stdout).toContain('1 person erased since then will be erased again')
  })

  it('contain the uploads again only if they changed', async () => {
    await run('backup')
    expect(filesOf('.files.age')).toHaveLength(1)
    await writeFile(at('uploads', 'new.webp'), 'new')
    await run('backup')
    expect(filesOf('.files.age')).toHaveLength(2)
  })

  it('contain the uploads again after the passphrase was changed, so that the new one restores everything', async () => {
    const settings = { BACKUP_DIR: at('rotated-backups') }
    const changed = { ...settings, BACKUP_PASSPHRASE: 'another way home, and longer' }
    const archives = () =>
      readdirSync(settings.BACKUP_DIR).filter((name) => name.endsWith('.files.age')).length
    for (const env of [settings, changed, changed])
      expect(await run('backup', env)).toMatchObject({ code: 0, stderr: '' })
    expect(archives()).toBe(2)
    await query('postgres', 'create database rotated')
    const place = { DATABASE_URL: url('rotated'), UPLOADS_DIR: at('rotated') }
    expect(await run('restore', { ...changed, ...place })).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(at('rotated', 'deep', 'moss.webp'), 'utf8')).toBe('moss')
  })

  it('contain the current files of a storage bucket and restore them to it', async () => {
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
      stdout: expect.stringContaining(' 1 file,') as string,
    })
    await files.put('fern.webp', Buffer.from('fern of the bucket'))
    await files.delete('gone.webp')
    expect(await run('backup', settings)).toMatchObject({
      stderr: '',
      stdout: expect.stringContaining(' 1 file,') as string,
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

  it('say that tar is missing, not that the files are damaged', async () => {
    const place = { PATH: at('no-programs'), UPLOADS_DIR: at('without-tar') }
    expect(await run('restore', place, ['--files'])).toMatchObject({
      code: 1,
      stderr: 'spawn tar ENOENT\n',
    })
  })

  it('that are truncated are rejected and restore nothing', async () => {
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

  it('repeat erasures even if the files can’t be unpacked', async () => {
    const file = at('backups', filesOf('.json').at(-1) ?? '')
    const manifest = readFileSync(file, 'utf8')
    const erasures = [{ at: '2026-01-02T00:00:00.000Z', userId: 2, addressHashes: [] }]
    await writeFile(file, JSON.stringify({ ...(JSON.parse(manifest) as object), erasures }))
    await query('postgres', 'create database half')
    const half = { DATABASE_URL: url('half'), UPLOADS_DIR: at('uploads', 'fern.webp', 'below') }
    expect(await run('restore', half)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('ENOTDIR') as string,
    })
    await writeFile(file, manifest)
    expect(await query('half', 'select user_id as id from data_requests')).toEqual([{ id: 2 }])
    expect(
      await query(
        'half',
        `select details->'userId' as id from audit_events where action = 'person.erased'`,
      ),
    ).toEqual([{ id: 2 }])
  })

  it('that fail keep the earlier ones and log the reason', async () => {
    const before = filesOf('.age')
    const result = await run('backup', { DATABASE_URL: url('nowhere') })
    expect(result).toMatchObject({
      code: 1,
      stderr: `No backup was made. The database can’t be used: database "nowhere" does not exist. Create it, or correct DATABASE_URL.\n`,
    })
    const closed = await run('restore', {
      DATABASE_URL: 'postgres://dayfern:unused@127.0.0.1:1/shop',
      UPLOADS_DIR: at('unused-uploads'),
    })
    expect(closed).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /ECONNREFUSED.*\. Check DATABASE_URL and that PostgreSQL is running\.\n$/,
      ) as string,
    })
    for (const { stderr } of [result, closed]) expect(stderr).not.toContain('unused')
    await run('backup', { BACKUP_PASSPHRASE: 'short' })
    expect(filesOf('.age')).toEqual(before)
    expect(await lastRun()).toMatchObject({
      action: 'backup.failed',
      details: { reason: 'BACKUP_PASSPHRASE needs at least 16 characters.' },
    })
  })

  it('that don’t restore every row don’t count as backups, and leave nothing behind', async () => {
    // pg_dump leaves out what belongs to an extension.
    await query(
      'shop',
      `create table left_out (id integer); insert into left_out values (1);
       alter extension pg_trgm add table left_out`,
    )
    const folder = at('incomplete-backups')
    expect(await run('backup', { BACKUP_DIR: folder })).toMatchObject({
      code: 1,
      stderr:
        'No backup was made. The restored database differs in public.left_out (0 of 1 rows).\n',
    })
    await query('shop', 'alter extension pg_trgm drop table left_out; drop table left_out')
    expect(readdirSync(folder).filter((name) => /\.(dump\.age|json)$/.test(name))).toEqual([])
    const databases = await query<{ datname: string }>(
      'postgres',
      'select datname from pg_database',
    )
    expect(databases.map(({ datname }) => datname).join()).not.toContain('dayfern_verify')
  })

  it('say how to let the database role create databases before they write anything', async () => {
    const before = filesOf('.age')
    await query('shop', 'create role fern login in role dayfern')
    const asFern = { DATABASE_URL: url('shop').replace('//dayfern:', '//fern:') }
    const refused = await run('backup', asFern)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('As a PostgreSQL superuser, run "alter role fern createdb"')
    expect(filesOf('.age')).toEqual(before)
    await query('shop', 'alter role fern createdb')
    expect(await run('backup', asFern)).toMatchObject({ code: 0, stderr: '' })
  })

  it('are deleted when they expire, except for the newest', async () => {
    const names = filesOf('.json')
    for (const name of names) {
      const manifest = JSON.parse(readFileSync(at('backups', name), 'utf8')) as object
      const old = { ...manifest, createdAt: '2026-01-01T00:00:00.000Z' }
      await writeFile(at('backups', name), JSON.stringify(old))
    }
    expect((await run('backup')).stdout).toContain(`Deleted ${names.length} expired.`)
    expect(filesOf('.dump.age')).toHaveLength(1)
    expect(filesOf('.files.age')).toHaveLength(1)
  })

  it('are deleted in every place when they expire, even while no copy can be written', async () => {
    await sandbox.reset()
    const folder = at('expiring')
    const both = { ...bucketSettings(), BACKUP_DIR: folder }
    const inFolder = () => readdirSync(folder).filter((name) => name.endsWith('.json'))
    expect((await run('backup', both)).code).toBe(0)
    const [first = ''] = inFolder()
    const manifest = JSON.parse(readFileSync(path.join(folder, first), 'utf8')) as object
    expect((await run('backup', both)).code).toBe(0)
    const old = JSON.stringify({ ...manifest, createdAt: '2026-01-01T00:00:00.000Z' })
    await writeFile(path.join(folder, first), old)
    const files = createBucketFiles(bucketOfSandbox(), { prefix: 'backups/' })
    await files.put(`${first}/00001`, Buffer.from(old))

    await sandbox.fault({
      provider: 's3',
      match: { method: 'PUT', path: '/sandbox-bucket/backups/' },
      fault: 'status',
      status: 403,
      times: 100,
    })
    expect(await run('backup', both)).toMatchObject({ code: 1 })
    await sandbox.clearFaults()
    expect(inFolder()).toHaveLength(2)
    expect(inFolder()).not.toContain(first)
    const left = (await objectsOfBucket()).filter((name) => name.includes('.json/'))
    expect(left).toHaveLength(1)
    expect(left).not.toContain(`${first}/00001`)
  })

  it('leave out the lost+found of a disk of their own, and are restored besides one', async () => {
    const settings = { BACKUP_DIR: at('disk-backups'), UPLOADS_DIR: at('disk') }
    await mkdir(at('disk', 'lost+found'), { recursive: true })
    await mkdir(at('disk', 'deep', 'lost+found'), { recursive: true })
    await writeFile(at('disk', 'lost+found', '#1'), 'of the file system')
    await writeFile(at('disk', 'deep', 'lost+found', 'fern.webp'), 'fern')
    expect(await run('backup', settings)).toMatchObject({
      stderr: '',
      stdout: expect.stringContaining(' 1 file,') as string,
    })
    await mkdir(at('new-disk', 'lost+found'), { recursive: true })
    const restored = await run('restore', { ...settings, UPLOADS_DIR: at('new-disk') }, ['--files'])
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(at('new-disk', 'deep', 'lost+found', 'fern.webp'), 'utf8')).toBe('fern')
    expect(readdirSync(at('new-disk', 'lost+found'))).toEqual([])
  })

  it('are stored in a bucket in encrypted parts and can be restored from it', async () => {
    await sandbox.reset()
    const photo = randomBytes(20_000_000)
    await writeFile(at('uploads', 'large.webp'), photo)
    expect(await run('backup', bucketSettings())).toMatchObject({
      stderr: '',
      stdout: expect.stringContaining('in the bucket sandbox-bucket') as string,
    })
    const names = await objectsOfBucket()
    expect(names.map((name) => name.replace(/^dayfern-\w+\./, ''))).toEqual([
      'dump.age/00001',
      'files.age/00001',
      'files.age/00002',
      'json/00001',
    ])
    const files = createBucketFiles(bucketOfSandbox(), { prefix: 'backups/' })
    for (const name of names.filter((one) => one.endsWith('.age/00001')))
      expect((await files.get(name))?.toString('latin1')).toMatch(/^age-encryption\.org\/v1/)

    await query('postgres', 'create database from_bucket')
    const place = { DATABASE_URL: url('from_bucket'), UPLOADS_DIR: at('from-bucket') }
    expect(await run('restore', { ...bucketSettings(), ...place })).toMatchObject({ code: 0 })
    expect(await query('from_bucket', 'select count(*)::integer as count from orders')).toEqual([
      { count: 5000 },
    ])
    expect(readFileSync(at('from-bucket', 'large.webp')).equals(photo)).toBe(true)
  })

  it('with a missing part in the bucket are rejected', async () => {
    const files = createBucketFiles(bucketOfSandbox(), { prefix: 'backups/' })
    const names = await objectsOfBucket()
    await files.delete(names.find((name) => name.endsWith('files.age/00001')) ?? '')
    const place = { UPLOADS_DIR: at('broken') }
    const { code, stderr } = await run('restore', { ...bucketSettings(), ...place }, ['--files'])
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/can't be opened|is damaged/) as string,
    ])
  })

  it('that fail leave no partial objects in the bucket', async () => {
    await sandbox.reset()
    await run('backup', bucketSettings())
    const before = await objectsOfBucket()
    const refused = await run('backup', {
      ...bucketSettings(),
      BACKUP_SECRET_ACCESS_KEY: 'not the secret',
    })
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('SignatureDoesNotMatch') as string,
    ])
    await writeFile(at('uploads', 'newer.webp'), 'newer')
    await sandbox.fault({
      provider: 's3',
      match: { method: 'PUT', path: '/sandbox-bucket/backups/' },
      fault: 'status',
      status: 403,
      times: 1,
    })
    expect(await run('backup', bucketSettings())).toMatchObject({ code: 1 })
    expect(await objectsOfBucket()).toEqual(before)
  })

  it('are also deleted from a bucket when they expire', async () => {
    const files = createBucketFiles(bucketOfSandbox(), { prefix: 'backups/' })
    const [manifest = ''] = (await objectsOfBucket()).filter((name) => name.includes('.json/'))
    const text = (await files.get(manifest))?.toString() ?? ''
    const old = { ...(JSON.parse(text) as object), createdAt: '2026-01-01T00:00:00.000Z' }
    await files.put(manifest, Buffer.from(JSON.stringify(old)))
    expect((await run('backup', bucketSettings())).stdout).toContain('Deleted 1 expired.')
    expect(await objectsOfBucket()).not.toContain(manifest)
  })

  it('can be restored from the bucket when the backup folder is lost', async () => {
    await sandbox.reset()
    const both = { ...bucketSettings(), BACKUP_DIR: at('backups') }
    expect((await run('backup', both)).stdout).toContain(
      `in the folder ${at('backups')} and the bucket sandbox-bucket`,
    )
    rmSync(at('backups'), { recursive: true })
    await query('postgres', 'create database after_loss')
    const place = { DATABASE_URL: url('after_loss'), UPLOADS_DIR: at('after-loss') }
    expect(await run('restore', { ...both, ...place })).toMatchObject({ code: 0 })
    expect(readFileSync(at('after-loss', 'deep', 'moss.webp'), 'utf8')).toBe('moss')
  })

  it.each([
    [{ BACKUP_DIR: '' }, 'Set BACKUP_DIR to a folder, or the BACKUP_ settings of a bucket'],
    [{ BACKUP_BUCKET: 'shop-backups' }, 'BACKUP_ENDPOINT is missing'],
    [{ BACKUP_PASSPHRASE: 'short' }, 'at least 16 characters'],
    [{ BACKUP_KEEP_DAYS: '36' }, 'from 1 to 35'],
    [{ BACKUP_KEEP_DAYS: 'month' }, 'from 1 to 35'],
  ])('are rejected with the invalid settings %j', async (env, message) => {
    expect((await run('backup', env)).stderr).toContain(message)
  })
})
