// Backups of the database and the uploads: encrypted, and restored once to prove that they can be.
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

import pg from 'pg'

import { programFlags, run } from '../child-processes.mjs'
import { placeholderEnv } from '../placeholder-env.mjs'
import { decryptInto, encryptOutput } from './encrypted-file.mjs'
import { connectionEnv, findPostgresTools, urlOfDatabase } from './postgres-tools.mjs'

/** An advisory lock of this program: two backups at once would write the same files. */
const backupLock = 7_204_499
const shortestPassphrase = 16
/** Longer would keep erased people's data longer than the shop promises. */
const longestKeepDays = 35
const dayMs = 86_400_000

/**
 * @typedef {{ databaseUrl: string, uploadsDir: string, hasBucket: boolean, backupDir: string, passphrase: string,
 *   keepDays: number, env?: Record<string, string | undefined> }} BackupSettings
 */

/** Reads the settings from environment variables. @throws Error that says what is missing @returns {BackupSettings} */
export function backupSettings(env) {
  const missing = ['DATABASE_URL', 'BACKUP_DIR', 'BACKUP_PASSPHRASE'].filter((name) => !env[name])
  if (missing.length > 0) throw new Error(`Set ${missing.join(', ')}, then run this again.`)
  if (env.BACKUP_PASSPHRASE.length < shortestPassphrase)
    throw new Error(`BACKUP_PASSPHRASE needs at least ${shortestPassphrase} characters.`)
  const keepDays = Number(env.BACKUP_KEEP_DAYS || 30)
  if (!Number.isInteger(keepDays) || keepDays < 1 || keepDays > longestKeepDays)
    throw new Error(`BACKUP_KEEP_DAYS has to be a whole number from 1 to ${longestKeepDays}.`)
  return {
    databaseUrl: env.DATABASE_URL,
    uploadsDir: env.UPLOADS_DIR || '.data/uploads',
    hasBucket: Boolean(env.STORAGE_BUCKET),
    backupDir: env.BACKUP_DIR,
    passphrase: env.BACKUP_PASSPHRASE,
    keepDays,
    env,
  }
}

const connect = async (databaseUrl) => {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  await client.connect()
  return client
}

/** The number of rows of every table, by 'schema.table'. */
const countRows = async (client) => {
  const { rows } = await client.query(
    `select schemaname, tablename from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1, 2`,
  )
  const counts = {}
  for (const { schemaname, tablename } of rows) {
    const table = `${pg.escapeIdentifier(schemaname)}.${pg.escapeIdentifier(tablename)}`
    const {
      rows: [row],
    } = await client.query(`select count(*)::integer as count from ${table}`)
    counts[`${schemaname}.${tablename}`] = row.count
  }
  return counts
}

/** Ids of the accounts that were erased, which a restored backup has to erase again. */
const listErased = async (client) => {
  const {
    rows: [{ known }],
  } = await client.query(`select to_regclass('public.audit_events') is not null as known`)
  if (!known) return []
  const { rows } = await client.query(
    `select distinct (details->>'userId')::integer as id from audit_events where action = 'person.erased' and details->>'userId' is not null order by 1`,
  )
  return rows.map(({ id }) => id)
}

/** Every file below a folder with its size and time, in a fixed order. */
const listFiles = async (folder) => {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)))
    .sort()
  return Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs } = await stat(path.join(folder, name))
      return { name, size, mtimeMs: Math.round(mtimeMs) }
    }),
  )
}

/** The manifests of a folder, oldest first. */
export async function listBackups(backupDir) {
  const names = existsSync(backupDir) ? await readdir(backupDir) : []
  const manifests = await Promise.all(
    names
      .filter((name) => /^dayfern-.*\.json$/.test(name))
      .sort()
      .map(async (name) => JSON.parse(await readFile(path.join(backupDir, name), 'utf8'))),
  )
  return manifests
}

/** What esbuild makes of the source, or what the build made where esbuild isn't installed. */
const moveFilesProgram = () =>
  import('../bundle.mjs')
    .then(({ bundled }) => bundled('src/jobs/move-files.ts'))
    .catch(() => 'dist/move-files.mjs')

/** Runs the program of `npm run move-files` with a folder of ours. @throws Error with what it wrote if a file can't be copied */
const moveFiles = async ({ env }, folder, args = []) => {
  const settings = { ...placeholderEnv, ...process.env, ...env }
  await run(process.execPath, [...programFlags, await moveFilesProgram(), ...args], {
    env: { ...settings, NODE_ENV: 'production', UPLOADS_DIR: folder },
  }).catch((error) => {
    throw new Error(`The files in the bucket: ${(error.output ?? error.message).trim()}`)
  })
}

