import { setTimeout as wait } from 'node:timers/promises'

import pg from 'pg'

import { env } from '@/platform/env'

const pauseMs = 1000

const connect = async (): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: env.DATABASE_URL,
    connectionTimeoutMillis: 5000,
    statement_timeout: 10_000,
  })
  client.on('error', () => {}) // The query fails as well, with the reason.
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/**
 * Connects to the database, and tries again each second until it answers.
 * @param maxMs how long to try, in milliseconds; forever unless given
 * @throws the database's last error once that time is over
 */
export async function connectToDatabase(maxMs = Number.POSITIVE_INFINITY): Promise<pg.Client> {
  const startedAt = Date.now()
  for (let attempt = 1; ; attempt += 1)
    try {
      return await connect()
    } catch (error) {
      if (Date.now() - startedAt >= maxMs) throw error
      if (attempt === 1)
        console.error(
          `Waiting for the database: ${error instanceof Error ? error.message : String(error)}`,
        )
      await wait(pauseMs)
    }
}

/** Returns once the database answers. */
export async function waitForDatabase(): Promise<void> {
  const client = await connectToDatabase()
  await client.end()
}
