import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { identityToRecipient } from 'age-encryption'
import pg from 'pg'

import { queryOne, queueErasures, skipOrderNumbers } from '../database'
import type { Manifest } from '../manifests'
import { connectionEnv, findPostgresTools } from '../postgres-tools'
import type { BackupSettings } from '../settings'
import { archiveWal, findGap, listWal, openWalStores, positionOf } from '../wal-archive'
import { decryptSegment, openWalKeys } from '../wal-key'
import { unpackBase } from './base-backup'
import { assertSameSecret, erasedIn, findBackups, type FoundBackup } from './restore'

/** The folder inside the data directory that holds the archived WAL while it is applied. */
const walFolder = 'dayfern_wal'
const pollMs = 200
const logLines = 8

type Recovery = {
  /** The base backup that it began with. */
  name: string
  /** When the last transaction that was applied was committed; null if there was none after the base backup. */
  recoveredTo: string | null
  segments: number
  /** The first segment that is missing in the archive: nothing after it could be applied. Null if none is. */
  missingSegment: string | null
  erasedAgain: number
}

type Base = NonNullable<Manifest['base']>
type FoundBase = FoundBackup & { base: Base }

/** The newest base backup that was finished by then. @throws Error if there is none */
const chooseBase = (backups: FoundBackup[], target: Date | null): FoundBase => {
  const bases = backups.flatMap((backup) =>
    backup.manifest.base ? [{ ...backup, base: backup.manifest.base }] : [],
  )
  const fitting = bases.filter(
    ({ base }) => target === null || Date.parse(base.finishedAt) <= target.getTime(),
  )
  const newest = fitting.at(-1)
  if (newest) return newest
  const [oldest] = bases
  throw new Error(
    oldest
      ? `The oldest base backup is from ${oldest.base.finishedAt}. Choose a later time.`
      : 'There are no base backups. See "Point-in-time recovery" in docs/operations.md.',
  )
}

const timelineOf = (name: string): number => Number.parseInt(name.slice(0, 8), 16)

/** @throws Error that says how to go on if a segment was archived for the key of another passphrase */
const openSegment = async (
  bytes: Buffer,
  { name, keys, base }: { name: string; keys: string[]; base: Base },
): Promise<Buffer> => {
  try {
    return await decryptSegment(bytes, keys)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(
      reason.includes('no identity matched')
        ? `The segment ${name} was archived for an earlier BACKUP_PASSPHRASE. With that passphrase, you can recover to a time before ${base.finishedAt}. With this one, restore a nightly backup. See "Changing the passphrase" in docs/operations.md.`
        : `The segment ${name} is damaged: ${reason}`,
      { cause },
    )
  }
}

/**
 * Decrypts the archived WAL since the base backup into the data directory, still compressed.
 * @returns the segments, in the order in which they were archived
 */
const fetchWal = async (settings: BackupSettings, base: Base, dataDir: string, keys: string[]) => {
  const folder = path.join(dataDir, walFolder)
  await mkdir(folder, { mode: 0o700 })
  const first = positionOf(base.firstSegment) ?? ''
  const fetched = new Map<string, number>()
  for (const store of openWalStores(settings.target))
    for (const { systemId, name, file, archivedAt } of await listWal(store)) {
      const isNeeded = systemId === base.systemId && (positionOf(name) ?? first) >= first
      if (!isNeeded || fetched.has(name)) continue
      const bytes = await store.get(file)
      if (!bytes) continue
      await writeFile(
        path.join(folder, `${name}.gz`),
        await openSegment(bytes, { name, keys, base }),
      )
      fetched.set(name, archivedAt)
    }
  return [...fetched]
    .filter(([name]) => positionOf(name) !== null)
    .sort(([, one], [, other]) => one - other)
    .map(([name]) => name)
}

/**
 * Follows the server that archived last. PostgreSQL's "latest" would follow the newest timeline instead, which may be
 * that of a recovery that was only a trial.
 */
const chooseTimeline = (base: Base, segments: readonly string[]): string => {
  const own = timelineOf(base.firstSegment)
  const newest = segments.map(timelineOf).findLast((timeline) => timeline >= own)
  return newest === undefined || newest === own ? 'current' : String(newest)
}

/** The target time (null: everything) and the timeline. */
type Goal = { target: Date | null; timeline: string }

/** Settings of the server that only recovers. It is reachable only through a socket in our own folder. */
const recoverySettings = (dataDir: string, socketDir: string, { target, timeline }: Goal) => ({
  config_file: path.join(socketDir, 'postgresql.conf'),
  hba_file: path.join(socketDir, 'pg_hba.conf'),
  ident_file: path.join(socketDir, 'pg_ident.conf'),
  listen_addresses: '',
  port: '5432',
  ssl: 'off',
  logging_collector: 'off',
  unix_socket_directories: socketDir,
  archive_mode: 'off',
  // Otherwise the limits of this server have to be at least those of the one that was backed up.
  hot_standby: 'off',
  restore_command: `gunzip -c < '${path.join(dataDir, walFolder)}/%f.gz' > '%p'`,
  recovery_target_action: 'promote',
  recovery_target_timeline: timeline,
  ...(target
    ? { recovery_target_time: target.toISOString().replace('T', ' ').replace('Z', '+00') }
    : {}),
})

