import type { AfterErrorHook, APIError } from 'payload'

type Told = { message?: string; [more: string]: unknown }

/**
 * What Payload answers to a person whose change was refused. It names an error by the name of its class, which a build
 * shortens to nothing, and then says "An unknown error occurred." to what was meant for people to read: that is told.
 * A piece that could not be created says so first, before the reason (admin specification 8; the editor's toast breaks
 * its line at the first colon).
 */
export const formatError: AfterErrorHook = ({ collection, error, req, result }) => {
  const { name, message, status, isPublic } = error as Partial<APIError>
  const isMeant = !name && isPublic && status && status < 500 && message
  const isCreating =
    collection?.slug === 'content' && req.method === 'POST' && req.pathname.endsWith('/content')
  if (!isMeant && !isCreating) return undefined
  const errors: Told[] = isMeant ? [{ message }] : (result?.errors ?? [])
  return {
    response: {
      ...result,
      errors: isCreating
        ? errors.map((one) => ({ ...one, message: `Error creating content: ${one.message ?? ''}` }))
        : errors,
    },
  }
}
