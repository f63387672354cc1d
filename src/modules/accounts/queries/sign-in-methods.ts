import { signInKeys } from '@/platform/env'
import { type IdentityProvider, identityProviders } from '@/platform/identity-providers'

/** Returns the sign-in providers whose keys are set. */
export function getSignInMethods(): IdentityProvider[] {
  return identityProviders.filter((provider) => signInKeys[provider])
}
