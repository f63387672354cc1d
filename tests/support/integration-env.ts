import { createRequire } from 'node:module'

// Each Jest worker has its own database and sandbox ports, assigned by scripts/test.mjs.
type Shard = { ports: Record<string, number>; env: Record<string, string> }

const shards = JSON.parse(process.env.TEST_SHARDS ?? '[]') as Shard[]
const shard = shards[(Number(process.env.JEST_WORKER_ID ?? '1') - 1) % Math.max(1, shards.length)]
if (!shard) throw new Error('Integration tests are started by: npm test -- integration')

Object.assign(process.env, {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  PAYLOAD_LOG_LEVEL: 'silent',
  SERVER_URL: 'http://localhost:3000',
  PAYLOAD_SECRET: 'a secret that only the tests know, 0123456789',
  PAYPAL_ENVIRONMENT: 'demo',
  // The SDK caches tokens by client id, so each test file uses its own.
  PAYPAL_CLIENT_ID: `sandbox-test-${process.pid}-${Math.random().toString(36).slice(2)}`,
  PAYPAL_CLIENT_SECRET: 'sandbox-secret',
  PAYPAL_WEBHOOK_ID: 'WH-SANDBOX',
  PASSWORD_ROUNDS: '1000',
  ...shard.env,
  TEST_SHARD_PORTS: JSON.stringify(shard.ports),
})
// A test that needs Printful or Mailchimp connects it (connectService of tests/support/service-connections.ts).
for (const name of ['PRINTFUL_API_TOKEN', 'MAILCHIMP_API_KEY', 'MAILCHIMP_AUDIENCE_ID'])
  delete process.env[name]

/**
 * Passwords are derived with PASSWORD_ROUNDS at most, while it is set: most tests create people and don't sign them in, and
 * the shop's 600,000 rounds were a tenth of all CPU time. tests/unit/accounts/passwords.test.ts checks the real
 * derivation. A test that compares passwords with a program it starts deletes PASSWORD_ROUNDS first.
 *
 * `require`, because an import would fix the names that node:crypto exports to later imports before they are changed.
 */
type Derive = (password: string, salt: string, rounds: number, ...rest: unknown[]) => void
/** `requestedRounds` has the requested rounds of each derivation, for tests of the work that a sign-in takes. */
export type CountedDerive = Derive & { real?: Derive; requestedRounds: number[] }
const crypto = createRequire(import.meta.url)('node:crypto') as { pbkdf2: CountedDerive }
const real = crypto.pbkdf2.real ?? crypto.pbkdf2
const requestedRounds: number[] = []
const fewRounds: Derive = (password, salt, rounds, ...rest) => {
  requestedRounds.push(rounds)
  real(password, salt, Math.min(rounds, Number(process.env.PASSWORD_ROUNDS ?? rounds)), ...rest)
}
crypto.pbkdf2 = Object.assign(fewRounds, { real, requestedRounds })
