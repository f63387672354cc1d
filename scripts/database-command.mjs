// Runs a program of the shop that needs only its database: the one of the environment or .env, else the embedded one of this folder.
import { existsSync } from 'node:fs'

import { bundled } from './bundle.mjs'
import { programFlags, run } from './child-processes.mjs'
import { startDatabase } from './embedded-postgres.mjs'
import { readEnvFile } from './env-file.mjs'
import { takeFolder } from './lockfile.mjs'
import { plainReason } from './start-shop.mjs'

/**
 * Prints what the program prints, and ends this process.
 * @param {string} entry as 'src/seed/go-live.ts'
 * @param {string[]} args
 */
export async function runOnDatabase(entry, args) {
  const configuredEnv = { ...process.env, ...readEnvFile() }
  const parts = []
  try {
    if (!configuredEnv.DATABASE_URL) {
      if (!existsSync('.data/postgres/PG_VERSION'))
        throw new Error(
          "There's no database here. Set DATABASE_URL to your shop's database, then run this again.",
        )
      parts.push((await takeFolder('.data')).release)
      const database = await startDatabase({ dir: '.data/postgres', database: 'dayfern' })
      parts.push(database.stop)
      configuredEnv.DATABASE_URL = database.url
    }
    // Works before the other settings are complete.
    const env = {
      ...configuredEnv,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      NODE_NO_WARNINGS: '1',
      SERVER_URL: configuredEnv.SERVER_URL || 'http://localhost:3000',
      PAYLOAD_SECRET: configuredEnv.PAYLOAD_SECRET || 'not used here, 0123456789abcdefghij',
      PAYPAL_ENVIRONMENT: 'demo',
      PAYPAL_CLIENT_ID: 'none',
      PAYPAL_CLIENT_SECRET: 'none',
      PAYPAL_BASE_URL: 'http://127.0.0.1:1',
    }
    console.log(
      (
        await run(process.execPath, [...programFlags, await bundled(entry), ...args], { env })
      ).trim(),
    )
  } catch (error) {
    console.error(plainReason(error))
    process.exitCode = 1
  } finally {
    for (const part of parts.reverse()) await part()
  }
  process.exit()
}
