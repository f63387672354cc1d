import './few-password-rounds.mjs'

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
