import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

import { api, ApiError, errorSentence } from '@/platform/http/api-client'

/** Loaded on first use, so that pages don't load it for visitors who don't need it. */
const loadLibrary = () => import('@simplewebauthn/browser')

/** False on the server and on pages with neither https nor localhost, where browsers offer no passkeys. */
export function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function'
}

/** Whether the browser can offer passkeys in a field's suggestions. */
export async function supportsPasskeyAutofill(): Promise<boolean> {
  return (
    supportsPasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false)
  )
}

/**
 * Lets the user choose a passkey and confirm it on their device. Cancels an earlier pending request.
 * @param path the call that starts it
 * @param options `autofill`: waits, without a dialog, until a passkey is chosen in a field's suggestions
 * @throws ApiError; the browser's error when nothing was chosen
 */
export async function getPasskey(
  path: '/api/auth/passkey/options' | '/api/account/reauthenticate/options',
  { autofill = false } = {},
): Promise<AuthenticationResponseJSON> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    loadLibrary(),
    api<PublicKeyCredentialRequestOptionsJSON>('POST', path),
  ])
  return startAuthentication({ optionsJSON, useBrowserAutofill: autofill })
}

/** Cancels a pending request of `getPasskey`. */
export async function cancelPasskeyRequest(): Promise<void> {
  const { WebAuthnAbortService } = await loadLibrary()
  WebAuthnAbortService.cancelCeremony()
}

/**
 * Creates a passkey on the user's device and adds it to their account.
 * @returns backup codes if it turned two-step verification on; they can't be read again
 * @throws ApiError, also when the sign-in isn't recent; the browser's error when none was created
 */
export async function createPasskey(): Promise<{ id: number; name: string; codes: string[] }> {
  const [{ startRegistration }, optionsJSON] = await Promise.all([
    loadLibrary(),
    api<PublicKeyCredentialCreationOptionsJSON>('POST', '/api/account/passkeys/options'),
  ])
  const passkey = await startRegistration({ optionsJSON })
  return api('POST', '/api/account/passkeys', { passkey })
}

/** Messages by the name of the browser's error. */
const browserErrors: Record<string, string> = {
  NotAllowedError: 'No passkey was used. Try again whenever you’re ready.',
  AbortError: 'No passkey was used. Try again whenever you’re ready.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys don’t work at this web address.',
  ConstraintError: 'This device can’t verify that it’s you. Set up a screen lock or PIN first.',
}

/** Returns the message for a passkey that couldn't be created or used. */
export function passkeyErrorMessage(error: unknown): string {
  if (error instanceof ApiError || error instanceof TypeError) return errorSentence(error)
  return (
    (error instanceof Error ? browserErrors[error.name] : undefined) ??
    'Your browser couldn’t use a passkey. Try again, or sign in another way.'
  )
}
