import { existsSync } from 'node:fs'

import { bundled } from '../bundle.mjs'
import { programFlags, run } from '../child-processes.mjs'
import { startDatabase } from '../embedded-postgres.mjs'
import { readEnvFile } from '../env-file.mjs'
import { takeFolder } from '../lockfile.mjs'
import { plainReason } from '../start-shop.mjs'

/**
 * Runs a program that needs the database only, so it works before the other settings are complete, prints what it says,
 * and ends this process. Uses the database of the environment or .env, else the embedded one of this folder.
 * @param {string} entry as 'src/seed/owner-recovery.ts'
 * @param {string[]} args
 */
export async function runWithDatabase(entry, args = []) {
  const configuredEnv = { ...process.env, ...readEnvFile() }
  const parts = []
  try {
    if (!configuredEnv.DATABASE_URL) {
      if (!existsSync('.data/postgres/PG_VERSION'))
        throw new Error(
          "No database was found here. Set DATABASE_URL to your shop's database, then run this again.",
        )
      parts.push((await takeFolder('.data')).release)
      const database = await startDatabase({ dir: '.data/postgres', database: 'dayfern' })
      parts.push(database.stop)
      configuredEnv.DATABASE_URL = database.url
    }
    const env = {
      ...configuredEnv,
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      NODE_NO_WARNINGS: '1',
      SERVER_URL: configuredEnv.SERVER_URL || `http://localhost:${configuredEnv.PORT || 3000}`,
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
    // The program's own message, without the command around it.
    console.error(plainReason({ message: error.output?.trim() || error.message }))
    process.exitCode = 1
  } finally {
    for (const part of parts.reverse()) await part()
  }
  process.exit()
}
