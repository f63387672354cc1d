import { desc, inArray, ne, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'
import { z } from 'zod'

import { audit_events } from '@/payload-generated-schema'
import { env } from '@/platform/env'

/** A daily backup that is late by half a day is worth a look. */
const backupMaxAgeHours = 36

/** What src/jobs/backup.ts notes in the audit log after each run. */
const madeSchema = z.object({
  bytes: z.number(),
  /** How many backups there are. */
  count: z.int(),
  /** 'the folder /srv/backups and the bucket shop-backups'. */
  places: z.string(),
  /** Whether it can be the start of a point-in-time recovery. */
  hasBase: z.boolean(),
})
const failedSchema = z.object({ reason: z.string() })

export type BackupState = {
  lastGoodAt: string | null
  lastGood: z.infer<typeof madeSchema> | null
  /** Why the newest run failed; null if it didn't. */
  error: string | null
  /** What PostgreSQL says about archiving WAL; null if it doesn't. */
  wal: { lastArchivedAt: string | null; isFailing: boolean } | null
  isHealthy: boolean
}

/** The newest run of each kind. */
const readRuns = ({ db: { drizzle } }: Payload) =>
  drizzle
    .selectDistinctOn([audit_events.action], {
      action: audit_events.action,
      details: audit_events.details,
      at: audit_events.createdAt,
    })
    .from(audit_events)
    .where(inArray(audit_events.action, ['backup.made', 'backup.failed']))
    .orderBy(audit_events.action, desc(audit_events.createdAt))

/** PostgreSQL keeps what it couldn't archive and tries again, so the newest attempt tells the state. */
const readArchiver = async ({ db: { drizzle } }: Payload): Promise<BackupState['wal']> => {
  const [archiver] = await drizzle
    .select({
      at: sql<string | null>`to_json(last_archived_time) #>> '{}'`,
      isFailing: sql<boolean>`coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)`,
    })
    .from(sql`pg_stat_archiver`)
    .where(ne(sql`current_setting('archive_mode')`, 'off'))
  return archiver
    ? {
        lastArchivedAt: archiver.at && new Date(archiver.at).toISOString(),
        isFailing: archiver.isFailing,
      }
    : null
}

/** Returns the state of the backups; null where none was ever tried and no place for them is set. */
export async function getBackupState(
  payload: Payload,
  now = new Date(),
): Promise<BackupState | null> {
  const [runs, wal] = await Promise.all([readRuns(payload), readArchiver(payload)])
  if (runs.length === 0 && !env.BACKUP_DIR && !env.BACKUP_BUCKET) return null
  const at = (action: string) => runs.find((run) => run.action === action)
  const [made, failed] = [at('backup.made'), at('backup.failed')]
  const madeAt = made ? Date.parse(made.at) : 0
  const isFailed = failed !== undefined && Date.parse(failed.at) > madeAt
  const error = isFailed
    ? (failedSchema.safeParse(failed.details).data?.reason ?? 'no reason given')
    : null
  const isRecent = now.getTime() - madeAt < backupMaxAgeHours * 3_600_000
  return {
    lastGoodAt: made ? new Date(madeAt).toISOString() : null,
    lastGood: madeSchema.safeParse(made?.details).data ?? null,
    error,
    wal,
    isHealthy: error === null && isRecent && wal?.isFailing !== true,
  }
}
