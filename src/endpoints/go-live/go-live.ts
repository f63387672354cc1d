import { z } from 'zod'

import { endpoint } from '@/endpoints/endpoint'
import { confirmCheck, sendTestEmail } from '@/modules/go-live/actions/confirm-check'
import { runGoLiveChecks } from '@/modules/go-live/actions/run-checks'
import { isOwnAddressProof } from '@/modules/go-live/own-address-proof'
import { confirmableChecks, countProxies, isReadyToOpen } from '@/modules/go-live/rules/checks'
import { env } from '@/platform/env'
import { notFound } from '@/platform/errors'
import { getProviders } from '@/providers'
import { listPublishedAccounts } from '@/seed/published-passwords'

const checkResponse = z.strictObject({
  name: z.string(),
  group: z.string(),
  title: z.string(),
  state: z.enum(['good', 'problem', 'advice', 'waiting', 'skipped']),
  detail: z.string(),
  fix: z.string().optional(),
  href: z.string().optional(),
  canConfirm: z.boolean(),
})

export const goLiveEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/go-live',
    summary: 'Check what the shop needs before it opens; calls each connected service once',
    requires: 'settings:write',
    limit: { points: 20, seconds: 60 },
    response: z.strictObject({ ready: z.boolean(), checks: z.array(checkResponse) }),
    handle: async ({ payload }) => {
      const checks = await runGoLiveChecks({
        payload,
        providers: getProviders(),
        publishedPasswords: () => listPublishedAccounts(payload),
      })
      return { ready: isReadyToOpen(checks), checks }
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/go-live/confirmations',
    summary: 'Confirm a check that only a person can judge',
    requires: 'settings:write',
    sessionOnly: true,
    body: z.strictObject({
      name: z.enum(confirmableChecks),
      code: z
        .string()
        .max(100)
        .optional()
        .describe('For email-received: from the link in the email.'),
    }),
    response: z.strictObject({ name: z.enum(confirmableChecks) }),
    handle: async (req, { body }) => {
      await confirmCheck(req.payload, req.user, body)
      return { name: body.name }
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/go-live/test-email',
    summary: 'Send a test email to your own address',
    requires: 'settings:write',
    sessionOnly: true,
    body: z.strictObject({}),
    limit: { points: 5, seconds: 300 },
    response: z.strictObject({ sentTo: z.string() }),
    handle: (req) => sendTestEmail(req.payload, req.user),
  }),
  endpoint({
    method: 'get',
    path: '/api/go-live/own-address',
    summary:
      'Count the proxies that a request to the shop’s public address passes through (for the shop itself)',
    query: z.strictObject({ proof: z.string().max(200).default('') }),
    limit: { points: 60, seconds: 60 },
    response: z.strictObject({ proxies: z.int(), trusted: z.int() }),
    handle: (req, { query }) => {
      if (!isOwnAddressProof(query.proof)) throw notFound('This page')
      return Promise.resolve({
        proxies: countProxies(req.headers.get('x-forwarded-for')),
        trusted: env.TRUSTED_PROXIES,
      })
    },
  }),
]
