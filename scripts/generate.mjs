// npm run generate: Payload's types and the panel's import map, after a change of a collection or of a panel component.
import { programFlags, run } from './processes.mjs'
import { step } from './report.mjs'
import { bundled } from './typescript.mjs'

const env = {
  ...process.env, PAYLOAD_CONFIG_PATH: await bundled('payload.config.ts'), SERVER_URL: 'http://localhost:3000', DATABASE_URL: process.env.DATABASE_URL || 'postgres://nobody@127.0.0.1:1/none',
  PAYLOAD_SECRET: 'only for generating, 0123456789abcdef', PAYPAL_ENVIRONMENT: 'rehearsal', PAYPAL_CLIENT_ID: 'none', PAYPAL_CLIENT_SECRET: 'none', PAYPAL_BASE_URL: 'http://127.0.0.1:1',
}
const payload = (command) => run(process.execPath, [...programFlags, 'node_modules/payload/bin.js', command, '--disable-transpile'], { env })
try {
  await step('Types of the collections', () => payload('generate:types'))
  await step('Import map of the panel', () => payload('generate:importmap'))
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
