// The services that the sandbox fakes, for npm start and the tests: a new provider is one line here, and one in
// sandbox/start.ts.

/**
 * Maps a service's sandbox port name to the variable with its base URL and to the app keys that its fake accepts
 * (sandbox/README.md). `…-sign-in` services sign shoppers in; the others connect the shop's own accounts. `openId`: the
 * profile is in a signed id_token, and the fake's `idToken` setting makes it defective.
 */
export const sandboxServices = {
  'google-sign-in': {
    address: 'GOOGLE_BASE_URL',
    openId: true,
    keys: { GOOGLE_CLIENT_ID: 'sandbox-demo', GOOGLE_CLIENT_SECRET: 'sandbox-secret' },
  },
  'facebook-sign-in': {
    address: 'FACEBOOK_BASE_URL',
    keys: { FACEBOOK_APP_ID: 'sandbox-demo', FACEBOOK_APP_SECRET: 'sandbox-secret' },
  },
  'tiktok-sign-in': {
    address: 'TIKTOK_BASE_URL',
    keys: { TIKTOK_CLIENT_KEY: 'sandbox-demo', TIKTOK_CLIENT_SECRET: 'sandbox-secret' },
  },
  printful: {
    address: 'PRINTFUL_BASE_URL',
    keys: { PRINTFUL_API_TOKEN: 'sandbox-printful-token' },
  },
  etsy: {
    address: 'ETSY_BASE_URL',
    keys: { ETSY_KEYSTRING: 'sandboxetsykeystring0001', ETSY_SHARED_SECRET: 'sandbox-etsy-secret' },
  },
  instagram: {
    address: 'INSTAGRAM_BASE_URL',
    keys: { INSTAGRAM_APP_ID: 'sandbox-instagram', INSTAGRAM_APP_SECRET: 'sandbox-secret' },
  },
  tiktok: {
    address: 'TIKTOK_CONTENT_BASE_URL',
    keys: {
      TIKTOK_CONTENT_CLIENT_KEY: 'sandbox-tiktok',
      TIKTOK_CONTENT_CLIENT_SECRET: 'sandbox-secret',
    },
  },
  mailchimp: {
    address: 'MAILCHIMP_BASE_URL',
    keys: {
      MAILCHIMP_API_KEY: '5a4db0c5a4db0c5a4db0c5a4db0c5a4d-us6',
      MAILCHIMP_AUDIENCE_ID: 'c0ffee1234',
    },
  },
  facebook: {
    address: 'FACEBOOK_PAGES_BASE_URL',
    keys: { FACEBOOK_PAGES_APP_ID: 'sandbox-pages', FACEBOOK_PAGES_APP_SECRET: 'sandbox-secret' },
  },
  x: {
    address: 'X_BASE_URL',
    keys: { X_CLIENT_ID: 'sandbox-x', X_CLIENT_SECRET: 'sandbox-secret' },
  },
  linkedin: {
    address: 'LINKEDIN_BASE_URL',
    keys: { LINKEDIN_CLIENT_ID: 'sandbox-linkedin', LINKEDIN_CLIENT_SECRET: 'sandbox-secret' },
  },
}

/** A shop whose STORAGE_BUCKET has this name, and no endpoint, keeps its files in the sandbox. */
export const sandboxBucket = 'sandbox-bucket'

/** @returns {Record<string, string>} the settings of that bucket */
export const bucketVariables = ({ s3 }) => ({
  STORAGE_ENDPOINT: `http://127.0.0.1:${s3}`,
  STORAGE_ACCESS_KEY_ID: 'sandbox-storage',
  STORAGE_SECRET_ACCESS_KEY: 'sandbox-storage-secret',
})

/** All ports of the sandbox by name: payment, mail (SMTP, outbox), the control port, the bucket, and the services above. */
export const sandboxPortNames = [
  'paypal',
  'smtp',
  'mail',
  'control',
  's3',
  ...Object.keys(sandboxServices),
]

/**
 * @param {Record<string, number>} ports by name
 * @param {(keys: Record<string, string>) => boolean} wants whether the fake of the service with these keys is used
 * @returns {Record<string, string>} addresses and keys of the services
 */
export const serviceVariables = (ports, wants = () => true) =>
  Object.assign(
    {},
    ...Object.entries(sandboxServices)
      .filter(([, { keys }]) => wants(keys))
      .map(([name, { address, keys }]) => ({
        ...keys,
        [address]: `http://127.0.0.1:${ports[name]}`,
      })),
  )
