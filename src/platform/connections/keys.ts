import { env } from '@/platform/env'

import { connectionKeys, type ConnectionProvider } from './definitions'

/** OAuth tokens of a service. Times are ISO 8601; null: it does not expire, or the service does not say when. */
export type OAuthTokens = {
  accessToken: string
  expiresAt: string | null
  /** Renews the access token. Where the access token renews itself (Instagram), the same token. */
  refreshToken: string | null
  refreshExpiresAt: string | null
  scopes: string[]
}

/** The encrypted part of a connection. */
export type ConnectionSecrets = { keys?: Record<string, string>; tokens?: OAuthTokens }

/** Keys of the environment take precedence over those saved in the admin. */
export const environmentKeys: {
  [Provider in ConnectionProvider]: Partial<Record<string, string>>
} = {
  printful: { token: env.PRINTFUL_API_TOKEN, storeId: env.PRINTFUL_STORE_ID },
  etsy: { keystring: env.ETSY_KEYSTRING, sharedSecret: env.ETSY_SHARED_SECRET },
  instagram: { appId: env.INSTAGRAM_APP_ID, appSecret: env.INSTAGRAM_APP_SECRET },
  tiktok: {
    clientKey: env.TIKTOK_CONTENT_CLIENT_KEY,
    clientSecret: env.TIKTOK_CONTENT_CLIENT_SECRET,
  },
  mailchimp: { apiKey: env.MAILCHIMP_API_KEY, audienceId: env.MAILCHIMP_AUDIENCE_ID },
  facebook: { appId: env.FACEBOOK_PAGES_APP_ID, appSecret: env.FACEBOOK_PAGES_APP_SECRET },
  x: { clientId: env.X_CLIENT_ID, clientSecret: env.X_CLIENT_SECRET },
  linkedin: { clientId: env.LINKEDIN_CLIENT_ID, clientSecret: env.LINKEDIN_CLIENT_SECRET },
}

export function hasRequiredKeys(
  provider: ConnectionProvider,
  keys: Partial<Record<string, string>>,
): boolean {
  return connectionKeys[provider].every((key) => 'optional' in key || Boolean(keys[key.name]))
}
