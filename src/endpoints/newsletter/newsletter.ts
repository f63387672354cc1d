import type { PayloadRequest } from 'payload'
import { z } from 'zod'

import { endpoint } from '@/endpoints/endpoint'
import { redirectTo, wantsPage } from '@/endpoints/http/navigation'
import { clientAddress, tryConsumeRateLimit } from '@/endpoints/http/rate-limit'
import {
  confirmSubscription,
  requestSubscription,
  subscribeAccount,
  unsubscribe,
  unsubscribeByEmail,
} from '@/modules/newsletter/actions/subscriptions'
import { getSubscription } from '@/modules/newsletter/queries/get-subscription'
import {
  anonymizeIpAddress,
  subscriberStatuses,
  undeliverableMessage,
} from '@/modules/newsletter/rules/subscription'
import { confirmQuery, subscribeSchema, unsubscribeQuery } from '@/modules/newsletter/schemas'
import { isUnsubscribeKey } from '@/modules/newsletter/subscription-links'
import { hashText } from '@/platform/encryption'
import { AppError } from '@/platform/errors'

/** Limits emails that strangers can make us send to one address: sign-up forms are used to flood mailboxes. */
const emailLimit = { points: 3, seconds: 24 * 60 * 60 }

const network = (req: PayloadRequest): string | null => anonymizeIpAddress(clientAddress(req))

const mayEmail = (req: PayloadRequest, email: string): Promise<boolean> =>
  tryConsumeRateLimit(req, 'newsletter-address', emailLimit, hashText(email))

const messageResponse = z.strictObject({ message: z.string() })
const statusResponse = z.strictObject({ status: z.string() })
const subscriptionResponse = z.strictObject({
  email: z.string().nullable(),
  status: z.enum([...subscriberStatuses, 'none']),
  agreedAt: z.string().nullable(),
  wording: z.string().nullable(),
})

/** @throws AppError out_of_turn: an address becomes `email` only once its owner has confirmed it */
const confirmedEmail = (req: PayloadRequest): string => {
  if (!req.user?.email)
    throw new AppError('out_of_turn', 'Add and confirm an email address on your account first.')
  return req.user.email.toLowerCase()
}

const readSubscription = async (req: PayloadRequest) => {
  const email = req.user?.email?.toLowerCase() ?? null
  return {
    email,
    ...(email
      ? await getSubscription(req.payload, email)
      : { status: 'none', agreedAt: null, wording: null }),
  }
}

export const newsletterEndpoints = [
  endpoint({
    method: 'post',
    path: '/api/newsletter/subscribe',
    summary: 'Subscribe to the newsletter; sends a confirmation email',
    body: subscribeSchema,
    limit: { points: 10, seconds: 3600 },
    response: messageResponse,
    handle: async (req, { body }) => {
      if (await mayEmail(req, body.email))
        await requestSubscription(req.payload, { ...body, network: network(req) })
      return { message: 'Check your inbox to confirm your subscription.' }
    },
  }),

  // Both are also targets of plain HTML forms, so they work without scripts; those callers are redirected to a page.
  endpoint({
    method: 'post',
    path: '/api/newsletter/confirm',
    summary: 'Confirm a subscription with the emailed key',
    query: confirmQuery,
    limit: { points: 30, seconds: 600 },
    response: statusResponse,
    handle: async (req, { query }) => {
      const status = await confirmSubscription(req.payload, query.token, network(req))
      if (wantsPage(req)) return redirectTo(`/newsletter/confirm?is=${status}`)
      if (status === 'bounced') throw new AppError('conflict', undeliverableMessage)
      if (status !== 'done')
        throw new AppError('not_found', 'This link has expired or was replaced by a newer one.')
      return { status }
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/newsletter/unsubscribe',
    summary:
      'Unsubscribe with an emailed link (the page’s button, or one click in an email app, RFC 8058)',
    query: unsubscribeQuery,
    limit: { points: 60, seconds: 600 },
    response: statusResponse,
    handle: async (req, { query }) => {
      if (!isUnsubscribeKey(query.s, query.key)) {
        if (wantsPage(req)) return redirectTo('/newsletter/unsubscribe?is=unknown')
        throw new AppError('not_found', 'This link isn’t valid.')
      }
      const isPage = wantsPage(req)
      await unsubscribe(req.payload, query.s, {
        form: isPage ? 'link' : 'one-click',
        network: network(req),
      })
      return isPage ? redirectTo('/newsletter/unsubscribe?is=done') : { status: 'done' }
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/newsletter/unsubscribe',
    summary: 'Show the unsubscribe page, for email apps that open the header URL',
    query: unsubscribeQuery,
    handle: async (_req, { query }) =>
      redirectTo(`/newsletter/unsubscribe?s=${query.s}&key=${query.key}`),
  }),

  endpoint({
    method: 'get',
    path: '/api/account/newsletter',
    summary: 'Get your newsletter subscription',
    signedIn: true,
    response: subscriptionResponse,
    handle: readSubscription,
  }),
  endpoint({
    method: 'post',
    path: '/api/account/newsletter',
    summary: 'Subscribe your email address to the newsletter',
    signedIn: true,
    limit: { points: 20, seconds: 3600 },
    response: subscriptionResponse,
    handle: async (req) => {
      await subscribeAccount(req.payload, {
        email: confirmedEmail(req),
        firstName: req.user.firstName,
        lastName: req.user.lastName,
        network: network(req),
      })
      return readSubscription(req)
    },
  }),
  endpoint({
    method: 'delete',
    path: '/api/account/newsletter',
    summary: 'Unsubscribe your email address',
    signedIn: true,
    limit: { points: 20, seconds: 3600 },
    response: subscriptionResponse,
    handle: async (req) => {
      await unsubscribeByEmail(req.payload, confirmedEmail(req), {
        form: 'account',
        network: network(req),
      })
      return readSubscription(req)
    },
  }),
]
