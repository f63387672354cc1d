import type { Endpoint, PayloadRequest } from 'payload'
import { z } from 'zod'

import { readBytes } from '@/endpoints/http/body'
import { withCookies } from '@/endpoints/http/cookies'
import { errorResponse } from '@/endpoints/http/errors'
import { assertSameOrigin } from '@/endpoints/http/origin'
import { signInSchema } from '@/modules/accounts/schemas/authentication'
import { AppError } from '@/platform/errors'

import { signInWithPassword } from './password-sign-in'
import { signOut, toSessionUser } from './session-response'

const maxBodyBytes = 16 * 1024
const errorBodySchema = z.looseObject({ error: z.string() })

/** Adds the message to an error response in the form in which Payload's admin reads it. */
async function toAdminError(req: PayloadRequest, error: unknown): Promise<Response> {
  const response = errorResponse(req, error)
  const body = errorBodySchema.parse(await response.json())
  const message =
    response.status === 401 ? 'The username or password provided is incorrect.' : body.error
  return Response.json(
    { ...body, error: message, message, errors: [{ message }] },
    { status: response.status, headers: response.headers },
  )
}

/** Declares a call in the place of one of Payload's own. */
const adminEndpoint = (
  path: string,
  handle: (req: PayloadRequest) => Promise<Response>,
): Endpoint => ({
  method: 'post',
  path,
  handler: async (req) => {
    try {
      assertSameOrigin(req)
      return await handle(req)
    } catch (error) {
      return toAdminError(req, error)
    }
  },
})

const incompleteMessage = 'Please enter your username and password.'
const formSchema = z
  .object({ username: z.unknown(), email: z.unknown(), password: z.unknown() })
  .partial()
  .catch({})

/**
 * Reads what the admin's form sends: JSON, or JSON in a field of a multipart form.
 * @throws AppError payload_too_large, bad_request, invalid
 */
async function readCredentials(req: PayloadRequest): Promise<z.infer<typeof signInSchema>> {
  const contentType = req.headers.get('content-type') ?? ''
  const body = new Response(new Uint8Array(await readBytes(req, maxBodyBytes)), {
    headers: { 'Content-Type': contentType },
  })
  let input: unknown
  try {
    const text = contentType.startsWith('multipart/')
      ? (await body.formData()).get('_payload')
      : await body.text()
    input = JSON.parse(typeof text === 'string' && text ? text : '{}')
  } catch (cause) {
    throw new AppError('bad_request', incompleteMessage, { cause })
  }
  const { username, email, password } = formSchema.parse(input)
  const credentials = signInSchema.safeParse({
    username: typeof username === 'string' && username ? username : email,
    password,
  })
  if (!credentials.success) throw new AppError('invalid', incompleteMessage)
  return credentials.data
}

/**
 * Payload's login form opens /admin next, which redirects to the sign-in page, and that page to the
 * second step (admin/shell/login).
 */
function toSecondStep(error: unknown): Response {
  if (!(error instanceof AppError) || error.code !== 'second_factor_required') throw error
  return withCookies(
    Response.json({ message: error.message, code: error.code, user: null }),
    error.cookies ?? [],
  )
}

/**
 * Replaces Payload's sign-in with the limits of the storefront's. Payload's would hash for existing
 * usernames only, reveal locked accounts, and let anyone lock them.
 */
export const adminLogin = adminEndpoint('/login', async (req) => {
  const { username, password } = await readCredentials(req)
  const result = await signInWithPassword(req, username, password).catch(toSecondStep)
  if (result instanceof Response) return result
  const { user, cookies, expiresAt } = result
  return withCookies(
    Response.json({
      message: 'Signed in',
      exp: expiresAt,
      user: { ...toSessionUser(user), isActive: user.isActive, collection: 'users' },
    }),
    cookies,
  )
})

/** Replaces Payload's sign-out, which reads the body of the request. */
export const adminLogout = adminEndpoint('/logout', (req) =>
  signOut(req, Response.json({ message: 'You have been logged out successfully.' })),
)
