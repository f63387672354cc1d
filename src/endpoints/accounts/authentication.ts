import { parseCookies } from 'payload'

import { endpoint } from '@/endpoints/endpoint'
import { emailsToAddress, tryConsumeRateLimit } from '@/endpoints/http/rate-limit'
import { newAccountErrors, register } from '@/modules/accounts/actions/register'
import { createSession } from '@/modules/accounts/actions/sessions'
import { getPendingSignIn } from '@/modules/accounts/queries/pending-sign-in'
import { pendingSignInCookie } from '@/modules/accounts/rules/session-hint'
import {
  registerSchema,
  secondFactorSchema,
  sessionUserSchema,
  signInResponse,
  signInSchema,
} from '@/modules/accounts/schemas/authentication'
import { AppError } from '@/platform/errors'

import { signInWithPassword } from './password-sign-in'
import { requireSecondFactor } from './second-factor-attempt'
import { createSignedInResponse, toSessionUser } from './session-response'

/** From one network address: new accounts, and separately refused forms that learn whether a username is taken. */
const registrations = { points: 20, seconds: 60 * 60 }

export const authenticationEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/auth/user',
    summary: 'Get the current user',
    response: sessionUserSchema,
    otherResponses: { 401: 'No one is signed in.' },
    handle: (req) => {
      if (!req.user?.isActive) throw new AppError('unauthorized', 'Not signed in.')
      return Promise.resolve(toSessionUser(req.user))
    },
  }),

  endpoint({
    method: 'post',
    path: '/api/auth/local',
    summary:
      'Sign in with a username (or a confirmed email address) and password. Returns 401 with the code second_factor_required if two-step verification needs a code',
    body: signInSchema,
    response: signInResponse,
    handle: async (req, { body }) =>
      createSignedInResponse(await signInWithPassword(req, body.username, body.password)),
  }),

  endpoint({
    method: 'post',
    path: '/api/auth/code',
    summary: 'Finish signing in with a code, after a 401 with the code second_factor_required',
    body: secondFactorSchema,
    response: signInResponse,
    limit: { points: 60, seconds: 10 * 60 },
    handle: async (req, { body }) => {
      const cookie = parseCookies(req.headers).get(pendingSignInCookie)
      const pending = await getPendingSignIn(req.payload, cookie)
      if (!pending)
        throw new AppError('unauthorized', 'This sign-in has ended. Reload the page to continue.')
      const { userId } = pending
      await requireSecondFactor(req, userId, body.code)
      const session = await createSession(req, userId, { secondFactorGiven: true })
      if (!session) throw new AppError('unauthorized', 'Please sign in.')
      return createSignedInResponse(session)
    },
  }),

  endpoint({
    method: 'post',
    path: '/api/auth/register',
    summary: 'Create an account and sign in',
    body: registerSchema,
    creates: true,
    response: signInResponse,
    limit: { ...registrations, ofValid: true },
    otherErrors: async (req, body) => {
      const showsTaken = await tryConsumeRateLimit(req, 'taken-names', registrations)
      return newAccountErrors(req.payload, body, showsTaken)
    },
    handle: async (req, { body }) => {
      const sendsEmail =
        body.email !== undefined &&
        (await tryConsumeRateLimit(req, emailsToAddress.name, emailsToAddress.limit, body.email))
      const userId = await register(req.payload, body, sendsEmail)
      const session = await createSession(req, userId)
      if (!session) throw new AppError('internal', 'Registration failed')
      return createSignedInResponse(session, 201)
    },
  }),
]
