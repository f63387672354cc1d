import { setTimeout as wait } from 'node:timers/promises'

import { eq } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { payload_migrations } from '@/payload-generated-schema'

/** Set by the bundler (scripts/bundle.mjs): the newest migration that this code knows. */
declare const LATEST_MIGRATION: string

const pauseMs = 1000
const triesPerMessage = 60

const isMigrated = async ({ db: { drizzle } }: Payload): Promise<boolean> => {
  const isNewest = eq(payload_migrations.name, LATEST_MIGRATION)
  // A new database has no tables.
  return (await drizzle.$count(payload_migrations, isNewest).catch(() => 0)) > 0
}

/**
 * Keeps a program from working on a database that is older than its code.
 * @throws Error that says what to do if the newest migration is missing
 */
export async function assertMigrated(payload: Payload): Promise<void> {
  if (!(await isMigrated(payload)))
    throw new Error(
      `The database doesn’t have the migration ${LATEST_MIGRATION}. Run dist/prepare.mjs (npm start does), then this again.`,
    )
}

/** Returns once the database has the newest migration. Says every minute what it waits for. */
export async function waitForMigration(payload: Payload): Promise<void> {
  for (let attempt = 0; !(await isMigrated(payload)); attempt += 1) {
    if (attempt % triesPerMessage === 0)
      console.error(
        `Waiting for the migration ${LATEST_MIGRATION}, which dist/prepare.mjs applies (npm start does).`,
      )
    await wait(pauseMs)
  }
}
