import { setTimeout as wait } from 'node:timers/promises'

import pg from 'pg'

import { env, isDemoMode } from '@/platform/env'

import { assertNoPublishedPasswords } from './published-passwords'

const attempts = 30
const pauseMs = 2000

/** @throws the database's error after a minute of trying */
const connect = async (): Promise<pg.Client> => {
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({
      connectionString: env.DATABASE_URL,
      connectionTimeoutMillis: 5000,
      statement_timeout: 10_000,
    })
    client.on('error', () => {}) // the query fails too, and says so
    try {
      await client.connect()
      return client
    } catch (error) {
      await client.end().catch(() => {})
      if (attempt === attempts) throw error
      if (attempt === 1)
        console.error(
          `Waiting for the database: ${error instanceof Error ? error.message : String(error)}`,
        )
      await wait(pauseMs)
    }
  }
}

/**
 * Checks, before the web process listens, that no published demo password opens a shop with PayPal keys (src/server/web.ts).
 * Does nothing in demo mode. While the database can't be reached it tries again for a minute, so that a web process that
 * restarts during a short outage doesn't give up.
 * @throws CannotStartError when a demo password is in use; the database's error when it can't be checked
 */
export async function checkBeforeServing(): Promise<void> {
  if (isDemoMode) return
  const client = await connect()
  try {
    await assertNoPublishedPasswords((text, values) => client.query(text, values))
  } finally {
    await client.end().catch(() => {})
  }
}
