import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import type { Clusters } from '@tests/support/programs/debian-postgres'

type Run = { code: number; stdout: string; stderr: string }

/** Runs npm run backup or npm run restore for the database shop of the clusters. */
export async function runCommand(
  clusters: Clusters,
  command: 'backup' | 'restore',
  env: Record<string, string> = {},
  args: string[] = [],
): Promise<Run> {
  const settings = {
    NODE_ENV: 'test' as const,
    PATH: process.env.PATH,
    DATABASE_URL: clusters.url('shop'),
    UPLOADS_DIR: clusters.at('uploads'),
    BACKUP_DIR: clusters.at('backups'),
    BACKUP_PASSPHRASE: 'walk the long way home',
    ...env,
  }
  try {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [`scripts/commands/${command}.mjs`, ...args],
      { env: settings },
    )
    return { code: 0, stdout, stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as Run
    return { code, stdout, stderr }
  }
}

/** Returns the newest audit log entry. */
export async function newestAuditEntry(clusters: Clusters) {
  const [entry] = await clusters.query<{ action: string; details: Record<string, unknown> }>(
    'shop',
    'select action, details from audit_events order by created_at desc limit 1',
  )
  return entry
}
