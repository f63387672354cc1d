import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import pg from 'pg'

import { queryOne } from './database'
import type { BackupTarget } from './settings'

/*
 * A backup is unpacked to be verified, and these copies are not encrypted. A backup that is killed leaves them, and the
 * next one removes them. Their names say whose they are: other shops can have their databases on the same server, and
 * their backups on the same machine.
 */

/** The folder of unpacked base backups, and how their names begin. */
const scratchFolders = ({ folder, bucket }: BackupTarget) =>
  folder === null
    ? // The name of a bucket has no underscore, so none begins like this with another one's.
      { parent: tmpdir(), prefix: `dayfern-verify-${bucket?.bucket ?? ''}_` }
    : { parent: folder, prefix: 'verify-' }

const databasePrefix = async (client: pg.Client): Promise<string> => {
  const { oid } = await queryOne<{ oid: number }>(
    client,
    'select oid::integer from pg_database where datname = current_database()',
  )
  return `dayfern_verify_${oid}_`
}

/** Makes a folder that only this user can read. @returns its path */
export async function makeScratchFolder(target: BackupTarget): Promise<string> {
  const { parent, prefix } = scratchFolders(target)
  await mkdir(parent, { recursive: true, mode: 0o700 })
  return mkdtemp(path.join(parent, prefix))
}

/** @returns a name for a database that doesn't exist yet */
export async function nameScratchDatabase(client: pg.Client): Promise<string> {
  return `${await databasePrefix(client)}${randomBytes(6).toString('hex')}`
}

/**
 * Removes what killed backups of this database left. The caller must hold the backup lock, because a running backup has
 * such copies too.
 */
export async function removeScratchCopies(client: pg.Client, target: BackupTarget): Promise<void> {
  // Earlier versions left out the number of the database.
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database
      where datdba = (select oid from pg_roles where rolname = current_user)
        and (starts_with(datname, $1) or datname ~ '^dayfern_verify_[0-9a-f]{12}$')`,
    [await databasePrefix(client)],
  )
  for (const { datname } of rows)
    await client.query(`drop database if exists ${pg.escapeIdentifier(datname)} with (force)`)
  const { parent, prefix } = scratchFolders(target)
  for (const name of existsSync(parent) ? await readdir(parent) : [])
    if (name.startsWith(prefix)) await rm(path.join(parent, name), { recursive: true, force: true })
}
