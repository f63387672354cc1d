import { ApiError } from '@/platform/http/api-client'

const methods = ['code', 'password', 'passkey', 'sign-in'] as const

/** How the server wants the user to confirm who they are. A passkey does it, too, if there is one. */
export type RequiredConfirmation = { method: (typeof methods)[number]; hasPasskey: boolean }

/**
 * The confirmation that a failed call asks for. Parsed by hand: a schema library is larger than all of the forms
 * together.
 */
export function requiredConfirmation(error: unknown): RequiredConfirmation | undefined {
  if (!(error instanceof ApiError) || error.code !== 'reauthentication_required') return undefined
  const { body } = error
  if (typeof body !== 'object' || body === null || !('method' in body)) return undefined
  const method = methods.find((name) => name === body.method)
  return method && { method, hasPasskey: 'hasPasskey' in body && body.hasPasskey === true }
}
