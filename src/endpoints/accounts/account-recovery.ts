import type { PayloadRequest } from 'payload'
import { z } from 'zod'

import { emptyBody, endpoint } from '@/endpoints/endpoint'
import {
  clientAddress,
  consumeRateLimit,
  emailsToAddress,
  tryConsumeRateLimit,
} from '@/endpoints/http/rate-limit'
import { newPasswordErrors } from '@/modules/accounts/actions/passwords'
import {
  requestPasswordReset,
  resetPassword,
  resetWithCode,
} from '@/modules/accounts/actions/reset-password'
import { queueAccountEmail } from '@/modules/accounts/actions/send-account-email'
import { createSession } from '@/modules/accounts/actions/sessions'
import { verifyEmail } from '@/modules/accounts/actions/verify-email'
import {
  forgotSchema,
  messageResponse,
  okResponse,
  resetSchema,
  resetWithCodeSchema,
  signInResponse,
  verifySchema,
} from '@/modules/accounts/schemas/authentication'
import { AppError } from '@/platform/errors'

import { createSignedInResponse } from './session-response'

const hour = 60 * 60

async function signIn(req: PayloadRequest, userId: number): Promise<Response> {
  const session = await createSession(req, userId)
  if (!session) throw new AppError('unauthorized', 'Please sign in.')
  return createSignedInResponse(session)
}

export const accountRecoveryEndpoints = [
  endpoint({
    method: 'post',
    path: '/api/auth/forgot',
    summary: 'Send a password reset link, to an account’s confirmed email address',
    body: forgotSchema,
    response: messageResponse,
    limit: { points: 15, seconds: hour },
    handle: async (req, { body }) => {
      // Sends at most five an hour; the response stays the same, and earlier links still work.
      if (
        await tryConsumeRateLimit(
          req,
          'forgot-account',
          { points: 5, seconds: hour },
          body.username,
        )
      )
        await requestPasswordReset(req.payload, body.username)
      return {
        ok: true,
        message:
          'If an account with a confirmed email address matches, we’ve sent a reset link. It expires in 1 hour.',
      }
    },
  }),

  endpoint({
    method: 'post',
    path: '/api/auth/reset',
    summary: 'Reset a password with an emailed link and sign in',
    body: resetSchema,
    response: signInResponse,
    limit: { points: 30, seconds: hour },
    handle: async (req, { body }) =>
      signIn(req, await resetPassword(req.payload, body.token, body.password)),
  }),

  endpoint({
    method: 'post',
    path: '/api/auth/reset-with-code',
    summary: 'Reset a password with a recovery code and sign in',
    body: resetWithCodeSchema,
    response: signInResponse,
    limit: { points: 20, seconds: hour, ofValid: true },
    otherErrors: (_, body) => newPasswordErrors(body),
    handle: async (req, { body }) => {
      await consumeRateLimit(
        req,
        'reset-with-code-name',
        { points: 8, seconds: hour },
        `${clientAddress(req)} ${body.username}`,
      )
      return signIn(req, await resetWithCode(req.payload, body.username, body.code, body.password))
    },
  }),

  endpoint({
    method: 'post',
    path: '/api/auth/verify',
    summary: 'Confirm an email address with an emailed link, signed in to its account',
    signedIn: true,
    body: verifySchema,
    response: z.strictObject({ ok: z.literal(true), email: z.string() }),
    limit: { points: 30, seconds: hour },
    handle: async (req, { body }) => ({
      ok: true,
      email: await verifyEmail(req.payload, req.user.id, body.token),
    }),
  }),

  endpoint({
    method: 'post',
    path: '/api/auth/verify/resend',
    summary: 'Resend the email confirmation link',
    signedIn: true,
    ...emptyBody,
    response: okResponse,
    handle: async (req) => {
      const { id, pendingEmail } = req.user
      await consumeRateLimit(req, 'verify-resend', { points: 5, seconds: hour }, `user ${id}`)
      if (pendingEmail)
        await consumeRateLimit(req, emailsToAddress.name, emailsToAddress.limit, pendingEmail)
      await queueAccountEmail(req.payload.db.drizzle, 'verify-email', id)
      return { ok: true }
    },
  }),
]
