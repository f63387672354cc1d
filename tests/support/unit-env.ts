// The minimum that src/platform/env.ts requires; unit tests make no network requests.
Object.assign(process.env, {
  NODE_ENV: 'test',
  SERVER_URL: 'http://localhost:3000',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  PAYLOAD_SECRET: 'a secret that only the tests know, 0123456789',
  PAYPAL_ENVIRONMENT: 'demo',
  PAYPAL_CLIENT_ID: 'sandbox-unit',
  PAYPAL_CLIENT_SECRET: 'sandbox-secret',
  PAYPAL_BASE_URL: 'http://127.0.0.1:1',
})
