import { z } from 'zod'
import { notFound } from '../../errors'
import { changeEmailSchema, changePasswordSchema, confirmSchema, okAnswer, providerParams, sessionParams } from '../../schemas/account'
import { changePassword, confirmPerson } from '../../workflows/change-password'
import { disconnectIdentity } from '../../workflows/disconnect-identity'
import { endSession, endSessions } from '../../workflows/end-sessions'
import { makeRecoveryCodes } from '../../workflows/recovery-codes'
import { expiredSessionCookies } from '../../workflows/session-cookies'
import { askForEmail } from '../../workflows/verify-email'
import { endpoint } from '../endpoint'
import { spendForConfirmation } from '../password-sign-in'
import { spend } from '../rate-limit'
import { sessionIdOf } from '../session'
import { withCookies } from '../with-cookies'
import { personOf } from './person-of'

const ok = { ok: true } as const

/** How somebody gets into their own account. What opens it asks for the password again, where there is one. */
export const securityEndpoints = [
  endpoint({
    method: 'post', path: '/api/account/password', summary: 'Change your password, or set your first one', signedIn: true,
    body: changePasswordSchema, answer: okAnswer,
    handle: async (req, { body }) => {
      await spendForConfirmation(req)
      const person = personOf(req)
      await confirmPerson(req.payload, person.id, body.currentPassword)
      await changePassword(req.payload, person, body.password, sessionIdOf(req))
      return ok
    },
  }),

  endpoint({
    method: 'post', path: '/api/account/email', summary: 'Use another email address, once it is confirmed', signedIn: true,
    body: changeEmailSchema, answer: okAnswer,
    handle: async (req, { body }) => {
      await spendForConfirmation(req)
      const { id } = personOf(req)
      await confirmPerson(req.payload, id, body.currentPassword)
      await spend(req, 'change-email', { points: 6, seconds: 60 * 60 }, `user ${id}`)
      await askForEmail(req.payload, id, body.email)
      return ok
    },
  }),

  endpoint({
    method: 'post', path: '/api/account/recovery-codes', summary: 'Make eight new recovery codes; the ones from before stop working', signedIn: true,
    body: confirmSchema, answer: z.strictObject({ codes: z.array(z.string()) }),
    handle: async (req, { body }) => {
      await spendForConfirmation(req)
      const person = personOf(req)
      await confirmPerson(req.payload, person.id, body.currentPassword)
      return { codes: await makeRecoveryCodes(req.payload, person) }
    },
  }),

  endpoint({
    method: 'delete', path: '/api/account/identities/:provider', summary: 'Disconnect another way of signing in, never the last one', signedIn: true,
    params: providerParams, answer: okAnswer, limit: { points: 30, seconds: 600 },
    handle: async (req, { params }) => {
      await disconnectIdentity(req.payload, personOf(req), params.provider)
      return ok
    },
  }),

  endpoint({
    method: 'delete', path: '/api/account/sessions/:id', summary: 'Sign out on one other device', signedIn: true,
    params: sessionParams, answer: okAnswer, limit: { points: 60, seconds: 600 },
    handle: async (req, { params }) => {
      if (!(await endSession(req.payload, personOf(req).id, params.id))) throw notFound('This session')
      return params.id === sessionIdOf(req) ? withCookies(Response.json(ok), expiredSessionCookies(req.payload)) : ok
    },
  }),

  endpoint({
    method: 'delete', path: '/api/account/sessions', summary: 'Sign out everywhere, here too', signedIn: true,
    answer: okAnswer, limit: { points: 30, seconds: 600 },
    handle: async (req) => {
      await endSessions(req.payload, personOf(req).id)
      return withCookies(Response.json(ok), expiredSessionCookies(req.payload))
    },
  }),
]
