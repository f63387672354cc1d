import type { AfterErrorHook, APIError } from 'payload'

type ErrorEntry = { message?: string; [more: string]: unknown }

/**
 * Restores the messages of public errors. Payload recognizes them by class name, which a build
 * minifies, and would respond "An unknown error occurred." Errors of creating content start with a
 * prefix (admin specification 8; the editor's toast breaks its line at the first colon).
 */
export const formatError: AfterErrorHook = ({ collection, error, req, result }) => {
  const { name, message, status, isPublic } = error as Partial<APIError>
  const isMeant = !name && isPublic && status && status < 500 && message
  const isCreating =
    collection?.slug === 'content' && req.method === 'POST' && req.pathname.endsWith('/content')
  if (!isMeant && !isCreating) return undefined
  const errors: ErrorEntry[] = isMeant ? [{ message }] : (result?.errors ?? [])
  return {
    response: {
      ...result,
      errors: isCreating
        ? errors.map((one) => ({ ...one, message: `Error creating content: ${one.message ?? ''}` }))
        : errors,
    },
  }
}
