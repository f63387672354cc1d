import type { Endpoint, PayloadRequest } from 'payload'

import { readBytes } from '@/endpoints/http/body'
import { withCookies } from '@/endpoints/http/cookies'
import { errorResponse } from '@/endpoints/http/errors'
import { assertSameOrigin } from '@/endpoints/http/origin'
import { signInSchema } from '@/modules/accounts/schemas/authentication'
import { AppError } from '@/platform/errors'

import { signInWithPassword } from './password-sign-in'
import { signOut, toSessionUser } from './session-response'

/** In the panel's own words, where it looks for them. */
const refusal = async (req: PayloadRequest, thrown: unknown): Promise<Response> => {
  const answer = errorResponse(req, thrown)
  const body = (await answer.json()) as { error: string }
  const message =
    answer.status === 401 ? 'The username or password provided is incorrect.' : body.error
  return Response.json(
    { ...body, error: message, message, errors: [{ message }] },
    { status: answer.status, headers: answer.headers },
  )
}

/** What the panel's form sends: a field of JSON in a form, or JSON. @throws AppError payload_too_large, bad_request */
const readSent = async (req: PayloadRequest): Promise<Record<string, unknown>> => {
  const body = new Uint8Array(await readBytes(req, 16 * 1024))
  const sent = new Response(body, {
    headers: { 'Content-Type': req.headers.get('content-type') ?? '' },
  })
  try {
    const text = req.headers.get('content-type')?.startsWith('multipart/')
      ? (await sent.formData()).get('_payload')
      : await sent.text()
    return (JSON.parse(typeof text === 'string' && text ? text : '{}') ?? {}) as Record<
      string,
      unknown
    >
  } catch (cause) {
    throw new AppError('bad_request', 'Please enter your username and password.', { cause })
  }
}

/**
 * The panel's sign-in form, in the place of Payload's own call: the same guards as on the shop's page. Payload's would
 * hash for known names only, say when an account is locked, and let anybody lock it.
 */
export const adminLogin: Endpoint = {
  method: 'post',
  path: '/login',
  handler: async (req) => {
    try {
      assertSameOrigin(req)
      const { username, email, password } = await readSent(req)
      const given = signInSchema.safeParse({
        username: typeof username === 'string' && username ? username : email,
        password,
      })
      if (!given.success) throw new AppError('invalid', 'Please enter your username and password.')
      const { user, cookies, expiresAt } = await signInWithPassword(
        req,
        given.data.username,
        given.data.password,
      )
      return withCookies(
        Response.json({
          message: 'Signed in',
          exp: expiresAt,
          user: { ...toSessionUser(user), isActive: user.isActive, collection: 'users' },
        }),
        cookies,
      )
    } catch (error) {
      return refusal(req, error)
    }
  },
}

/** Signing out of the panel, in the place of Payload's own call, which reads whatever is sent along. */
export const adminLogout: Endpoint = {
  method: 'post',
  path: '/logout',
  handler: async (req) => {
    try {
      assertSameOrigin(req)
      return await signOut(
        req,
        Response.json({ message: 'You have been logged out successfully.' }),
      )
    } catch (error) {
      return refusal(req, error)
    }
  },
}