const startServer = async (program: string, dataDir: string, goal: Goal) => {
  const socketDir = await mkdtemp(path.join(tmpdir(), 'dayfern-recovery-'))
  await writeFile(path.join(socketDir, 'postgresql.conf'), '')
  await writeFile(path.join(socketDir, 'pg_hba.conf'), 'local all all trust\n', { mode: 0o600 })
  await writeFile(path.join(socketDir, 'pg_ident.conf'), '')
  const logFile = path.join(socketDir, 'log')
  const log = openSync(logFile, 'w')
  const settings = Object.entries(recoverySettings(dataDir, socketDir, goal))
  const child = spawn(
    program,
    ['-D', dataDir, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { stdio: ['ignore', log, log] },
  )
  closeSync(log)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.once('error', () => undefined)
  return {
    socketDir,
    /** @throws Error with the end of the server's log if it has ended */
    assertRunning: async () => {
      if (child.exitCode === null && child.signalCode === null) return
      const lines = (await readFile(logFile, 'utf8')).trim().split('\n').slice(-logLines)
      throw new Error(`PostgreSQL stopped while it recovered:\n${lines.join('\n')}`)
    },
    /** Stops it cleanly, so that any server of that version can start on the data directory. */
    stop: async () => {
      child.kill('SIGINT')
      await ended
      await rm(socketDir, { recursive: true, force: true })
    },
  }
}

/** Waits until all WAL is applied and the server takes writes. */
const connectWhenRecovered = async (
  { databaseUrl }: BackupSettings,
  server: Awaited<ReturnType<typeof startServer>>,
): Promise<pg.Client> => {
  const { PGUSER: user, PGDATABASE: database } = connectionEnv(databaseUrl)
  for (;;) {
    await server.assertRunning()
    const client = new pg.Client({ host: server.socketDir, port: 5432, user, database })
    try {
      await client.connect()
      const { waits } = await queryOne<{ waits: boolean }>(
        client,
        'select pg_is_in_recovery() as waits',
      )
      if (!waits) return client
    } catch (error) {
      // "The database system is starting up", or no socket yet; any other refusal is final.
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code !== '57P03' && code !== 'ENOENT' && code !== 'ECONNREFUSED') throw error
    }
    await client.end().catch(() => undefined)
    await sleep(pollMs)
  }
}

/** Archives the histories of the new timeline, so that a later recovery from an older base backup chooses another one. */
const archiveHistories = async (
  { target }: BackupSettings,
  { dataDir, systemId, key }: { dataDir: string; systemId: string; key: string },
): Promise<void> => {
  const recipient = await identityToRecipient(key)
  const folder = path.join(dataDir, 'pg_wal')
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.history')))
    await archiveWal(
      { target, recipient },
      { name, systemId, bytes: await readFile(path.join(folder, name)) },
    )
}

/** @throws Error if PostgreSQL can't run in this directory, or it isn't empty */
const assertUsable = async (dataDir: string): Promise<void> => {
  if (process.getuid?.() === 0)
    throw new Error(
      'PostgreSQL won’t run as root. Run this as the user that runs PostgreSQL, such as with: sudo -u postgres',
    )
  // The path becomes part of restore_command, which a shell reads.
  if (!/^\/[\w./-]+$/.test(dataDir))
    throw new Error(
      'Enter the data directory as a full path that contains only letters, digits, and . _ -',
    )
  if (existsSync(dataDir) && (await readdir(dataDir)).length > 0)
    throw new Error(`${dataDir} isn’t empty. Choose an empty folder.`)
}

/**
 * Restores the whole server into an empty data directory: the newest base backup before `target`, and the archived WAL
 * up to it. Starts PostgreSQL on the directory once to apply the WAL, skips order numbers that may have been given out
 * since, queues the erasure of people whose erasure is known, and stops it. Afterwards any PostgreSQL of that version
 * can be started on the directory.
 * @param dataDir must not exist or be empty, and belong to the user who runs this
 * @param target null for everything that was archived
 * @throws Error if PAYLOAD_SECRET is another one, the target is later than the archive, WAL is missing, or a file can't be
 * opened; the directory is incomplete then and has to be removed
 */
export async function recover(
  settings: BackupSettings,
  dataDir: string,
  target: Date | null,
): Promise<Recovery> {
  await assertUsable(dataDir)
  const backups = await findBackups(settings)
  const found = chooseBase(backups, target)
  assertSameSecret(settings, found)
  const { location, manifest, base } = found
  const tools = await findPostgresTools(manifest.postgres, settings.env, ['postgres'], true)
  const keys = await openWalKeys(settings.target, settings.passphrase)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await unpackBase(settings, location, base.file, dataDir)
  // A backup made before archiving began has segments that the archive lacks.
  const ownSegments = await readdir(path.join(dataDir, 'pg_wal'))
  const segments = await fetchWal(settings, base, dataDir, keys)
  await writeFile(path.join(dataDir, 'recovery.signal'), '')
  const server = await startServer(path.join(tools.folder, 'postgres'), dataDir, {
    target,
    timeline: chooseTimeline(base, segments),
  })
  try {
    const client = await connectWhenRecovered(settings, server)
    try {
      const { at } = await queryOne<{ at: Date | null }>(
        client,
        'select pg_last_xact_replay_timestamp() as at',
      )
      await skipOrderNumbers(client)
      const erasedAgain = await queueErasures(client, erasedIn(backups), backups.at(-1))
      const [key = ''] = keys
      await archiveHistories(settings, { dataDir, systemId: base.systemId, key })
      return {
        name: manifest.name,
        recoveredTo: at?.toISOString() ?? null,
        segments: segments.length,
        missingSegment: findGap(
          [base.firstSegment, ...ownSegments, ...segments],
          base.segmentBytes,
        ),
        erasedAgain,
      }
    } finally {
      await client.end()
    }
  } finally {
    await server.stop()
    await rm(path.join(dataDir, walFolder), { recursive: true, force: true })
  }
}
