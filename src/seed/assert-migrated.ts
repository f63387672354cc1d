import { eq } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { payload_migrations } from '@/payload-generated-schema'

/** Set by the bundler (scripts/bundle.mjs): the newest migration that this code knows. */
declare const LATEST_MIGRATION: string

/**
 * Keeps a program from working on a database that is older than its code.
 * @throws Error that says what to do if the newest migration is missing
 */
export async function assertMigrated({ db: { drizzle } }: Payload): Promise<void> {
  const isNewest = eq(payload_migrations.name, LATEST_MIGRATION)
  // A new database has no tables.
  if ((await drizzle.$count(payload_migrations, isNewest).catch(() => 0)) === 0)
    throw new Error(
      `The database doesn’t have the migration ${LATEST_MIGRATION}. Run dist/prepare.mjs (npm start does), then this again.`,
    )
}
