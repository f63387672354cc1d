import { z } from 'zod'

import { endpoint } from '@/endpoints/endpoint'
import { withCookies } from '@/endpoints/http/cookies'
import { consumeRateLimit, emailsToAddress } from '@/endpoints/http/rate-limit'
import { generateRecoveryCodes } from '@/modules/accounts/actions/account-tokens'
import { newPasswordErrors } from '@/modules/accounts/actions/passwords'
import { changePassword } from '@/modules/accounts/actions/reset-password'
import { endSessions, expiredSessionCookies } from '@/modules/accounts/actions/sessions'
import { disconnectIdentity } from '@/modules/accounts/actions/social-sign-in'
import { requestEmailChange } from '@/modules/accounts/actions/verify-email'
import { getSessionId } from '@/modules/accounts/rules/session-hint'
import {
  changeEmailSchema,
  changePasswordSchema,
  confirmSchema,
  okResponse,
  providerParams,
  reauthenticateSchema,
  sessionParams,
} from '@/modules/accounts/schemas/authentication'
import { notFound } from '@/platform/errors'

import { confirmIdentity, reauthenticate } from './reauthenticate'
import { createConfirmedResponse } from './session-response'

const ok = { ok: true } as const

export const securityEndpoints = [
  endpoint({
    method: 'post',
    path: '/api/account/reauthenticate',
    summary:
      'Confirm it’s you with a passkey, a code (if two-step verification is on), or your password, or check that you signed in within 10 minutes',
    signedIn: true,
    body: reauthenticateSchema,
    response: okResponse,
    limit: { points: 60, seconds: 600 },
    handle: async (req, { body }) => {
      const result = await confirmIdentity(req, body)
      return result === 'recent' ? ok : createConfirmedResponse(req)
    },
  }),

  endpoint({
    method: 'post',
    path: '/api/account/password',
    summary: 'Change or set your password',
    signedIn: true,
    body: changePasswordSchema,
    response: okResponse,
    otherErrors: (req, body) => newPasswordErrors(body, req.user.username),
    handle: async (req, { body }) => {
      await reauthenticate(req, body)
      await changePassword(req.payload, req.user, body.password, getSessionId(req.user))
      return ok
    },
  }),

  endpoint({
    method: 'post',
    path: '/api/account/email',
    summary: 'Change your email address after confirming it',
    signedIn: true,
    body: changeEmailSchema,
    response: okResponse,
    handle: async (req, { body }) => {
      await reauthenticate(req, body)
      const { id } = req.user
      await consumeRateLimit(req, 'change-email', { points: 6, seconds: 60 * 60 }, `user ${id}`)
      await consumeRateLimit(req, emailsToAddress.name, emailsToAddress.limit, body.email)
      await requestEmailChange(req.payload, id, body.email)
      return ok
    },
  }),

  endpoint({
    method: 'post',
    path: '/api/account/recovery-codes',
    summary: 'Create 8 new recovery codes; old ones stop working',
    signedIn: true,
    body: confirmSchema,
    response: z.strictObject({ codes: z.array(z.string()) }),
    handle: async (req, { body }) => {
      await reauthenticate(req, body)
      const sessionId = getSessionId(req.user)
      return { codes: await generateRecoveryCodes(req.payload, req.user, sessionId) }
    },
  }),

  endpoint({
    method: 'delete',
    path: '/api/account/identities/:provider',
    summary: 'Disconnect a sign-in method, except the last one',
    signedIn: true,
    stepUp: true,
    params: providerParams,
    response: okResponse,
    limit: { points: 30, seconds: 600 },
    handle: async (req, { params }) => {
      await disconnectIdentity(req.payload, req.user, params.provider)
      return ok
    },
  }),

  endpoint({
    method: 'delete',
    path: '/api/account/sessions/:id',
    summary: 'Sign out one other device',
    signedIn: true,
    params: sessionParams,
    response: okResponse,
    limit: { points: 60, seconds: 600 },
    handle: async (req, { params }) => {
      if ((await endSessions(req.payload, req.user.id, params.id)) === 0)
        throw notFound('This session')
      return params.id === getSessionId(req.user)
        ? withCookies(Response.json(ok), expiredSessionCookies(req.payload))
        : ok
    },
  }),

  endpoint({
    method: 'delete',
    path: '/api/account/sessions',
    summary: 'Sign out of all devices, including this one',
    signedIn: true,
    response: okResponse,
    limit: { points: 30, seconds: 600 },
    handle: async (req) => {
      await endSessions(req.payload, req.user.id)
      return withCookies(Response.json(ok), expiredSessionCookies(req.payload))
    },
  }),
]
