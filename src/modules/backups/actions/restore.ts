import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'

import { pluralize } from '@/platform/pluralize'
import { createBucketFiles } from '@/platform/storage/bucket-files'
import { copyFiles } from '@/platform/storage/copy-files'
import { uploadsPrefix } from '@/platform/storage/file-store'
import { createFolderFiles, diskFolder } from '@/platform/storage/folder-files'

import { type BackupLocation, openLocations } from '../backup-location'
import {
  assertSameCounts,
  connect,
  countRows,
  majorVersion,
  queueErasures,
  skipOrderNumbers,
} from '../database'
import { feedProgram } from '../encrypted-stream'
import { type Erasure, listManifests, type Manifest } from '../manifests'
import { connectionEnv, findPostgresTools, programEnv } from '../postgres-tools'
import type { BackupSettings } from '../settings'

export type FoundBackup = { location: BackupLocation; manifest: Manifest }

/** All backups of all locations, oldest first. A backup in two locations appears twice, the folder's copy last. */
export async function findBackups(settings: BackupSettings): Promise<FoundBackup[]> {
  const backups: FoundBackup[] = []
  for (const location of openLocations(settings.target).reverse())
    for (const manifest of await listManifests(location)) backups.push({ location, manifest })
  return backups.sort((one, other) => one.manifest.name.localeCompare(other.manifest.name))
}

/** Everyone who was erased according to any backup. */
export function erasedIn(backups: readonly FoundBackup[]): Erasure[] {
  const erasures = backups.flatMap(({ manifest }) => manifest.erasures)
  const ids = new Set(erasures.map(({ userId }) => userId))
  const others = backups.flatMap(({ manifest }) => manifest.erased.filter((id) => !ids.has(id)))
  return [...erasures, ...others.map((userId) => ({ at: null, userId, addressHashes: [] }))]
}

/** @throws Error if the backed-up shop had another PAYLOAD_SECRET than the one that is set */
export function assertSameSecret(
  { secretFingerprint }: BackupSettings,
  { manifest }: FoundBackup,
): void {
  if (
    secretFingerprint &&
    manifest.secretFingerprint &&
    secretFingerprint !== manifest.secretFingerprint
  )
    throw new Error(
      'Nothing was restored: PAYLOAD_SECRET doesn’t match the shop that was backed up. Set that shop’s secret, or leave it empty if it’s lost.',
    )
}

/** @throws Error if there is none, or none of that name */
const chooseBackup = (backups: FoundBackup[], { target }: BackupSettings, name?: string) => {
  const backup = name ? backups.findLast(({ manifest }) => manifest.name === name) : backups.at(-1)
  if (backup) return backup
  const names = [...new Set(backups.map(({ manifest }) => manifest.name))]
  throw new Error(
    names.length === 0
      ? `There are no backups in ${openLocations(target)
          .map(({ label }) => label)
          .join(' or ')}.`
      : `There's no backup ${name}. There are: ${names.join(', ')}.`,
  )
}

const assertEmptyFolder = async (folder: string): Promise<void> => {
  const names = existsSync(folder) ? await readdir(folder) : []
  if (names.some((name) => name !== diskFolder))
    throw new Error(
      `${folder} isn’t empty. Move its files away, or set UPLOADS_DIR to another folder.`,
    )
}

/** Unpacks the uploads into the folder, and copies them from there into the bucket if there is one. */
const unpackFiles = async (settings: BackupSettings, { location, manifest }: FoundBackup) => {
  const { uploadsDir, uploadsBucket, passphrase, env } = settings
  const { file } = manifest.files
  await mkdir(uploadsDir, { recursive: true })
  await feedProgram(
    { command: 'tar', args: ['-C', uploadsDir, '-xf', '-'], env: programEnv(env) },
    { name: file, content: await location.read(file), passphrase },
  )
  if (!uploadsBucket) return
  const bucket = createBucketFiles(uploadsBucket, { prefix: uploadsPrefix })
  const { failed } = await copyFiles(createFolderFiles(uploadsDir), bucket)
  const [first] = failed
  if (first)
    throw new Error(
      `${pluralize(failed.length, 'file')} can't be copied into the bucket, such as ${first.name} (${first.reason}). Run npm run move-files.`,
    )
}

/**
 * Restores only the uploads of a backup, into an empty folder, and from there into the bucket if there is one.
 * @param name as listed; the newest unless given
 */
export async function restoreFiles(settings: BackupSettings, name?: string): Promise<Manifest> {
  await assertEmptyFolder(settings.uploadsDir)
  const backup = chooseBackup(await findBackups(settings), settings, name)
  await unpackFiles(settings, backup)
  return backup.manifest
}

/**
 * Restores a backup into an empty database and an empty uploads folder, and from there into the bucket if there is one.
 * @param name as listed; the newest unless given
 * @returns the manifest, and how many people are erased again
 * @throws Error if the database or the folder isn't empty, PAYLOAD_SECRET is another one, or the backup can't be read;
 * the database may be half restored
 */
export async function restore(
  settings: BackupSettings,
  name?: string,
): Promise<{ manifest: Manifest; erasedAgain: number }> {
  const { databaseUrl, passphrase, env } = settings
  const backups = await findBackups(settings)
  const backup = chooseBackup(backups, settings, name)
  const { location, manifest } = backup
  assertSameSecret(settings, backup)
  await assertEmptyFolder(settings.uploadsDir)
  const client = await connect(databaseUrl)
  try {
    if (Object.keys(await countRows(client)).length > 0)
      throw new Error('The database isn’t empty. Set DATABASE_URL to an empty database.')
    const newest = Math.max(await majorVersion(client), manifest.postgres)
    const tools = await findPostgresTools(newest, env)
    const connection = connectionEnv(databaseUrl)
    const args = ['--exit-on-error', '--no-owner', '--no-privileges', '--single-transaction']
    await feedProgram(
      {
        command: path.join(tools.folder, 'pg_restore'),
        args: [...args, '--dbname', connection.PGDATABASE],
        env: { ...programEnv(env), ...connection },
      },
      { name: manifest.dump.file, content: await location.read(manifest.dump.file), passphrase },
    )
    assertSameCounts(manifest.counts, await countRows(client))
    await skipOrderNumbers(client)
    // Before the files, which may fail: the database is complete, and the shop can start with it.
    const erasedAgain = await queueErasures(client, erasedIn(backups), backups.at(-1))
    // A dump has no statistics, and PostgreSQL would plan slow queries until it collects them by itself.
    await client.query('analyze')
    await unpackFiles(settings, backup)
    return { manifest, erasedAgain }
  } finally {
    await client.end()
  }
}
