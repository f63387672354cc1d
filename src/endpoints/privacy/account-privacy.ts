import type { Endpoint } from 'payload'

import { reauthenticate } from '@/endpoints/accounts/reauthenticate'
import { emptyBody, endpoint } from '@/endpoints/endpoint'
import { withCookies } from '@/endpoints/http/cookies'
import { assertSameOrigin } from '@/endpoints/http/origin'
import { consumeRateLimit } from '@/endpoints/http/rate-limit'
import { pauseAccount } from '@/modules/accounts/actions/pause-account'
import { expiredSessionCookies } from '@/modules/accounts/actions/sessions'
import { passkeyAssertionSchema } from '@/modules/accounts/schemas/passkeys'
import { requestOwnDeletion, withdrawOwnDeletion } from '@/modules/privacy/actions/request-deletion'
import { exportUserData } from '@/modules/privacy/queries/export-user-data'
import { dataRequestResponse, doneResponse, ownDeletionSchema } from '@/modules/privacy/schemas'
import { AppError } from '@/platform/errors'

export const accountPrivacyEndpoints: Endpoint[] = [
  endpoint({
    method: 'get',
    path: '/api/account/export',
    summary: 'Download all your data as a zip file',
    signedIn: true,
    handle: async (req) => {
      // A GET, so that a plain link downloads it. Other sites must not make a browser fetch it.
      assertSameOrigin(req)
      const { id, email } = req.user
      await consumeRateLimit(req, 'export', { points: 4, seconds: 60 * 60 }, `user ${id}`)
      const zip = exportUserData(req.payload, {
        userId: id,
        emails: email ? [email.toLowerCase()] : [],
      })
      const day = new Date().toISOString().slice(0, 10)
      return new Response(zip, {
        headers: {
          'Content-Type': 'application/zip',
          'Content-Disposition': `attachment; filename="dayfern-your-data-${day}.zip"`,
          'Cache-Control': 'private, no-store',
          'X-Content-Type-Options': 'nosniff',
        },
      })
    },
  }),

  endpoint({
    method: 'post',
    path: '/api/account/pause',
    summary: 'Pause your account until you sign in again',
    signedIn: true,
    ...emptyBody,
    response: doneResponse,
    limit: { points: 10, seconds: 600 },
    handle: async (req) => {
      await pauseAccount(req.payload, req.user)
      return withCookies(Response.json({ ok: true }), expiredSessionCookies(req.payload))
    },
  }),

  endpoint({
    method: 'post',
    path: '/api/account/deletion',
    summary: 'Request deletion of your account and data',
    signedIn: true,
    body: ownDeletionSchema.extend({ passkey: passkeyAssertionSchema.optional() }),
    bodyOptional: true,
    creates: true,
    response: dataRequestResponse,
    limit: { points: 20, seconds: 600 },
    handle: async (req, { body }) => {
      const user = req.user
      if (user.role !== 'customer')
        throw new AppError(
          'conflict',
          'This is a staff account. Ask a super admin to change its role to Customer first.',
        )
      await reauthenticate(req, body)
      const { code, status } = await requestOwnDeletion(req.payload, user, body.reason)
      return { code, status }
    },
  }),

  endpoint({
    method: 'post',
    path: '/api/account/deletion/withdraw',
    summary: 'Cancel your deletion request',
    signedIn: true,
    ...emptyBody,
    response: doneResponse,
    limit: { points: 20, seconds: 600 },
    handle: async (req) => {
      await withdrawOwnDeletion(req.payload, req.user.id)
      return { ok: true }
    },
  }),
]
