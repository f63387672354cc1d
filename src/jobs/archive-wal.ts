import { readFile } from 'node:fs/promises'

import { readWalSettings } from '@/modules/backups/settings'
import { archiveWal } from '@/modules/backups/wal-archive'

/** PostgreSQL's control file begins with the server's identifier. `archive_command` runs in the data directory. */
const readSystemId = async (): Promise<string> =>
  (await readFile('global/pg_control')).readBigUInt64LE(0).toString()

/**
 * Runs as PostgreSQL's `archive_command`: node archive-wal.mjs %p %f. Exits with 0 only once the segment is stored in
 * every place; PostgreSQL keeps a segment and tries again until then.
 */
const main = async (): Promise<void> => {
  const [file, name] = process.argv.slice(2)
  if (!file || !name) throw new Error('Set archive_command to: … archive-wal.mjs %p %f')
  const bytes = await readFile(file)
  await archiveWal(readWalSettings(process.env), { name, systemId: await readSystemId(), bytes })
}

main().catch((error: unknown) => {
  console.error(`WAL isn’t archived: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
})
