import config from '@payload-config'
import { REST_DELETE, REST_GET, REST_PATCH, REST_POST, REST_PUT } from '@payloadcms/next/routes'
import { getPayload } from 'payload'

import { hasPermission } from '@/access/can'
import { isCrossOrigin } from '@/access/cross-site'

type Handler = (
  request: Request,
  context: { params: Promise<{ slug?: string[] }> },
) => Promise<Response>

/** The shop's own endpoints, which guard themselves. */
const shopPaths = /^(shop|root)\//
/** Needed by everyone to sign in to the panel and out of it (endpoints/accounts/admin-login). */
const publicRoutes = /^(POST users\/(login|logout)|GET users\/me)$/
/** Parts of Payload's REST API that the shop never uses; some were the target of published attacks, others fail. */
const disabledPaths = [
  /\/first-register$/,
  /^users\/(forgot-password|reset-password|verify)(\/|$)/,
  /\/duplicate(\/|$)/,
  /\/versions(\/|$)/,
  /^payload-(jobs|locked-documents|kv|migrations)(\/|$)/,
  /^payload-preferences\/?$/,
  /^media\/(file|paste-url)(\/|$)/,
  /^og(\/|$)/,
]

/** The panel's lists send long filters as a POST that means GET. Payload reads that body without a limit, so only staff may. */
const overrideHeaders = ['x-http-method-override', 'x-payload-http-method-override']

const refusalCodes = { 400: 'bad_request', 403: 'forbidden', 404: 'not_found' } as const
const refuse = (
  status: keyof typeof refusalCodes,
  error = status === 404 ? 'We couldn’t find that.' : 'This is for staff only.',
): Response => Response.json({ error, code: refusalCodes[status] }, { status })

/** A change or a deletion by filter, without an id in its path: one wrong filter would change everything at once. */
const isBulk = ({ method }: Request, path: string): boolean =>
  (method === 'PATCH' || method === 'DELETE') && path.split('/').filter(Boolean).length < 2

/** Parts of a path that Payload reads instead of an id. */
const wordsForId: Record<string, readonly string[]> = {
  GET: ['count', 'init'],
  POST: ['refresh-token', 'unlock'],
}
const largestId = 2 ** 31 - 1

/**
 * Ids of collections are integers; for others, Payload itself responds with a database error. It looks collections up
 * in a plain object, and fails for names that every object has, such as `constructor`.
 */
const isUnknown = ({ method }: Request, [slug = '', id, ...rest]: readonly string[]): boolean =>
  slug in Object.prototype ||
  (id !== undefined &&
    rest.length === 0 &&
    !/^(globals|payload-preferences|access)$/i.test(slug) &&
    !wordsForId[method]?.includes(id.toLowerCase()) &&
    !(/^\d{1,10}$/.test(id) && Number(id) <= largestId))

/** Payload fails at the settings of a global that aren't an object. Its own response to malformed JSON is a 400. */
const hasNoFields = async (request: Request, path: string): Promise<boolean> => {
  if (request.method !== 'POST' || !path.startsWith('globals/')) return false
  if (!request.headers.get('content-type')?.includes('json')) return false
  try {
    const body: unknown = await request.clone().json()
    return typeof body !== 'object' || body === null
  } catch {
    return false
  }
}

/** Adds the cache header that Payload leaves out, and hides the internal path of its 404. */
const sanitize = async (response: Response): Promise<Response> => {
  const isUnknownRoute =
    response.status === 404 &&
    (await response.clone().text()).startsWith('{"message":"Route not found')
  const result = isUnknownRoute ? refuse(404) : response
  if (!result.headers.has('cache-control')) result.headers.set('Cache-Control', 'private, no-store')
  return result
}

const handleGuarded = async (
  handle: Handler,
  request: Request,
  context: Parameters<Handler>[1],
): Promise<Response> => {
  // Payload matches paths without regard to case.
  const parts = (await context.params).slug ?? []
  const path = parts.join('/').toLowerCase()
  const isShopPath = shopPaths.test(path)
  const isPublic = isShopPath || publicRoutes.test(`${request.method} ${path}`)
  const overrides = overrideHeaders
    .map((name) => request.headers.get(name))
    .filter((method) => method !== null)
  const isOverrideAllowed =
    overrides.length === 0 ||
    (!isPublic && request.method === 'POST' && overrides.every((method) => method === 'GET'))
  if (!isOverrideAllowed || (!isShopPath && disabledPaths.some((pattern) => pattern.test(path))))
    return refuse(404)
  if (isPublic) return handle(request, context)
  if (request.method !== 'GET' && isCrossOrigin(request))
    return refuse(403, 'This request came from another site.')
  const payload = await getPayload({ config })
  const { user } = await payload.auth({ headers: request.headers })
  if (!hasPermission({ user }, 'panel:open')) return refuse(403)
  if (isBulk(request, path)) return refuse(403, 'Please change one record at a time, by its ID.')
  if (isUnknown(request, parts)) return refuse(404)
  // No collection allows it, but Payload deletes preferences without asking.
  if (request.method === 'DELETE') return refuse(403, 'Nothing can be deleted here.')
  if (await hasNoFields(request, path)) return refuse(400, 'Send the fields as JSON.')
  return handle(request, context)
}

const guarded =
  (handle: Handler): Handler =>
  async (request, context) =>
    sanitize(await handleGuarded(handle, request, context))

export const GET = guarded(REST_GET(config))
export const POST = guarded(REST_POST(config))
export const DELETE = guarded(REST_DELETE(config))
export const PATCH = guarded(REST_PATCH(config))
export const PUT = guarded(REST_PUT(config))
