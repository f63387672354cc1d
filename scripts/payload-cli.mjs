// Payload's own commands, on the configuration bundled to one file. They need no database and no keys.
import { bundled } from './bundle.mjs'
import { programFlags, run } from './child-processes.mjs'
import { placeholderEnv } from './env-file.mjs'

/** @param {string[]} args as ['generate:types'] */
export const payloadCommand = async (args) =>
  run(
    process.execPath,
    [...programFlags, 'node_modules/payload/bin.js', ...args, '--disable-transpile'],
    {
      env: {
        ...process.env,
        ...placeholderEnv,
        PAYLOAD_CONFIG_PATH: await bundled('payload.config.ts'),
        ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}),
      },
    },
  )
