import type { AfterErrorHook, APIError } from 'payload'

/**
 * Payload names an error by the name of its class, which a build shortens to nothing, and then answers "An unknown
 * error occurred." to what was meant for people to read. What is meant for them is told; the rest stays as it is.
 */
export const tellRefusal: AfterErrorHook = ({ error, result }) => {
  const { name, message, status, isPublic } = error as Partial<APIError>
  return !name && isPublic && status && status < 500 && message ? { status, response: { ...result, errors: [{ message }] } } : undefined
}
