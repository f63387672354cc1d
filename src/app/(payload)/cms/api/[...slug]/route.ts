import config from '@payload-config'
import { REST_DELETE, REST_GET, REST_PATCH, REST_POST, REST_PUT } from '@payloadcms/next/routes'
import { getPayload } from 'payload'

import { hasPermission } from '@/access/can'
import { isCrossOrigin } from '@/access/cross-site'

type Handler = (
  request: Request,
  context: { params: Promise<{ slug?: string[] }> },
) => Promise<Response>

/** The shop's own calls, which guard themselves. */
const own = /^(shop|root)\//
/** What everybody needs to sign in and out of the panel (endpoints/accounts/admin-login). */
const open = /^users\/(login|logout|me)$/
/** Doors of Payload's REST that the shop never uses: some have been the way in of a published attack, others fall over. */
const closed = [
  /\/first-register$/,
  /^users\/(forgot-password|reset-password|verify)(\/|$)/,
  /\/duplicate(\/|$)/,
  /\/versions(\/|$)/,
  /^payload-(jobs|locked-documents|kv|migrations)(\/|$)/,
  /^og(\/|$)/,
]

/** The panel's lists send long filters as POST that means GET; what they then ask with is read whole, so this is for staff. */
const overrides = ['x-http-method-override', 'x-payload-http-method-override']

const refuse = (
  status: 403 | 404,
  error = status === 404 ? 'That was not found.' : 'This is for staff.',
): Response =>
  Response.json({ error, code: status === 404 ? 'not_found' : 'forbidden' }, { status })

/** A change or a deletion by filter, without an id in its path: one mistaken filter would change everything at once. */
const isBulk = ({ method }: Request, path: string): boolean =>
  (method === 'PATCH' || method === 'DELETE') && path.split('/').filter(Boolean).length < 2

/** Payload says nothing about keeping, and names the path inside when it knows none. */
const tidied = async (answer: Response): Promise<Response> => {
  const said =
    answer.status === 404 && (await answer.clone().text()).startsWith('{"message":"Route not found')
      ? refuse(404)
      : answer
  if (!said.headers.has('cache-control')) said.headers.set('Cache-Control', 'private, no-store')
  return said
}

const answerFor = async (
  handle: Handler,
  request: Request,
  context: Parameters<Handler>[1],
): Promise<Response> => {
  // Payload matches paths without regard to case.
  const path = ((await context.params).slug ?? []).join('/').toLowerCase()
  const isForAll = own.test(path) || open.test(path)
  const asked = overrides.map((name) => request.headers.get(name)).filter((verb) => verb !== null)
  const verbIsHonest =
    asked.length === 0 ||
    (!isForAll && request.method === 'POST' && asked.every((verb) => verb === 'GET'))
  if (!verbIsHonest || (!own.test(path) && closed.some((door) => door.test(path))))
    return refuse(404)
  if (isForAll) return handle(request, context)
  if (request.method !== 'GET' && isCrossOrigin(request))
    return refuse(403, 'This request came from another site.')
  const payload = await getPayload({ config })
  const { user } = await payload.auth({ headers: request.headers })
  if (!hasPermission({ user }, 'panel:open')) return refuse(403)
  return isBulk(request, path)
    ? refuse(403, 'Please change one thing at a time, by its id.')
    : handle(request, context)
}

const guarded =
  (handle: Handler): Handler =>
  async (request, context) =>
    tidied(await answerFor(handle, request, context))

export const GET = guarded(REST_GET(config))
export const POST = guarded(REST_POST(config))
export const DELETE = guarded(REST_DELETE(config))
export const PATCH = guarded(REST_PATCH(config))
export const PUT = guarded(REST_PUT(config))
