// npm run backup: an encrypted backup of the database and the uploads, restored once to prove that it works.
// Uses DATABASE_URL, UPLOADS_DIR, BACKUP_DIR, BACKUP_PASSPHRASE, and BACKUP_KEEP_DAYS from the environment or .env.
import { backUp, backupSettings, writeStatus } from '../backup/backup.mjs'
import { readEnvFile } from '../env-file.mjs'

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`
let settings
try {
  settings = backupSettings({ ...process.env, ...readEnvFile() })
  const { name, dump, files, counts, deleted } = await backUp(settings)
  await writeStatus(settings, { bytes: dump.bytes + files.bytes, error: null })
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
  console.log(
    `${name}: ${megabytes(dump.bytes)} of database, ${files.count} files. Restored and checked: ${rows.toLocaleString('en-US')} rows.${deleted > 0 ? ` Deleted ${deleted} expired.` : ''}`,
  )
} catch (error) {
  console.error(`No backup was made. ${error.message}`)
  if (settings) await writeStatus(settings, { bytes: null, error: error.message }).catch(() => {})
  process.exitCode = 1
}
