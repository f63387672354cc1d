import { spawn } from 'node:child_process'

import { bundled } from '../bundle.mjs'
import { programFlags } from '../child-processes.mjs'
import { readShopEnv } from '../env-file.mjs'

/**
 * Runs a program with the settings from the environment or .env and the arguments of this one, shows what it says, and
 * ends with its code.
 * @param {string} entry as 'src/jobs/backup.ts'
 * @param {Record<string, string>} fallback settings that the program reads and doesn't need
 */
export async function runWithEnvFile(entry, fallback = {}) {
  const env = { ...fallback, ...readShopEnv(), NODE_ENV: 'production' }
  const child = spawn(
    process.execPath,
    [...programFlags, await bundled(entry), ...process.argv.slice(2)],
    { env, stdio: 'inherit' },
  )
  child.on('exit', (code) => process.exit(code ?? 2))
}
