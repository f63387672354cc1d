import { AppError } from '../errors'
import { registerSchema, sessionUserSchema, signedInAnswer, signInSchema } from '../schemas/account'
import { type IssuedSession, issueSession } from '../workflows/issue-session'
import { register } from '../workflows/register'
import { endpoint } from './endpoint'
import { signInWithPassword } from './password-sign-in'
import { isWithin } from './rate-limit'
import { toSessionView } from './session-view'
import { withCookies } from './with-cookies'

export const signedInResponse = (issued: IssuedSession): Response =>
  withCookies(Response.json({ ok: true, user: toSessionView(issued.user), welcomeBack: issued.wasPaused }), issued.cookies)

export const authEndpoints = [
  endpoint({
    method: 'get', path: '/api/auth/user', summary: 'Who is signed in', answer: sessionUserSchema,
    handle: async (req) => {
      if (!req.user?.isActive) throw new AppError('unauthorized', 'Nobody is signed in.')
      return toSessionView(req.user)
    },
  }),

  endpoint({
    method: 'post', path: '/api/auth/local', summary: 'Sign in with a username (or a confirmed email address) and password',
    body: signInSchema, answer: signedInAnswer,
    handle: async (req, { body }) => signedInResponse(await signInWithPassword(req, body.username, body.password)),
  }),

  endpoint({
    method: 'post', path: '/api/auth/register', summary: 'Make an account and sign in',
    body: registerSchema, answer: signedInAnswer, limit: { points: 20, seconds: 60 * 60 },
    handle: async (req, { body }) => {
      const mayMail = body.email !== undefined && (await isWithin(req, 'mail-to-address', { points: 4, seconds: 24 * 60 * 60 }, body.email))
      const issued = await issueSession(req.payload, await register(req.payload, body, mayMail))
      if (!issued) throw new AppError('internal', 'Registration failed')
      return signedInResponse(issued)
    },
  }),
]
