import type { PayloadRequest } from 'payload'

import { endpoint } from '@/endpoints/endpoint'
import { currentUserId } from '@/endpoints/http/current-user'
import { redirectTo, wantsPage } from '@/endpoints/http/navigation'
import { tryConsumeRateLimit } from '@/endpoints/http/rate-limit'
import {
  deleteRequests,
  requestBackInStock,
  requestCartEmail,
  setReviewEmail,
} from '@/modules/one-time-emails/actions/requests'
import { parseStopToken } from '@/modules/one-time-emails/links'
import { requestedMessages } from '@/modules/one-time-emails/rules'
import {
  backInStockBody,
  cartEmailBody,
  messageResponse,
  reviewEmailBody,
  reviewEmailResponse,
  stopQuery,
  stopResponse,
} from '@/modules/one-time-emails/schemas'
import { findChangeableOrder } from '@/modules/orders/queries/get-customer-order'
import { customerOrderParams } from '@/modules/orders/schemas/customer-orders'
import { hashText } from '@/platform/encryption'
import { AppError, notFound } from '@/platform/errors'

const day = 24 * 60 * 60
/** Requests about one mailbox, from all senders together. Beyond the limit the response is the same. */
const mailboxLimits = {
  'back-in-stock': { points: 20, seconds: day },
  cart: { points: 3, seconds: day },
} as const

/** Who asks, with whether to ignore it. @param website filled in only by bots */
const readRequester = async (
  req: PayloadRequest,
  kind: keyof typeof mailboxLimits,
  { email, website }: { email: string; website?: string | undefined },
) => {
  const key = hashText(email)
  const isRobot = Boolean(website?.trim())
  const isIgnored =
    isRobot || !(await tryConsumeRateLimit(req, `one-time-email ${kind}`, mailboxLimits[kind], key))
  return { email, isIgnored }
}

export const oneTimeEmailEndpoints = [
  endpoint({
    method: 'post',
    path: '/api/back-in-stock',
    summary: 'Ask for a restock email, sent once when a size and color is available again',
    body: backInStockBody,
    limit: { points: 30, seconds: 3600 },
    response: messageResponse,
    handle: async (req, { body: { email, website, ...variant } }) => {
      const asker = await readRequester(req, 'back-in-stock', { email, website })
      await requestBackInStock(req.payload, asker, variant)
      return { message: requestedMessages['back-in-stock'] }
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/cart/email',
    summary: 'Email a cart once, with a link that opens it on another device',
    body: cartEmailBody,
    limit: { points: 10, seconds: 3600 },
    response: messageResponse,
    handle: async (req, { body: { items, ...contact } }) => {
      await requestCartEmail(req.payload, await readRequester(req, 'cart', contact), items)
      return { message: requestedMessages.cart }
    },
  }),
  endpoint({
    method: 'put',
    path: '/api/orders/:orderNumber/review-email',
    summary: 'Turn the one-time review reminder for an order on or off',
    params: customerOrderParams,
    body: reviewEmailBody,
    limit: { points: 30, seconds: 600 },
    response: reviewEmailResponse,
    handle: async (req, { params: { orderNumber }, body: { key, wanted } }) => {
      const id = await findChangeableOrder(req.payload, orderNumber, {
        key,
        userId: currentUserId(req),
      })
      if (id === null) throw notFound('This order')
      await setReviewEmail(req.payload, id, wanted)
      return { wanted }
    },
  }),

  // Also the target of a plain HTML form, so it works without scripts; that caller is redirected to a page.
  endpoint({
    method: 'post',
    path: '/api/emails/stop',
    summary:
      'Cancel all requested emails, from the page or with one click in an email app (RFC 8058)',
    query: stopQuery,
    limit: { points: 60, seconds: 600 },
    response: stopResponse,
    handle: async (req, { query }) => {
      const email = await parseStopToken(query.token)
      if (email) await deleteRequests(req.payload, email)
      if (wantsPage(req)) return redirectTo(`/emails/stop?is=${email ? 'done' : 'unknown'}`)
      if (!email) throw new AppError('not_found', 'This link isn’t valid.')
      return { status: 'done' }
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/emails/stop',
    summary: 'Show the page that cancels requested emails, for email apps that open the header URL',
    query: stopQuery,
    handle: async (_req, { query }) => redirectTo(`/emails/stop?token=${query.token}`),
  }),
]
