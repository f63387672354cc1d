// Payload's own commands, on the configuration bundled to one file. They need no database and no keys.
import { bundled } from './bundle.mjs'
import { programFlags, run } from './child-processes.mjs'

/** Values that let src/platform/env.ts pass where nothing is served: generating and building. They reach nobody. */
export const placeholderEnv = {
  SERVER_URL: 'http://localhost:3000',
  PAYLOAD_SECRET: 'only for generating, 0123456789abcdef',
  PAYPAL_ENVIRONMENT: 'demo',
  PAYPAL_CLIENT_ID: 'none',
  PAYPAL_CLIENT_SECRET: 'none',
  PAYPAL_BASE_URL: 'http://127.0.0.1:1',
}

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
        DATABASE_URL: process.env.DATABASE_URL || 'postgres://nobody@127.0.0.1:1/none',
      },
    },
  )
