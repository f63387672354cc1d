import { parseEnv } from '@/platform/env'

it('names each missing setting in plain words', () => {
  const settings = {
    ...process.env,
    SERVER_URL: undefined,
    DATABASE_URL: '',
    PAYPAL_ENVIRONMENT: undefined,
    PAYPAL_CLIENT_ID: '',
    OWNER_EMAIL: 'nobody',
  }
  expect(() => parseEnv(settings)).toThrow(
    new Error(
      [
        'The environment settings are incomplete. See .env.example.',
        '  SERVER_URL: is missing',
        '  DATABASE_URL: is missing',
        '  PAYPAL_ENVIRONMENT: is missing',
        '  PAYPAL_CLIENT_ID: is missing',
        '  OWNER_EMAIL: Invalid email address',
      ].join('\n'),
    ),
  )
})
