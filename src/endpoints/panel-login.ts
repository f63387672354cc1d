import { addDataAndFileToRequest, type Endpoint, type PayloadRequest } from 'payload'
import { AppError } from '../errors'
import { signInSchema } from '../schemas/account'
import { answerError } from './answer-error'
import { refuseForeignOrigin } from './origin'
import { signInWithPassword } from './password-sign-in'
import { toSessionView } from './session-view'
import { withCookies } from './with-cookies'

/** In the panel's own words, where it looks for them. */
const refusal = async (req: PayloadRequest, thrown: unknown): Promise<Response> => {
  const answer = answerError(req, thrown)
  const body = (await answer.json()) as { error: string }
  const message = answer.status === 401 ? 'The username or password provided is incorrect.' : body.error
  return Response.json({ ...body, error: message, message, errors: [{ message }] }, { status: answer.status, headers: answer.headers })
}

/**
 * The panel's sign-in form, in the place of Payload's own call: the same guards as on the shop's page. Payload's would
 * hash for known names only, say when an account is locked, and let anybody lock it.
 */
export const panelLogin: Endpoint = {
  method: 'post',
  path: '/login',
  handler: async (req) => {
    try {
      refuseForeignOrigin(req)
      await addDataAndFileToRequest(req)
      const { username, email, password } = (req.data ?? {}) as Record<string, unknown>
      const given = signInSchema.safeParse({ username: typeof username === 'string' && username ? username : email, password })
      if (!given.success) throw new AppError('invalid', 'Please enter your username and password.')
      const { user, cookies, expiresAt } = await signInWithPassword(req, given.data.username, given.data.password)
      return withCookies(Response.json({ message: 'Signed in', exp: expiresAt, user: { ...toSessionView(user), isActive: user.isActive, collection: 'users' } }), cookies)
    } catch (error) {
      return refusal(req, error)
    }
  },
}
