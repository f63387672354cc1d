import { createHash } from 'node:crypto'
import { mkdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type pg from 'pg'

import { dayMs } from '@/platform/calendar-days'
import { pluralize } from '@/platform/pluralize'
import { createBucketFiles } from '@/platform/storage/bucket-files'
import { copyFiles, deleteOthers } from '@/platform/storage/copy-files'
import { uploadsPrefix } from '@/platform/storage/file-store'
import {
  createFolderFiles,
  diskFolder,
  isMissing,
  listFolder,
} from '@/platform/storage/folder-files'

import { type BackupLocation, openLocations, writeText } from '../backup-location'
import {
  assertSameCounts,
  connect,
  countRows,
  listErased,
  majorVersion,
  queryOne,
  type RowCounts,
} from '../database'
import { decryptStream, feedProgram, type Program, storeOutput } from '../encrypted-stream'
import { contentOf, filesOf, listManifests, type Manifest } from '../manifests'
import { connectionEnv, findPostgresTools, type PostgresTools, programEnv } from '../postgres-tools'
import { nameScratchDatabase, removeScratchCopies } from '../scratch-copies'
import type { BackupSettings } from '../settings'
import { opensNewestWal, pruneWal } from '../wal-archive'
import { ensureWalKey, openWalKeys } from '../wal-key'
import { makeBase } from './base-backup'

/** An advisory lock of this program: two backups at once would write the same files. */
const backupLock = 7_204_499

type Context = {
  settings: BackupSettings
  client: pg.Client
  tools: PostgresTools
  location: BackupLocation
}

/** Null for a file that was deleted since it was listed. */
const statFile = async (folder: string, name: string) => {
  try {
    const { size, mtimeMs } = await stat(path.join(folder, name))
    return { name, size, mtimeMs: Math.round(mtimeMs) }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Every file below a folder with its size and time, in a fixed order. Files that are still written are left out. */
const listFiles = async (folder: string) => {
  await mkdir(folder, { recursive: true })
  const entries = await listFolder(folder)
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()
  const files = await Promise.all(names.map((name) => statFile(folder, name)))
  return files.filter((file) => file !== null)
}

/** tar's messages, with exit code 1, when visitors add or delete files meanwhile. The next backup has those files. */
const harmlessChange =
  /: (file changed as we read it|file removed before we read it|file shrank by .*)$/i

/** A tar of the uploads. Its messages are in English, so that `isSuccess` knows them. */
const tarOf = (folder: string, env: BackupSettings['env']): Program => ({
  command: 'tar',
  args: ['-C', folder, '--exclude=*.part', `--exclude=./${diskFolder}`, '-cf', '-', '.'],
  env: { ...programEnv(env), LC_ALL: 'C' },
  isSuccess: (code, errors) =>
    code === 0 || (code === 1 && errors.split('\n').every((line) => harmlessChange.test(line))),
})

/** The folder with the uploads. For a bucket it is a copy, which only downloads new files. */
const uploadsFolder = async ({ uploadsBucket, uploadsDir, target }: BackupSettings) => {
  if (!uploadsBucket) return uploadsDir
  const mirror = target.folder
    ? path.join(target.folder, 'uploads')
    : path.join(tmpdir(), `dayfern-uploads-${uploadsBucket.bucket}`)
  await mkdir(mirror, { recursive: true, mode: 0o700 })
  const [bucket, folder] = [
    createBucketFiles(uploadsBucket, { prefix: uploadsPrefix }),
    createFolderFiles(mirror),
  ]
  const { failed } = await copyFiles(bucket, folder)
  const [first] = failed
  if (first)
    throw new Error(
      `${pluralize(failed.length, 'file')} in the bucket can't be copied, such as ${first.name} (${first.reason}).`,
    )
  await deleteOthers(bucket, folder)
  return mirror
}

/** Whether the passphrase opens a file. Reads no more than its beginning; takes a second of CPU. */
const opens = async (
  location: BackupLocation,
  file: string,
  passphrase: BackupSettings['passphrase'],
): Promise<boolean> => {
  const content = await location.read(file)
  try {
    const plain = await decryptStream(file, content, passphrase)
    plain.destroy()
    return true
  } catch {
    return false
  } finally {
    content.destroy()
  }
}

/**
 * Uploads change rarely, so an archive that still matches is reused, unless it was encrypted with an earlier
 * passphrase: the new one couldn't restore it.
 */
const backUpFiles = async ({ settings, location }: Context, name: string, earlier: Manifest[]) => {
  const folder = await uploadsFolder(settings)
  const files = await listFiles(folder)
  // Not with `hashText`, whose module reads the shop's settings: a backup has only its own.
  const fingerprint = createHash('sha256').update(JSON.stringify(files)).digest('hex')
  const present = await location.list()
  const same = earlier.findLast(
    (manifest) =>
      manifest.files.fingerprint === fingerprint &&
      present.get(manifest.files.file) === manifest.files.bytes,
  )
  if (same && (await opens(location, same.files.file, settings.passphrase))) return same.files
  const file = `${name}.files.age`
  const bytes = await storeOutput(tarOf(folder, settings.env), settings.passphrase, (content) =>
    location.write(file, content),
  )
  return { file, bytes, count: files.length, fingerprint }
}

/** @throws Error naming the command that lets the role create the database that a backup is restored into */
const assertMayCreateDatabases = async (client: pg.Client): Promise<void> => {
  const { allowed, role } = await queryOne<{ allowed: boolean; role: string }>(
    client,
    `select rolcreatedb or rolsuper as allowed, quote_ident(rolname) as role from pg_roles where rolname = current_user`,
  )
  if (!allowed)
    throw new Error(
      `Each backup is restored into a separate database, which ${role} isn’t allowed to create. As a PostgreSQL superuser, run "alter role ${role} createdb", then try again.`,
    )
}

/** Restores a dump into a database of its own, compares the rows, and drops it. */
const verifyDump = async (
  { settings, client, tools, location }: Context,
  file: string,
  counts: RowCounts,
) => {
  const { databaseUrl, passphrase, env } = settings
  const scratch = await nameScratchDatabase(client)
  await client.query(`create database ${scratch}`)
  try {
    await feedProgram(
      {
        command: path.join(tools.folder, 'pg_restore'),
        args: ['--exit-on-error', '--no-owner', '--no-privileges', '--dbname', scratch],
        env: { ...programEnv(env), ...connectionEnv(databaseUrl, scratch) },
      },
      { name: file, content: await location.read(file), passphrase },
    )
    const restored = await connect(databaseUrl, scratch)
    try {
      assertSameCounts(counts, await countRows(restored))
    } finally {
      await restored.end()
    }
  } finally {
    // On a connection of its own, because the other one may be what failed.
    const admin = await connect(databaseUrl)
    try {
      await admin.query(`drop database if exists ${scratch} with (force)`)
    } finally {
      await admin.end()
    }
  }
}

const dumpDatabase = async ({ settings, client, tools, location }: Context, name: string) => {
  // The dump and the counts share one snapshot, because the shop stays open.
  await client.query('begin isolation level repeatable read read only')
  try {
    const { snapshot } = await queryOne<{ snapshot: string }>(
      client,
      'select pg_export_snapshot() as snapshot',
    )
    const counts = await countRows(client)
    const erasures = await listErased(client)
    const file = `${name}.dump.age`
    const bytes = await storeOutput(
      {
        command: path.join(tools.folder, 'pg_dump'),
        args: ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${snapshot}`],
        env: { ...programEnv(settings.env), ...connectionEnv(settings.databaseUrl) },
      },
      settings.passphrase,
      (content) => location.write(file, content),
    )
    return { dump: { file, bytes }, counts, erasures }
  } finally {
    await client.query('rollback')
  }
}

/** 'dayfern-20261121T094100Z' */
const backupName = (at: Date): string => `dayfern-${at.toISOString().replace(/[-:]|\.\d+/g, '')}`

/**
 * Deletes backups older than `keepDays`, never the newest one, base backups older than `walKeepDays`, their files, and
 * those of unfinished backups. A base backup expires before its manifest, which is then rewritten without it.
 */
const prune = async (
  { keepDays, walKeepDays }: BackupSettings,
  location: BackupLocation,
  now: number,
): Promise<{ expired: number; remaining: Manifest[] }> => {
  const manifests = await listManifests(location)
  const isOlder = ({ createdAt }: Manifest, days: number): boolean =>
    Date.parse(createdAt) < now - days * dayMs
  const expired = manifests.slice(0, -1).filter((manifest) => isOlder(manifest, keepDays))
  for (const { name } of expired) await location.delete(`${name}.json`)
  const remaining: Manifest[] = []
  for (const manifest of manifests.filter((one) => !expired.includes(one))) {
    const isNewest = manifest === manifests.at(-1)
    const thinned =
      manifest.base && !isNewest && isOlder(manifest, walKeepDays)
        ? { ...manifest, base: null }
        : manifest
    if (thinned !== manifest) await writeManifest(location, thinned)
    remaining.push(thinned)
  }
  const used = new Set(remaining.flatMap(filesOf))
  const dropped = new Set(manifests.flatMap(filesOf))
  // A newer one can be that of another shop with the same location, which is still making its backup.
  const unfinishedBefore = backupName(new Date(now - dayMs))
  for (const name of (await location.list()).keys()) {
    const isUnused = /^dayfern-.*\.(age|part)$/.test(name) && !used.has(name)
    if (isUnused && (dropped.has(name) || name < unfinishedBefore)) await location.delete(name)
  }
  return { expired: expired.length, remaining }
}

const writeManifest = (location: BackupLocation, manifest: Manifest): Promise<void> =>
  writeText(location, `${manifest.name}.json`, `${JSON.stringify(manifest, null, 2)}\n`)

/** Copies a finished backup to another location, and compares what arrived there. */
const copyBackup = async (
  from: BackupLocation,
  to: BackupLocation,
  manifest: Manifest,
): Promise<void> => {
  const present = await to.list()
  // A copy that broke off may have left some of a file's parts, or damaged ones. Only a finished backup vouches for a file.
  const finished = new Set((await listManifests(to)).flatMap(filesOf))
  const hashOf = async (location: BackupLocation, file: string): Promise<string> => {
    const hash = createHash('sha256')
    for await (const part of await location.read(file)) hash.update(part as Buffer)
    return hash.digest('hex')
  }
  for (const { file, bytes } of contentOf(manifest)) {
    if (finished.has(file) && present.get(file) === bytes) continue
    await to.write(file, await from.read(file))
    if ((await hashOf(from, file)) !== (await hashOf(to, file))) {
      await to.delete(file)
      throw new Error(`${file} arrived damaged in ${to.label}.`)
    }
  }
  await writeManifest(to, manifest)
}

/** @param remaining the manifests of all locations: each may have base backups that the others lack */
const pruneArchive = async (
  { target, keepDays }: BackupSettings,
  remaining: Manifest[],
  now: number,
) => {
  const bases = remaining
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .flatMap(({ base }) => (base ? [base] : []))
  const newest = bases.at(-1)
  const oldest = bases.find(({ systemId }) => systemId === newest?.systemId)
  if (oldest) await pruneWal(target, { ...oldest, expiredBefore: now - keepDays * dayMs })
}

type BackupResult = {
  manifest: Manifest
  /** Backups that expired. */
  deleted: number
  /** How many backups there are now. */
  count: number
  places: string[]
  /** For the settings of the program that archives WAL; null without base backups. */
  walRecipient: string | null
  /** Whether the passphrase opens the newest archived WAL. */
  opensWal: boolean
}

/** Writes the files of one backup to its first location and verifies them there. */
const writeBackup = async (context: Context, now: Date): Promise<Manifest> => {
  const { settings, client, location } = context
  const name = backupName(now)
  const earlier = await listManifests(location)
  const { dump, counts, erasures } = await dumpDatabase(context, name)
  const files = await backUpFiles(context, name, earlier)
  try {
    await verifyDump(context, dump.file, counts)
  } catch (error) {
    await location.delete(dump.file)
    throw error
  }
  const postgres = await majorVersion(client)
  const base = await makeBase(settings, { location, client, major: postgres }, name)
  const createdAt = now.toISOString()
  const erased = erasures.flatMap(({ userId }) => userId ?? [])
  const { secretFingerprint } = settings
  const contents = { dump, files, base, counts, erased, erasures }
  const manifest = { name, createdAt, postgres, secretFingerprint, ...contents }
  await writeManifest(location, manifest)
  return manifest
}

/**
 * Writes one backup, restores it into a scratch database to prove that it works, copies it to the second location if
 * there is one, and deletes expired ones. The shop stays open. If anything fails, earlier backups stay, and a
 * half-written one doesn't count as a backup.
 * @throws Error with what to do about it
 */
export async function backUp(settings: BackupSettings, now = new Date()): Promise<BackupResult> {
  const locations = openLocations(settings.target)
  const [location, ...copies] = locations
  if (!location) throw new Error('No backup location is set.')
  const client = await connect(settings.databaseUrl)
  try {
    const { locked } = await queryOne<{ locked: boolean }>(
      client,
      `select pg_try_advisory_lock(${backupLock}) as locked`,
    )
    if (!locked) throw new Error('Another backup is running.')
    await assertMayCreateDatabases(client)
    await removeScratchCopies(client, settings.target)
    const walRecipient = settings.replicationUrl
      ? await ensureWalKey(settings.target, settings.passphrase)
      : null
    const tools = await findPostgresTools(await majorVersion(client), settings.env)
    // Expired backups are also deleted before anything is written: a full location needs the space, and they must go
    // even if this backup fails.
    const before = await prune(settings, location, now.getTime())
    const manifest = await writeBackup({ settings, client, tools, location }, now)
    const { expired, remaining } = await prune(settings, location, now.getTime())
    const inCopies: Manifest[] = []
    for (const copy of copies) {
      await prune(settings, copy, now.getTime())
      await copyBackup(location, copy, manifest)
      inCopies.push(...(await prune(settings, copy, now.getTime())).remaining)
    }
    await pruneArchive(settings, [...remaining, ...inCopies], now.getTime())
    const labels = locations.map(({ label }) => label)
    const deleted = before.expired + expired
    const { base } = manifest
    const { target, passphrase } = settings
    const opensWal =
      !base || (await opensNewestWal(target, base.systemId, await openWalKeys(target, passphrase)))
    return { manifest, deleted, count: remaining.length, places: labels, walRecipient, opensWal }
  } finally {
    await client.end()
  }
}
