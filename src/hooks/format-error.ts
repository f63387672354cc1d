import type { AfterErrorHook, APIError } from 'payload'

import {
  isLockConflict,
  lockTimeoutMessage,
  noteIfDatabaseUnavailable,
} from '@/platform/database/unavailable'

type ErrorEntry = { message?: string; [more: string]: unknown }

/** The sentence of a single rejected field; each of several fields shows its own. */
const messageForFields = ({ data, message }: ErrorEntry): string | undefined => {
  const { errors = [] } = (data ?? {}) as { errors?: { message?: string }[] }
  if (errors.length === 0) return message
  return errors.length === 1 ? errors[0]?.message : 'Check the highlighted fields.'
}

const refusal = (message: string, status = 400) => ({ response: { errors: [{ message }] }, status })

/** PostgreSQL's codes for a value that its column can't hold or be compared with, such as text for a number. */
const hasUnfitValue = (error: unknown, depth = 0): boolean =>
  error instanceof Error &&
  depth < 5 &&
  (/^(22\w{3}|42601|42883)$/.test(String(Reflect.get(error, 'code'))) ||
    hasUnfitValue(error.cause, depth + 1))

/** The messages of busboy, with which Payload reads forms. */
const brokenForm =
  /^(Unexpected end of (form|file)|Malformed (part header|urlencoded form|content type)|Multipart: Boundary not found)$/

/** Returns a 400 for requests that Payload doesn't validate but would fail on; otherwise undefined. */
function refuseBadRequest(error: Error) {
  if (error instanceof RangeError && error.message === 'Maximum call stack size exceeded')
    return refusal('This is nested too deeply.')
  if (error instanceof SyntaxError) return refusal('A parameter isn’t valid JSON.')
  if (brokenForm.test(error.message)) return refusal('This form is incomplete.')
  if (/operators\[\w+\] is not a function$/.test(error.message))
    return refusal('A field can’t be compared in this way.')
  return hasUnfitValue(error) ? refusal('A value doesn’t fit its field.') : undefined
}

/**
 * Restores the messages and rejected fields of public errors. Payload recognizes its error classes by identity, which
 * fails across the bundles of a build, and would respond "An unknown error occurred." or leave out the fields.
 * Rejected fields are not listed by their paths, because the form marks them. Errors of creating content start with a
 * prefix (admin specification 8; the editor's toast breaks its line at the first colon).
 */
export const formatError: AfterErrorHook = ({ collection, error, req, result }) => {
  noteIfDatabaseUnavailable(error)
  // Payload writes in one transaction, which was rolled back.
  if (isLockConflict(error)) return refusal(lockTimeoutMessage, 409)
  const refused = collection && refuseBadRequest(error)
  if (refused) return refused
  const { name, message, status, isPublic, data } = error as Partial<APIError>
  const isMeant = !name && !data && isPublic && status && status < 500 && message
  const isCreating =
    collection?.slug === 'content' && req.method === 'POST' && req.pathname.endsWith('/content')
  const isEditor = collection?.slug === 'content' || collection?.slug === 'pages'
  if (!isMeant && !isEditor) return undefined
  const entries: ErrorEntry[] = isMeant ? [{ message }] : (result?.errors ?? [])
  const errors = isMeant
    ? entries
    : entries
        .map((one) => (data && !one.data ? { ...one, data } : one))
        .map((one) => ({ ...one, message: messageForFields(one) ?? one.message }))
  return {
    response: {
      ...result,
      errors: isCreating
        ? errors.map((one) => ({ ...one, message: `Error creating content: ${one.message ?? ''}` }))
        : errors,
    },
  }
}
