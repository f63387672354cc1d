import type { PayloadRequest } from 'payload'
import { z } from 'zod'
import { AppError } from '../errors'
import { forgotSchema, messageAnswer, okAnswer, resetSchema, resetWithCodeSchema, signedInAnswer, verifySchema } from '../schemas/account'
import { issueSession } from '../workflows/issue-session'
import { askForReset, resetPassword, resetWithCode } from '../workflows/reset-password'
import { resendVerification, verifyEmail } from '../workflows/verify-email'
import { personOf } from './account/person-of'
import { signedInResponse } from './auth'
import { endpoint } from './endpoint'
import { clientAddress, isWithin, spend } from './rate-limit'

const hour = 60 * 60

const signIn = async (req: PayloadRequest, userId: number): Promise<Response> => {
  const issued = await issueSession(req.payload, userId)
  if (!issued) throw new AppError('unauthorized', 'Please sign in.')
  return signedInResponse(issued)
}

/** A new password for those who cannot sign in, and addresses that are confirmed. */
export const accountRecoveryEndpoints = [
  endpoint({
    method: 'post', path: '/api/auth/forgot', summary: 'Send a link to choose a new password to the confirmed address of an account',
    body: forgotSchema, answer: messageAnswer, limit: { points: 15, seconds: hour },
    handle: async (req, { body }) => {
      // Beyond five an hour nothing more is sent, and the answer stays the same; the links that were sent still work.
      if (await isWithin(req, 'forgot-account', { points: 5, seconds: hour }, body.username)) await askForReset(req.payload, body.username)
      return { ok: true, message: 'If there is such an account and it has a confirmed email address, a link is on its way. It works for an hour.' }
    },
  }),

  endpoint({
    method: 'post', path: '/api/auth/reset', summary: 'Choose a new password by the link of a mail, and sign in',
    body: resetSchema, answer: signedInAnswer, limit: { points: 30, seconds: hour },
    handle: async (req, { body }) => signIn(req, await resetPassword(req.payload, body.token, body.password)),
  }),

  endpoint({
    method: 'post', path: '/api/auth/reset-with-code', summary: 'Choose a new password by a recovery code, and sign in',
    body: resetWithCodeSchema, answer: signedInAnswer, limit: { points: 20, seconds: hour },
    handle: async (req, { body }) => {
      await spend(req, 'reset-with-code-name', { points: 8, seconds: hour }, `${clientAddress(req)} ${body.username}`)
      return signIn(req, await resetWithCode(req.payload, body.username, body.code, body.password))
    },
  }),

  endpoint({
    method: 'post', path: '/api/auth/verify', summary: 'Confirm an email address by the link of a mail',
    body: verifySchema, answer: z.strictObject({ ok: z.literal(true), email: z.string() }), limit: { points: 30, seconds: hour },
    handle: async (req, { body }) => ({ ok: true, email: await verifyEmail(req.payload, body.token) }),
  }),

  endpoint({
    method: 'post', path: '/api/auth/verify/resend', summary: 'Send the link to confirm an email address again', signedIn: true,
    body: z.strictObject({}), bodyOptional: true, answer: okAnswer,
    handle: async (req) => {
      const { id } = personOf(req)
      await spend(req, 'verify-resend', { points: 5, seconds: hour }, `user ${id}`)
      await resendVerification(req.payload, id)
      return { ok: true }
    },
  }),
]
