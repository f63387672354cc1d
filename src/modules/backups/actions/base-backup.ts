import { rm } from 'node:fs/promises'
import path from 'node:path'

import type pg from 'pg'

import type { BackupLocation } from '../backup-location'
import { queryOne } from '../database'
import { feedProgram, runProgram, storeOutput } from '../encrypted-stream'
import type { Manifest } from '../manifests'
import { connectionEnv, findPostgresTools, programEnv } from '../postgres-tools'
import { makeScratchFolder } from '../scratch-copies'
import type { BackupSettings } from '../settings'

type Base = NonNullable<Manifest['base']>
type Options = { location: BackupLocation; client: pg.Client; major: number }

const programs = ['pg_basebackup', 'pg_verifybackup', 'pg_waldump'] as const

/** Unpacks a base backup into an empty folder. */
export async function unpackBase(
  { env, passphrase }: Pick<BackupSettings, 'env' | 'passphrase'>,
  location: BackupLocation,
  file: string,
  folder: string,
): Promise<void> {
  await feedProgram(
    { command: 'tar', args: ['-C', folder, '-xzf', '-'], env: programEnv(env) },
    { name: file, content: await location.read(file), passphrase },
  )
}

/** Checks every file of a base backup against its checksum, and reads the WAL that came with it. */
const verifyBase = async (
  settings: BackupSettings,
  { location, file, verifier }: { location: BackupLocation; file: string; verifier: string },
): Promise<void> => {
  const scratch = await makeScratchFolder(settings.target)
  try {
    await unpackBase(settings, location, file, scratch)
    const env = programEnv(settings.env)
    await runProgram({ command: verifier, args: ['--quiet', scratch], env })
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/**
 * Copies the whole server, so that archived WAL can be applied to it, and verifies the copy. The shop stays open.
 * @param client any connection to the same server
 * @returns null unless BACKUP_REPLICATION_URL is set
 * @throws Error if the role may not replicate, or a file is damaged; what was written is removed
 */
export async function makeBase(
  settings: BackupSettings,
  { location, client, major }: Options,
  name: string,
): Promise<Base | null> {
  const { replicationUrl, passphrase, env } = settings
  if (replicationUrl === null) return null
  const { folder } = await findPostgresTools(major, env, programs, true)
  const position = await queryOne<Pick<Base, 'systemId' | 'firstSegment' | 'segmentBytes'>>(
    client,
    `select system_identifier::text as "systemId", pg_walfile_name(pg_current_wal_lsn()) as "firstSegment",
            pg_size_bytes(current_setting('wal_segment_size'))::integer as "segmentBytes"
       from pg_control_system()`,
  )
  const file = `${name}.base.age`
  // Includes the WAL written during the copy, so that it can be restored even if nothing is archived.
  const args = ['-D', '-', '-F', 'tar', '-X', 'fetch', '-c', 'fast', '-z', '-w', '-l', name]
  const bytes = await storeOutput(
    {
      command: path.join(folder, 'pg_basebackup'),
      args,
      env: { ...programEnv(env), ...connectionEnv(replicationUrl) },
    },
    passphrase,
    (content) => location.write(file, content),
  )
  const { now } = await queryOne<{ now: Date }>(client, 'select clock_timestamp() as now')
  try {
    await verifyBase(settings, { location, file, verifier: path.join(folder, 'pg_verifybackup') })
  } catch (error) {
    await location.delete(file)
    throw error
  }
  return { file, bytes, ...position, finishedAt: now.toISOString() }
}
