import { backUp } from '@/modules/backups/actions/back-up'
import { recordRun } from '@/modules/backups/database'
import { readBackupSettings } from '@/modules/backups/settings'
import { pluralize } from '@/platform/pluralize'

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
const maxReason = 300
const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/**
 * Runs as `npm run backup`: an encrypted backup of the database and the uploads, restored once to prove that it works. The
 * result is recorded in the audit log for System status.
 */
const main = async (): Promise<void> => {
  const { manifest, deleted, count, places, walRecipient, opensWal } = await backUp(
    readBackupSettings(process.env),
  )
  const { name, dump, files, base, counts } = manifest
  const bytes = dump.bytes + files.bytes + (base?.bytes ?? 0)
  const rows = Object.values(counts).reduce((sum, one) => sum + one, 0)
  console.log(
    [
      `${name}: ${megabytes(dump.bytes)} of database and ${pluralize(files.count, 'file')}, in ${places.join(' and ')}.`,
      `Restored and checked: ${rows.toLocaleString('en-US')} rows.${deleted > 0 ? ` Deleted ${deleted} expired.` : ''}`,
      ...(base ? [`Base backup: ${megabytes(base.bytes)}, every file checked.`] : []),
      ...(walRecipient ? [`For archive_command: BACKUP_WAL_RECIPIENT=${walRecipient}`] : []),
    ].join('\n'),
  )
  await recordRun(process.env.DATABASE_URL ?? '', 'backup.made', {
    name,
    bytes,
    count,
    places: places.join(' and '),
    hasBase: base !== null,
  }).catch((error: unknown) => {
    console.error(
      `The backup is complete, but couldn’t be recorded in the database, so System status doesn’t show it. ${messageOf(error)}`,
    )
    process.exitCode = 1
  })
  if (opensWal) return
  const reason =
    'The backup is complete, but WAL is archived for an earlier passphrase. Set the archiver’s BACKUP_WAL_RECIPIENT, and back up again.'
  console.error(reason)
  process.exitCode = 1
  await recordRun(process.env.DATABASE_URL ?? '', 'backup.failed', { reason }).catch(
    () => undefined,
  )
}

main().catch(async (error: unknown) => {
  const reason = messageOf(error)
  console.error(`No backup was made. ${reason}`)
  if (process.env.DATABASE_URL)
    await recordRun(process.env.DATABASE_URL, 'backup.failed', {
      reason: reason.slice(0, maxReason),
    }).catch(() => undefined)
  process.exitCode = 1
})
