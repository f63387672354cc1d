import {
  type IdentityProvider,
  identityProviders,
} from '@/modules/accounts/rules/identity-providers'
import { env } from '@/platform/env'

const keys = {
  google: [env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET],
  facebook: [env.FACEBOOK_APP_ID, env.FACEBOOK_APP_SECRET],
  tiktok: [env.TIKTOK_CLIENT_KEY, env.TIKTOK_CLIENT_SECRET],
} satisfies Record<IdentityProvider, (string | undefined)[]>

/** Returns the sign-in providers whose keys are set. */
export function getSignInMethods(): IdentityProvider[] {
  return identityProviders.filter((provider) => keys[provider].every(Boolean))
}
