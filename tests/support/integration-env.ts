// Each jest worker has a database and sandbox ports of its own, made by scripts/test.mjs.
type Lane = {
  databaseUrl: string
  paypalPort: number
  smtpPort: number
  mailPort: number
  controlPort: number
  googlePort: number
  facebookPort: number
  tiktokPort: number
  services?: Record<string, number>
  uploads: string
}

const lanes = JSON.parse(process.env.TEST_LANES ?? '[]') as Lane[]
const lane = lanes[(Number(process.env.JEST_WORKER_ID ?? '1') - 1) % Math.max(1, lanes.length)]
if (!lane) throw new Error('Integration tests are started by: npm test -- integration')

Object.assign(process.env, {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  PAYLOAD_LOG_LEVEL: 'silent',
  SERVER_URL: 'http://localhost:3000',
  DATABASE_URL: lane.databaseUrl,
  PAYLOAD_SECRET: 'a secret that only the tests know, 0123456789',
  PAYPAL_ENVIRONMENT: 'rehearsal',
  // The SDK keeps its tokens by client id, so each test file is a merchant of its own.
  PAYPAL_CLIENT_ID: `sandbox-test-${process.pid}-${Math.random().toString(36).slice(2)}`,
  PAYPAL_CLIENT_SECRET: 'sandbox-secret',
  PAYPAL_BASE_URL: `http://127.0.0.1:${lane.paypalPort}`,
  PAYPAL_WEBHOOK_ID: 'WH-SANDBOX',
  SMTP_URL: `smtp://127.0.0.1:${lane.smtpPort}`,
  GOOGLE_CLIENT_ID: 'sandbox-test',
  GOOGLE_CLIENT_SECRET: 'sandbox-secret',
  GOOGLE_BASE_URL: `http://127.0.0.1:${lane.googlePort}`,
  FACEBOOK_APP_ID: 'sandbox-test',
  FACEBOOK_APP_SECRET: 'sandbox-secret',
  FACEBOOK_BASE_URL: `http://127.0.0.1:${lane.facebookPort}`,
  TIKTOK_CLIENT_KEY: 'sandbox-test',
  TIKTOK_CLIENT_SECRET: 'sandbox-secret',
  TIKTOK_BASE_URL: `http://127.0.0.1:${lane.tiktokPort}`,
  // The apps are known to the services; a test connects what it needs (connectService of tests/support/service-connections.ts).
  ETSY_KEYSTRING: 'sandboxetsykeystring0001',
  ETSY_SHARED_SECRET: 'sandbox-etsy-secret',
  INSTAGRAM_APP_ID: 'sandbox-test',
  INSTAGRAM_APP_SECRET: 'sandbox-secret',
  TIKTOK_CONTENT_CLIENT_KEY: 'sandbox-test',
  TIKTOK_CONTENT_CLIENT_SECRET: 'sandbox-secret',
  FACEBOOK_PAGES_APP_ID: 'sandbox-test',
  FACEBOOK_PAGES_APP_SECRET: 'sandbox-secret',
  X_CLIENT_ID: 'sandbox-test',
  X_CLIENT_SECRET: 'sandbox-secret',
  LINKEDIN_CLIENT_ID: 'sandbox-test',
  LINKEDIN_CLIENT_SECRET: 'sandbox-secret',
  ...Object.fromEntries(
    Object.entries({
      printful: 'PRINTFUL_BASE_URL',
      etsy: 'ETSY_BASE_URL',
      instagram: 'INSTAGRAM_BASE_URL',
      tiktok: 'TIKTOK_CONTENT_BASE_URL',
      mailchimp: 'MAILCHIMP_BASE_URL',
      facebook: 'FACEBOOK_PAGES_BASE_URL',
      x: 'X_BASE_URL',
      linkedin: 'LINKEDIN_BASE_URL',
    }).map(([name, variable]) => [variable, `http://127.0.0.1:${lane.services?.[name]}`]),
  ),
  UPLOADS_DIR: lane.uploads,
  TEST_LANE: JSON.stringify(lane),
})
