import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { z } from 'zod'

import { env } from '@/platform/env'

/** A daily backup that is late by half a day is worth a look. */
const backupMaxAgeHours = 36

/** What scripts/commands/backup.mjs leaves behind after each run. */
const statusSchema = z.object({
  /** When the last backup was made; null if none ever was. */
  lastGoodAt: z.iso.datetime().nullable(),
  bytes: z.number().nullable(),
  /** Why the last run failed; null if it didn't. */
  error: z.string().nullable(),
})

export type BackupState = z.infer<typeof statusSchema> & { isWell: boolean }

/** Returns the state of the backups; null where BACKUP_DIR isn't set for this process. */
export async function getBackupState(now = new Date()): Promise<BackupState | null> {
  if (!env.BACKUP_DIR) return null
  const file = path.join(env.BACKUP_DIR, 'status.json')
  const none = { lastGoodAt: null, bytes: null, error: null }
  const status = existsSync(file)
    ? (statusSchema.safeParse(
        await readFile(file, 'utf8')
          .then(JSON.parse)
          .catch(() => null),
      ).data ?? none)
    : none
  const age = status.lastGoodAt ? now.getTime() - Date.parse(status.lastGoodAt) : Infinity
  return { ...status, isWell: status.error === null && age < backupMaxAgeHours * 3_600_000 }
}
