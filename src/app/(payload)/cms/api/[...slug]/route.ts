import config from '@payload-config'
import { REST_DELETE, REST_GET, REST_PATCH, REST_POST, REST_PUT } from '@payloadcms/next/routes'
import { getPayload } from 'payload'
import { requestMay } from '../../../../../access/can'

type Handler = (request: Request, context: { params: Promise<{ slug?: string[] }> }) => Promise<Response>

/** The shop's own calls, which guard themselves, and what everybody needs to sign in and out. */
const open = [/^(shop|root)\//, /^users\/(login|logout|me)$/]
/** Doors of Payload's REST that the shop never uses: some have been the way in of a published attack, others fall over. */
const closed = [
  /\/first-register$/, /^users\/(forgot-password|reset-password|verify)(\/|$)/, /\/duplicate(\/|$)/, /\/versions(\/|$)/,
  /^payload-(jobs|locked-documents|kv|migrations)(\/|$)/, /^og(\/|$)/,
]

const refuse = (status: 403 | 404): Response =>
  Response.json(status === 404 ? { error: 'That was not found.', code: 'not_found' } : { error: 'This is for staff.', code: 'forbidden' }, { status })

const guarded = (handle: Handler): Handler => async (request, context) => {
  // Payload matches paths without regard to case.
  const path = ((await context.params).slug ?? []).join('/').toLowerCase()
  const override = request.headers.get('x-http-method-override')
  // The panel's lists send long filters as POST that means GET; no other change of verb is taken.
  const verbIsHonest = override === null || (override === 'GET' && request.method === 'POST')
  if (!verbIsHonest || closed.some((door) => door.test(path))) return refuse(404)
  if (open.some((door) => door.test(path))) return handle(request, context)
  const payload = await getPayload({ config })
  const { user } = await payload.auth({ headers: request.headers })
  return requestMay({ user }, 'panel:open') ? handle(request, context) : refuse(403)
}

export const GET = guarded(REST_GET(config))
export const POST = guarded(REST_POST(config))
export const DELETE = guarded(REST_DELETE(config))
export const PATCH = guarded(REST_PATCH(config))
export const PUT = guarded(REST_PUT(config))
