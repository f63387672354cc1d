import { z } from 'zod'

import { maxPasskeyNameLength } from '@/modules/accounts/rules/passkeys'
import { requiredText } from '@/platform/schema-fields'

const base64url = (maxLength: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(maxLength)
const credentialId = base64url(1400)

/** Fields that browsers add are dropped. */
const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
}

/** What `navigator.credentials.get` resolves with, as JSON (WebAuthn Level 3, section 5.1). */
export const passkeyAssertionSchema = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(4000),
      authenticatorData: base64url(4000),
      signature: base64url(4000),
      userHandle: base64url(100).nullish(),
    }),
  })
  .describe('The response of navigator.credentials.get as JSON.')
export type PasskeyAssertion = z.infer<typeof passkeyAssertionSchema>

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
type PasskeyTransport = (typeof transports)[number]
/** Drops unknown transports. */
export function knownTransports(names: readonly string[]): PasskeyTransport[] {
  return transports.filter((transport) => names.includes(transport))
}

/** What `navigator.credentials.create` resolves with, as JSON. */
const newPasskeySchema = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(4000),
      attestationObject: base64url(20_000),
      transports: z.array(z.string().max(40)).max(20).optional(),
    }),
  })
  .describe('The response of navigator.credentials.create as JSON.')
export type NewPasskey = z.infer<typeof newPasskeySchema>

export const passkeySignInSchema = z.strictObject({ passkey: passkeyAssertionSchema })
export const addPasskeySchema = z.strictObject({ passkey: newPasskeySchema })
export const renamePasskeySchema = z.strictObject({
  name: requiredText('a name', maxPasskeyNameLength),
})

const descriptors = z.array(
  z.object({
    id: credentialId,
    type: z.literal('public-key'),
    transports: z.array(z.enum(transports)).optional(),
  }),
)
/** For `navigator.credentials.get`. */
export const passkeyRequestResponse = z.looseObject({
  challenge: z.string(),
  rpId: z.string(),
  userVerification: z.literal('required'),
  timeout: z.int().describe('Milliseconds.'),
  allowCredentials: descriptors.optional(),
})
/** For `navigator.credentials.create`. */
export const passkeyCreationResponse = z.looseObject({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int().describe('Milliseconds.'),
  excludeCredentials: descriptors,
})
export const addedPasskeyResponse = z.strictObject({
  id: z.int(),
  name: z.string(),
  codes: z
    .array(z.string())
    .describe(
      '10 backup codes if this passkey turned on two-step verification, as it does for admins; otherwise none.',
    ),
})
