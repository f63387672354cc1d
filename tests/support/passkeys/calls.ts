import type { TestPerson } from '@tests/support/factories'
import { call, type CallResponse } from '@tests/support/request'
import { cookiesFrom } from '@tests/support/social-sign-in'

import { type Authenticator, createAuthenticator, type Deviation } from './authenticator'

type Options = { challenge: string; rp: { id: string }; user: { id: string }; rpId: string }

/** Starts a ceremony. Returns the options for the device and the browser’s cookies afterward. */
export async function startPasskey(path: string, as?: TestPerson) {
  const answer = await call<Options>('POST', path, { as })
  const cookie = [as?.cookie, cookiesFrom(answer)].filter(Boolean).join('; ')
  return { answer, options: answer.body, cookie }
}

/** Adds a passkey, as the account page does. */
export async function addPasskey(
  person: TestPerson,
  authenticator: Authenticator = createAuthenticator(),
  deviation: Deviation = {},
): Promise<CallResponse<{ id: number; name: string; codes: string[]; code?: string }>> {
  const { answer, options, cookie } = await startPasskey('/api/account/passkeys/options', person)
  if (answer.status !== 200)
    return { ...answer, body: { id: 0, name: '', codes: [], ...answer.body } }
  return call('POST', '/api/account/passkeys', {
    headers: { cookie },
    body: { passkey: authenticator.create(options, deviation) },
  })
}

/** Signs in with a passkey, as the sign-in page does. */
export async function signInWithPasskey(
  authenticator: Authenticator,
  deviation: Deviation = {},
  headers: Record<string, string> = {},
): Promise<CallResponse<Record<string, unknown>>> {
  const { options, cookie } = await startPasskey('/api/auth/passkey/options')
  return call('POST', '/api/auth/passkey', {
    headers: { cookie, ...headers },
    body: { passkey: authenticator.get(options, deviation) },
  })
}

/** Returns a body that proves with a passkey who is signed in, and the cookies to send with it. */
export async function proveWithPasskey(
  person: TestPerson,
  authenticator: Authenticator,
  deviation: Deviation = {},
) {
  const { options, cookie } = await startPasskey('/api/account/reauthenticate/options', person)
  return { passkey: authenticator.get(options, deviation), cookie }
}
