/** Values that let src/platform/env.ts pass where nothing is served: generating and building. They reach nobody. */
export const placeholderEnv = {
  SERVER_URL: 'http://localhost:3000',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  PAYLOAD_SECRET: 'only for generating, 0123456789abcdef',
  PAYPAL_ENVIRONMENT: 'demo',
  PAYPAL_CLIENT_ID: 'none',
  PAYPAL_CLIENT_SECRET: 'none',
  PAYPAL_BASE_URL: 'http://127.0.0.1:1',
}
