import type { Endpoint } from 'payload'

import { endpoint } from '@/endpoints/endpoint'
import { readForm } from '@/endpoints/http/body'
import { errorResponse } from '@/endpoints/http/errors'
import { privateJson } from '@/endpoints/http/private-json'
import { tryConsumeRateLimit } from '@/endpoints/http/rate-limit'
import {
  confirmDeletion,
  requestDeletionByEmail,
  requestFacebookDeletion,
  withdrawDeletion,
} from '@/modules/privacy/actions/request-deletion'
import { dataRequestStatusUrl } from '@/modules/privacy/data-request-links'
import {
  deletionFormSchema,
  doneResponse,
  requestCodeParams,
  requestKeyBody,
  requestMessageResponse,
} from '@/modules/privacy/schemas'
import { env } from '@/platform/env'
import { AppError } from '@/platform/errors'
import { parseSignedRequest } from '@/providers/facebook/signed-request'

/** Per mailbox and day, from all senders together, so that the form can't be used to flood one. */
const mailboxLimit = { points: 3, seconds: 24 * 60 * 60 }

const formMessage =
  'Thank you. If we have data for these addresses, we’ve emailed each one a confirmation link. Nothing is deleted until you confirm.'

export const privacyEndpoints: Endpoint[] = [
  endpoint({
    method: 'post',
    path: '/api/privacy/deletion-requests',
    summary: 'Request deletion of all data for an email address; sends a confirmation link first',
    body: deletionFormSchema,
    response: requestMessageResponse,
    limit: { points: 5, seconds: 60 * 60 },
    handle: async (req, { body: { website, ...form } }) => {
      const emails = website ? [] : [...new Set([form.email, ...form.otherEmails])]
      for (const email of emails) {
        // Beyond the limit the response is the same, so that it doesn't reveal earlier requests.
        if (await tryConsumeRateLimit(req, 'deletion-form-address', mailboxLimit, email))
          await requestDeletionByEmail(req.payload, {
            ...form,
            email,
            otherEmails: emails.filter((other) => other !== email),
          })
      }
      return { message: formMessage }
    },
  }),

  endpoint({
    method: 'post',
    path: '/api/privacy/deletion-requests/:code/confirm',
    summary: 'Confirm a deletion request with the emailed key',
    params: requestCodeParams,
    body: requestKeyBody,
    response: doneResponse,
    limit: { points: 20, seconds: 600 },
    handle: async (req, { params, body }) => {
      await confirmDeletion(req.payload, params.code, body.key)
      return { ok: true }
    },
  }),

  endpoint({
    method: 'post',
    path: '/api/privacy/deletion-requests/:code/withdraw',
    summary: 'Cancel a deletion request with the emailed key',
    params: requestCodeParams,
    body: requestKeyBody,
    response: doneResponse,
    limit: { points: 20, seconds: 600 },
    handle: async (req, { params, body }) => {
      await withdrawDeletion(req.payload, params.code, body.key)
      return { ok: true }
    },
  }),
]

/**
 * Meta's data deletion callback, called by their servers when someone removes the shop at Facebook. Authenticated by its
 * signature; responds with the status page and the code that Meta shows. A forged call gets 401 and stores nothing.
 * Without a Facebook app there is no such endpoint.
 */
export const facebookDeletion: Endpoint = {
  method: 'post',
  path: '/shop/privacy/facebook-deletion',
  handler: async (req) => {
    try {
      if (!env.FACEBOOK_APP_SECRET)
        throw new AppError('not_found', 'Facebook isn’t connected to this shop.')
      const signedRequest = (await readForm(req, 16 * 1024)).get('signed_request')
      if (!signedRequest) throw new AppError('bad_request', 'signed_request is missing.')
      const call = parseSignedRequest(signedRequest, env.FACEBOOK_APP_SECRET)
      if (!call) throw new AppError('unauthorized', 'Invalid signature.')
      const { code } = await requestFacebookDeletion(req.payload, call)
      return privateJson({ url: dataRequestStatusUrl(code), confirmation_code: code })
    } catch (error) {
      return errorResponse(req, error)
    }
  },
}