/** The folder with the uploads: of a bucket a copy beside the backups, for which only new files are read. */
const uploadsFolder = async (settings) => {
  if (!settings.hasBucket) return settings.uploadsDir
  const mirror = path.join(settings.backupDir, 'uploads')
  await mkdir(mirror, { recursive: true, mode: 0o700 })
  await moveFiles(settings, mirror, ['--mirror'])
  return mirror
}

/** Uploads change rarely, so an archive that still fits is used again. */
const backUpFiles = async (settings, name, earlier) => {
  const { backupDir, passphrase, env } = settings
  const uploadsDir = await uploadsFolder(settings)
  const files = await listFiles(uploadsDir)
  const fingerprint = createHash('sha256').update(JSON.stringify(files)).digest('hex')
  const same = earlier.findLast(
    (manifest) =>
      manifest.files.fingerprint === fingerprint &&
      existsSync(path.join(backupDir, manifest.files.file)),
  )
  if (same) return same.files
  const file = `${name}.files.age`
  if (files.length === 0) await mkdir(uploadsDir, { recursive: true })
  const bytes = await encryptOutput('tar', ['-C', uploadsDir, '-cf', '-', '.'], {
    env: { PATH: env?.PATH ?? process.env.PATH },
    file: path.join(backupDir, file),
    passphrase,
  })
  return { file, bytes, count: files.length, fingerprint }
}

/** Restores a dump into a database of its own, compares the rows, and drops it. */
const verifyDump = async ({ databaseUrl, passphrase, env }, tools, file, counts) => {
  const scratch = `dayfern_verify_${randomBytes(6).toString('hex')}`
  const client = await connect(databaseUrl)
  try {
    await client.query(`create database ${scratch}`)
    try {
      await decryptInto(
        tools.restore,
        ['--exit-on-error', '--no-owner', '--no-privileges', '--dbname', scratch],
        { env: { ...env, ...connectionEnv(databaseUrl, scratch) }, file, passphrase },
      )
      const restored = await connect(urlOfDatabase(databaseUrl, scratch))
      try {
        assertSameCounts(counts, await countRows(restored))
      } finally {
        await restored.end()
      }
    } finally {
      await client.query(`drop database if exists ${scratch} with (force)`)
    }
  } finally {
    await client.end()
  }
}

const assertSameCounts = (expected, actual) => {
  const different = Object.keys({ ...expected, ...actual }).filter(
    (table) => expected[table] !== actual[table],
  )
  if (different.length > 0)
    throw new Error(
      `The restored database differs in ${different.map((table) => `${table} (${actual[table] ?? 0} of ${expected[table] ?? 0} rows)`).join(', ')}.`,
    )
}

/** Deletes backups older than `keepDays`, never the newest one, and archives that no backup uses. */
const prune = async ({ backupDir, keepDays }, now) => {
  const manifests = await listBackups(backupDir)
  const expired = manifests
    .slice(0, -1)
    .filter(({ createdAt }) => Date.parse(createdAt) < now - keepDays * dayMs)
  for (const { name, dump } of expired) {
    await rm(path.join(backupDir, `${name}.json`), { force: true })
    await rm(path.join(backupDir, dump.file), { force: true })
  }
  const used = new Set(
    (await listBackups(backupDir)).flatMap(({ dump, files }) => [dump.file, files.file]),
  )
  for (const name of await readdir(backupDir))
    if (/^dayfern-.*\.(age|part)$/.test(name) && !used.has(name))
      await rm(path.join(backupDir, name), { force: true })
  return expired.length
}

const writeJson = async (file, value) => {
  await writeFile(`${file}.part`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.part`, file)
}

const dumpDatabase = async (settings, client, tools, name) => {
  const { databaseUrl, backupDir, passphrase, env } = settings
  // One snapshot for the dump and the counts, while the shop goes on selling.
  await client.query('begin isolation level repeatable read read only')
  const {
    rows: [{ snapshot }],
  } = await client.query('select pg_export_snapshot() as snapshot')
  const counts = await countRows(client)
  const erased = await listErased(client)
  const file = `${name}.dump.age`
  const bytes = await encryptOutput(
    tools.dump,
    ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${snapshot}`],
    {
      env: { ...env, ...connectionEnv(databaseUrl) },
      file: path.join(backupDir, file),
      passphrase,
    },
  )
  await client.query('commit')
  return { dump: { file, bytes }, counts, erased }
}

/**
 * Writes one backup, restores it into a scratch database to prove that it works, and deletes expired ones. The shop
 * stays open. If anything fails, the backups from before stay, and nothing half-written is left.
 * @param {BackupSettings} settings
 * @returns the manifest, which is also written beside the files
 * @throws Error with what to do about it
 */
