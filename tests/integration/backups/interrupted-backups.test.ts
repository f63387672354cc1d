import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { jest } from '@jest/globals'
import {
  type Clusters,
  debianPostgres,
  prepareClusters,
} from '@tests/support/programs/debian-postgres'
import { bucketOfSandbox, useSandbox } from '@tests/support/sandbox'

import { encryptSegment } from '@/modules/backups/wal-key'
import { createBucketFiles } from '@/platform/storage/bucket-files'
import { createFolderFiles } from '@/platform/storage/folder-files'

import { newestAuditEntry, runCommand } from './run-command'

const sandbox = useSandbox()
const drill = debianPostgres ? describe : describe.skip

let clusters: Clusters
const at = (...parts: string[]) => clusters.at(...parts)
const url = (database: string) => clusters.url(database)
const query = <Row>(database: string, text: string) => clusters.query<Row>(database, text)

const run = (command: 'backup' | 'restore', env?: Record<string, string>, args?: string[]) =>
  runCommand(clusters, command, env, args)
const bucketSettings = () => {
  const { endpoint, bucket, accessKeyId, secretAccessKey } = bucketOfSandbox()
  return {
    BACKUP_ENDPOINT: endpoint,
    BACKUP_BUCKET: bucket,
    BACKUP_ACCESS_KEY_ID: accessKeyId,
    BACKUP_SECRET_ACCESS_KEY: secretAccessKey,
  }
}
const bucketFiles = () => createBucketFiles(bucketOfSandbox(), { prefix: 'backups/' })
const objectsOfBucket = async () => {
  const names: string[] = []
  for await (const { name } of bucketFiles().list()) names.push(name)
  return names.sort()
}
/** Restores only the uploads. Returns their folder. */
const restoreUploads = async (folder: string, env: Record<string, string> = {}) => {
  const { code, stderr } = await run('restore', { ...env, UPLOADS_DIR: at(folder) }, ['--files'])
  expect([code, stderr]).toEqual([0, ''])
  return at(folder)
}
const lastRun = () => newestAuditEntry(clusters)
/** Returns a folder with a script in place of one program, and the others of PostgreSQL beside it. */
const programsWith = async (name: string, script: string): Promise<string> => {
  const folder = at(`programs-${randomBytes(4).toString('hex')}`)
  await mkdir(folder)
  for (const other of readdirSync(debianPostgres ?? ''))
    if (other !== name)
      await symlink(path.join(debianPostgres ?? '', other), path.join(folder, other))
  await writeFile(path.join(folder, name), `#!/bin/sh\n${script}\n`)
  await chmod(path.join(folder, name), 0o755)
  return folder
}
/** Returns a script that does something before PostgreSQL's own program of that name runs. */
const before = (name: string, commands: string): string => {
  const program = path.join(debianPostgres ?? '', name)
  return `if [ "$1" != --version ]; then ${commands}; fi\nexec ${program} "$@"`
}
const scratchDatabases = async () =>
  (
    await query<{ datname: string }>(
      'postgres',
      `select datname from pg_database where datname like 'dayfern%' order by 1`,
    )
  ).map(({ datname }) => datname)

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
      `create table users (id integer primary key, name text);
       insert into users values (1, 'Wren'), (2, 'Sol');
       create table audit_events (action text, details jsonb, actor_role text, created_at timestamptz default now())`,
    )
    await mkdir(at('uploads'))
    await writeFile(at('uploads', 'fern.webp'), 'fern')
  })
  afterAll(() => {
    clusters.remove()
  })

  it('are made while uploads are added and deleted, without the files that are still written', async () => {
    await writeFile(at('uploads', 'large.webp'), randomBytes(60_000_000))
    await writeFile(at('uploads', 'cut-off.webp.part'), 'cut off')
    const uploads = createFolderFiles(at('uploads'))
    let isDone = false
    const visitors = (async () => {
      for (let count = 0; !isDone; count += 1) {
        await uploads.put(`new-${count}.webp`, Buffer.from('new'))
        await uploads.delete(`new-${count - 20}.webp`)
      }
    })()
    const made = await run('backup')
    isDone = true
    await visitors
    expect([made.code, made.stderr]).toEqual([0, ''])
    const restored = readdirSync(await restoreUploads('restored-while-busy'))
    expect(restored).toEqual(expect.arrayContaining(['fern.webp', 'large.webp']))
    expect(restored.filter((name) => name.endsWith('.part'))).toEqual([])
    for (const name of readdirSync(at('uploads')))
      if (name !== 'fern.webp') rmSync(at('uploads', name))
  })

  it.each([
    ['tar: ./fern.webp: Cannot open: Permission denied', 2],
    // BSD's and BusyBox's tar exit with 1 for every failure.
    ["tar: can't open './fern.webp': Permission denied", 1],
  ])('fail if tar says "%s" and ends with %i', async (message, code) => {
    await writeFile(at('uploads', `changed-${code}.webp`), 'changed')
    const script = `PATH=/usr/bin:/bin\ntar "$@"\necho "${message}" >&2\nexit ${code}`
    const programs = await programsWith('tar', script)
    const failed = await run('backup', { PATH: `${programs}:${process.env.PATH ?? ''}` })
    expect([failed.code, failed.stderr]).toEqual([
      1,
      expect.stringContaining('Permission denied') as string,
    ])
  })

  it('copy the uploads to the bucket again after a copy that was cut and not cleaned up', async () => {
    await sandbox.reset()
    const photo = randomBytes(20_000_000)
    await writeFile(at('uploads', 'photo.webp'), photo)
    const path = '/sandbox-bucket/backups/dayfern-\\w+\\.files\\.age/'
    const refused = { provider: 's3', fault: 'status', status: 403 } as const
    await sandbox.fault({ ...refused, match: { method: 'PUT', path: `${path}00002` } })
    await sandbox.fault({ ...refused, match: { method: 'DELETE', path } })
    expect((await run('backup', bucketSettings())).code).toBe(1)
    expect((await objectsOfBucket()).filter((name) => name.includes('.files.age/'))).toHaveLength(1)

    const made = await run('backup', bucketSettings())
    expect([made.code, made.stderr]).toEqual([0, ''])
    const restored = await restoreUploads('from-bucket', { ...bucketSettings(), BACKUP_DIR: '' })
    expect(readFileSync(`${restored}/photo.webp`).equals(photo)).toBe(true)
  })

  it('repair uploads in the bucket that lack a part', async () => {
    const [part = ''] = (await objectsOfBucket()).filter((name) =>
      name.endsWith('.files.age/00002'),
    )
    await bucketFiles().delete(part)
    expect((await run('backup', bucketSettings())).code).toBe(0)
    expect(await objectsOfBucket()).toContain(part)
    rmSync(at('uploads', 'photo.webp'))
  })

  it('are made under the timeouts of the web process', async () => {
    await query(
      'postgres',
      `alter role dayfern in database shop set statement_timeout = '500ms';
       alter role dayfern in database shop set idle_in_transaction_session_timeout = '500ms';
       alter role dayfern in database shop set idle_session_timeout = '500ms'`,
    )
    const made = await run('backup', {
      PG_BIN: await programsWith('pg_dump', before('pg_dump', 'sleep 2')),
    })
    await query('postgres', 'alter role dayfern in database shop reset all')
    expect([made.code, made.stderr]).toEqual([0, ''])
  })

  it.each(['pg_dump', 'pg_restore'])(
    'that lose their connection during %s are recorded and clean up',
    async (program) => {
      const manifests = () =>
        readdirSync(at('backups')).filter((name) => /\.(json|part)$/.test(name))
      const earlier = manifests()
      const terminate = `${path.join(debianPostgres ?? '', 'psql')} -qAt -d postgres -c "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'shop'" >/dev/null`
      const failed = await run('backup', {
        PG_BIN: await programsWith(program, before(program, terminate)),
      })
      expect([failed.code, failed.stderr]).toEqual([
        1,
        expect.stringContaining('No backup was made. ') as string,
      ])
      expect(failed.stderr).toContain('connection')
      expect(await lastRun()).toMatchObject({
        action: 'backup.failed',
        details: { reason: expect.stringContaining('connection') as string },
      })
      expect(await scratchDatabases()).toEqual([])
      expect(manifests()).toEqual(earlier)
    },
  )

  it('leave what another shop may still be writing, and remove what is older than a day', async () => {
    const folder = at('shared')
    const stamp = new Date(Date.now() - 3_600_000).toISOString().replace(/[-:]|\.\d+/g, '')
    const theirs = [`dayfern-${stamp}.dump.age`, `dayfern-${stamp}.files.age.part`]
    await mkdir(folder)
    for (const name of [...theirs, 'dayfern-20260101T000000Z.dump.age'])
      await writeFile(path.join(folder, name), 'unfinished')
    expect((await run('backup', { BACKUP_DIR: folder })).code).toBe(0)
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(theirs))
    expect(readdirSync(folder)).not.toContain('dayfern-20260101T000000Z.dump.age')
  })

  it('that are complete say so, even if the database can’t record them', async () => {
    await query(
      'shop',
      `create function refuse_entry() returns trigger language plpgsql as $$
         begin raise exception 'The disk is full.'; end $$;
       create trigger refuse_entry before insert on audit_events
         for each row execute function refuse_entry()`,
    )
    const made = await run('backup', { BACKUP_DIR: at('unrecorded') })
    await query('shop', 'drop trigger refuse_entry on audit_events; drop function refuse_entry()')
    expect(made).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Restored and checked') as string,
      stderr: expect.stringMatching(
        /^The backup is complete, but couldn’t be recorded.+ The disk is full\.\n$/,
      ) as string,
    })
    expect(readdirSync(at('unrecorded')).some((name) => name.endsWith('.json'))).toBe(true)
  })

  it('keep the archived WAL of the bucket when the backup folder is new', async () => {
    await sandbox.reset()
    const settings = { ...bucketSettings(), BACKUP_DIR: at('archive') }
    const withBase = { ...settings, BACKUP_REPLICATION_URL: url('postgres') }
    const first = await run('backup', withBase)
    expect(first).toMatchObject({ code: 0, stderr: '' })
    const [, recipient = ''] = /BACKUP_WAL_RECIPIENT=(\S+)/.exec(first.stdout) ?? []
    const [name = ''] = readdirSync(at('archive')).filter((file) => file.endsWith('.json'))
    const { base } = JSON.parse(readFileSync(at('archive', name), 'utf8')) as {
      base: { systemId: string; firstSegment: string }
    }
    const segment = `wal/${base.systemId}/${base.firstSegment.slice(0, 22)}/${base.firstSegment}.0123456789abcdef.gz.age`
    const bytes = Buffer.from('needed by the first base backup')
    await bucketFiles().put(segment, await encryptSegment(bytes, recipient))
    await query('shop', `insert into users values (3, 'Ash'); select pg_switch_wal()`)

    rmSync(at('archive'), { recursive: true })
    expect(await run('backup', withBase)).toMatchObject({ code: 0, stderr: '' })
    expect(await objectsOfBucket()).toContain(segment)
  })

  it('stay in the bucket if their manifest can’t be written again without its old base backup', async () => {
    await sandbox.reset()
    const settings = {
      ...bucketSettings(),
      BACKUP_DIR: '',
      BACKUP_REPLICATION_URL: url('postgres'),
    }
    expect(await run('backup', settings)).toMatchObject({ code: 0, stderr: '' })
    const earlier = await objectsOfBucket()
    const manifest = earlier.find((name) => name.includes('.json/')) ?? ''
    const text = (await bucketFiles().get(manifest))?.toString() ?? ''
    const createdAt = new Date(Date.now() - 8 * 86_400_000).toISOString()
    const old = { ...(JSON.parse(text) as object), createdAt }
    await bucketFiles().put(manifest, Buffer.from(JSON.stringify(old)))

    await sandbox.fault({
      provider: 's3',
      match: { method: 'PUT', path: `/sandbox-bucket/backups/${manifest}` },
      fault: 'status',
      status: 403,
    })
    expect(await run('backup', settings)).toMatchObject({ code: 1 })
    await sandbox.clearFaults()
    expect(await objectsOfBucket()).toEqual(expect.arrayContaining(earlier))
  })

  it('that are killed leave copies which the next backup removes, and none of another shop', async () => {
    const own = { BACKUP_DIR: at('killed'), BACKUP_REPLICATION_URL: url('postgres') }
    const killedDuring = async (program: string) =>
      run('backup', {
        ...own,
        PG_BIN: await programsWith(program, before(program, 'kill -9 $PPID; exit')),
      })
    const copies = () => readdirSync(at('killed')).filter((name) => name.startsWith('verify-'))
    await killedDuring('pg_restore')
    expect(await scratchDatabases()).toHaveLength(1)
    await killedDuring('pg_verifybackup')
    expect(copies()).toHaveLength(1)
    await query('postgres', 'create database dayfern_verify_0123456789ab')
    await query('postgres', 'create database dayfern_verify_1_0123456789ab')

    expect(await run('backup', own)).toMatchObject({ code: 0, stderr: '' })
    expect(copies()).toEqual([])
    expect(await scratchDatabases()).toEqual(['dayfern_verify_1_0123456789ab'])
    await query('postgres', 'drop database dayfern_verify_1_0123456789ab')
  })

  it('that are killed without a folder leave copies in the temporary folder which the next removes', async () => {
    await sandbox.reset()
    await mkdir(at('temporary', 'dayfern-verify-other_abcdef'), { recursive: true })
    const own = {
      ...bucketSettings(),
      BACKUP_DIR: '',
      TMPDIR: at('temporary'),
      BACKUP_REPLICATION_URL: url('postgres'),
    }
    const kill = before('pg_verifybackup', 'kill -9 $PPID; exit')
    await run('backup', { ...own, PG_BIN: await programsWith('pg_verifybackup', kill) })
    expect(readdirSync(at('temporary'))).toHaveLength(2)
    expect(await run('backup', own)).toMatchObject({ code: 0, stderr: '' })
    expect(readdirSync(at('temporary'))).toEqual(['dayfern-verify-other_abcdef'])
  })
})
