import { apiPages, formatTarget, type Target } from './canonical-url'

/** Refuses requests that no browser or API client would send, before Next sees them. */

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const writeMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
/** Paths that accept writes. Everything else is a page or a file. */
const writablePaths = /^\/(api|cms|order)(\/|$)/
/** The admin’s pages accept only calls of server functions. */
const adminPath = /^\/admin(\/|$)/
/** The id that Next gives a server function, from the header `Next-Action`. */
const functionId = /^[\da-f]{42}$/
const apiPaths = /^\/(api|cms|order|setup)(\/|$)/

/** Larger than any upload that an endpoint accepts (uploads may have 100 MB). */
export const maxBodyBytes = 128 * 1024 * 1024
/** Payload reads JSON and plain forms whole, whatever their size: 100 MB would end the process. */
const maxPayloadBytes = 2 * 1024 * 1024
const payloadPath = /^\/cms\//
const payloadFilesPath = /^\/cms\/api\/media(\/|$)/i

/** Redirects repeat a page's address, encoded and up to twice; proxies and clients accept headers of 16 KB at most. */
export const maxPageUrlLength = 4096

export type Refusal = { status: 400 | 405 | 413 | 414; code: string; message: string }

export const badRequest: Refusal = {
  status: 400,
  code: 'bad_request',
  message: 'This URL isn’t valid.',
}
const notAllowed: Refusal = {
  status: 405,
  code: 'method_not_allowed',
  message: 'This URL doesn’t accept this method.',
}
const tooLarge: Refusal = {
  status: 413,
  code: 'payload_too_large',
  message: 'This request is too large.',
}

const tooLong: Refusal = { status: 414, code: 'uri_too_long', message: 'This URL is too long.' }

/** Whether an error at this path is JSON. */
export function isApiPath(path: string): boolean {
  return apiPaths.test(path)
}

const acceptsWrites = (path: string, method: string, action: unknown): boolean =>
  adminPath.test(path)
    ? method === 'POST' && functionId.test(String(action))
    : writablePaths.test(path) && !apiPages.test(path)

/** Next resolves dot segments after the rewrites, so such a path could reach Payload's REST instead of a call. */
const dotSegment = /\/(\.|%2e){1,2}(\/|$)/i

const isReadable = (path: string): boolean => {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

/**
 * @param request method, parsed target (null when the request line is malformed), the declared body size in bytes (null
 * if unknown), whether it is a form with files, and the header `Next-Action`
 * @returns why the request is refused, or null for one that goes on
 */
export function refusalFor({
  method,
  target,
  contentLength,
  isMultipart = false,
  action,
}: {
  method: string
  target: Target | null
  contentLength: number | null
  isMultipart?: boolean
  action?: unknown
}): Refusal | null {
  if (!target) return badRequest
  if (
    !methods.has(method) ||
    (writeMethods.has(method) && !acceptsWrites(target.path, method, action))
  )
    return notAllowed
  const isFile = isMultipart && payloadFilesPath.test(target.path)
  if (
    payloadPath.test(target.path) && !isFile
      ? (contentLength ?? Infinity) > maxPayloadBytes
      : (contentLength ?? 0) > maxBodyBytes
  )
    return tooLarge
  const isPage = !isApiPath(target.path)
  if (isPage && formatTarget(target).length > maxPageUrlLength) return tooLong
  if (dotSegment.test(target.path) && (!isPage || writeMethods.has(method))) return badRequest
  return isReadable(target.path) ? null : badRequest
}

/** @returns the complete response for a refused request; JSON for API calls, text for pages */
export function refusalResponse(
  { status, code, message }: Refusal,
  path: string,
): { headers: Record<string, string>; body: string } {
  const isApi = isApiPath(path)
  return {
    headers: {
      'Content-Type': isApi ? 'application/json' : 'text/plain; charset=utf-8',
      ...(status === 405 ? { Allow: 'GET, HEAD' } : {}),
      ...(status === 413 ? { Connection: 'close' } : {}),
    },
    body: isApi ? JSON.stringify({ error: message, code }) : message,
  }
}

/** HSTS for two years when the shop is served over TLS; nothing for a shop on this computer. */
export function transportHeaders(serverUrl: string): Record<string, string> {
  return serverUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=63072000' } : {}
}