export async function backUp(settings, now = new Date()) {
  const { databaseUrl, backupDir } = settings
  await mkdir(backupDir, { recursive: true, mode: 0o700 })
  const client = await connect(databaseUrl)
  try {
    const {
      rows: [{ version, locked }],
    } = await client.query(
      `select current_setting('server_version_num')::integer / 10000 as version, pg_try_advisory_lock(${backupLock}) as locked`,
    )
    if (!locked) throw new Error('Another backup is running.')
    const tools = await findPostgresTools(version, settings.env)
    const name = `dayfern-${now.toISOString().replace(/[-:]|\.\d+/g, '')}`
    const earlier = await listBackups(backupDir)
    const { dump, counts, erased } = await dumpDatabase(settings, client, tools, name)
    const files = await backUpFiles(settings, name, earlier)
    try {
      await verifyDump(settings, tools, path.join(backupDir, dump.file), counts)
    } catch (error) {
      await rm(path.join(backupDir, dump.file), { force: true })
      throw error
    }
    const manifest = {
      name,
      createdAt: now.toISOString(),
      postgres: version,
      dump,
      files,
      counts,
      erased,
    }
    await writeJson(path.join(backupDir, `${name}.json`), manifest)
    return { ...manifest, deleted: await prune(settings, now.getTime()) }
  } finally {
    await client.end()
  }
}

/**
 * Notes the result of a run for the shop's admin.
 * @param {{ bytes: number | null, error: string | null }} result
 */
export async function writeStatus({ backupDir }, { bytes, error }, now = new Date()) {
  const file = path.join(backupDir, 'status.json')
  const before = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : { lastGoodAt: null }
  await writeJson(
    file,
    error === null
      ? { lastGoodAt: now.toISOString(), bytes, error }
      : { lastGoodAt: before.lastGoodAt, bytes: before.bytes ?? null, error: error.slice(0, 300) },
  )
}

/** Asks the shop to erase again whoever was erased after the backup, as far as newer backups know. */
const eraseAgain = async (client, ids) => {
  const { rows } = await client.query(
    `insert into data_requests (code, source, status, user_id, received_at, acknowledge_by, acknowledged_at, verify_by, verified_at, complete_by, erase_after)
     select md5(random()::text || id), 'mail', 'verified', id, now(), now(), now(), now(), now(), now(), now()
       from users where id = any($1) returning user_id`,
    [ids],
  )
  if (rows.length > 0) await client.query(`select graphile_worker.add_job('purge-expired', '{}')`)
  return rows.length
}

/**
 * Restores a backup into an empty database and an empty uploads folder, and from there into the bucket if there is one.
 * @param {BackupSettings} settings
 * @param {string} [name] as listed; the newest unless given
 * @returns the manifest, and how many people are erased again
 * @throws Error if the database or the folder isn't empty, or the backup can't be read; the database may be half restored
 */
export async function restore(settings, name) {
  const { databaseUrl, backupDir, uploadsDir, passphrase, env } = settings
  const manifests = await listBackups(backupDir)
  const manifest = name ? manifests.find((one) => one.name === name) : manifests.at(-1)
  if (!manifest)
    throw new Error(
      manifests.length === 0
        ? `There are no backups in ${backupDir}.`
        : `There's no backup ${name}. There are: ${manifests.map((one) => one.name).join(', ')}.`,
    )
  if ((await listFiles(uploadsDir)).length > 0)
    throw new Error(
      `${uploadsDir} has files. Move them away, or set UPLOADS_DIR to another folder.`,
    )
  const client = await connect(databaseUrl)
  try {
    if (Object.keys(await countRows(client)).length > 0)
      throw new Error('The database has tables. Set DATABASE_URL to an empty database.')
    const {
      rows: [{ version }],
    } = await client.query(
      `select current_setting('server_version_num')::integer / 10000 as version`,
    )
    const tools = await findPostgresTools(Math.max(version, manifest.postgres), env)
    await decryptInto(
      tools.restore,
      [
        '--exit-on-error',
        '--no-owner',
        '--no-privileges',
        '--single-transaction',
        '--dbname',
        connectionEnv(databaseUrl).PGDATABASE,
      ],
      {
        env: { ...env, ...connectionEnv(databaseUrl) },
        file: path.join(backupDir, manifest.dump.file),
        passphrase,
      },
    )
    assertSameCounts(manifest.counts, await countRows(client))
    await mkdir(uploadsDir, { recursive: true })
    await decryptInto('tar', ['-C', uploadsDir, '-xf', '-'], {
      env: { PATH: env?.PATH ?? process.env.PATH },
      file: path.join(backupDir, manifest.files.file),
      passphrase,
    })
    if (settings.hasBucket) await moveFiles(settings, uploadsDir)
    const later = manifests
      .flatMap(({ erased }) => erased)
      .filter((id) => !manifest.erased.includes(id))
    const erased = later.length > 0 ? await eraseAgain(client, [...new Set(later)]) : 0
    return { ...manifest, erasedAgain: erased }
  } finally {
    await client.end()
  }
}
