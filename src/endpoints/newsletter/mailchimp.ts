import type { PayloadRequest } from 'payload'
import { z } from 'zod'

import { emptyBody, endpoint } from '@/endpoints/endpoint'
import { readForm } from '@/endpoints/http/body'
import { errorResponse } from '@/endpoints/http/errors'
import { privateJson } from '@/endpoints/http/private-json'
import { waitForSyncRun } from '@/endpoints/integrations/wait-for-run'
import { getConnection } from '@/modules/integrations/queries/connections'
import { syncRunResponse, testQuery } from '@/modules/integrations/schemas'
import { draftWeeklyDigest, previewDigest } from '@/modules/newsletter/actions/draft-weekly-digest'
import { requireAudience } from '@/modules/newsletter/actions/mailchimp-audience'
import { testMailchimp } from '@/modules/newsletter/actions/test-mailchimp'
import { mailchimpContext } from '@/modules/newsletter/jobs'
import {
  isMailchimpWebhookSecret,
  mailchimpWebhookUrl,
} from '@/modules/newsletter/mailchimp-webhook-url'
import { audit } from '@/platform/audit'
import {
  connectionErrorMessage,
  recordConnectionFailure,
  requireCredentials,
} from '@/platform/connections/credentials'
import { hashText } from '@/platform/encryption'
import { AppError, notFound } from '@/platform/errors'
import { startSyncRun } from '@/platform/sync-engine'
import { storeWebhookEvent } from '@/platform/webhook-inbox'

const accountInfo = z.strictObject({
  account_name: z.string(),
  username: z.string(),
  total_subscribers: z.int(),
  email: z.string(),
})
const testResponse = z.strictObject({
  success: z.boolean(),
  message: z.string(),
  accountInfo: accountInfo.optional(),
  audience: z.string().optional(),
  audienceName: z.string().optional(),
  memberCount: z.int().optional(),
  webhook: z.boolean().optional(),
})
const testCacheMs = 30_000
const wait = z.int().min(0).max(25).default(20)
const rateLimit = { points: 20, seconds: 600 }

/** Turns a provider's error into one that staff can act on, and records it on the connection. */
const withErrorMessage = <Result>(req: PayloadRequest, work: Promise<Result>): Promise<Result> =>
  work.catch(async (error: unknown) => {
    if (error instanceof AppError) throw error
    throw new AppError(
      'provider_unavailable',
      await recordConnectionFailure(req.payload, 'mailchimp', error),
      { cause: error },
    )
  })

export const adminMailchimpEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/mailchimp/test',
    summary: 'Test the Mailchimp connection; a success is cached for 30 seconds',
    requires: 'integrations:use',
    query: testQuery,
    response: testResponse,
    limit: { points: 60, seconds: 600 },
    handle: async (req, { query }) => {
      const connection = await getConnection(req.payload, 'mailchimp')
      const cached = testResponse.safeParse(connection.details)
      if (
        !query.again &&
        connection.state === 'connected' &&
        !connection.lastError &&
        connection.lastGoodAt &&
        Date.now() - Date.parse(connection.lastGoodAt) < testCacheMs &&
        cached.success
      )
        return cached.data
      return testMailchimp(mailchimpContext(req.payload)).catch(async (error: unknown) => ({
        success: false,
        message: await recordConnectionFailure(req.payload, 'mailchimp', error),
      }))
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/mailchimp/sync',
    summary: 'Sync subscribers with the Mailchimp audience',
    requires: 'integrations:use',
    limit: rateLimit,
    body: z.strictObject({ preview: z.boolean().default(false), wait }),
    bodyOptional: true,
    response: z.strictObject({ message: z.string(), syncedCount: z.int(), run: syncRunResponse }),
    otherResponses: { 202: 'In progress. The run has the current progress.' },
    handle: async (req, { body }) => {
      await requireCredentials(req.payload.db.drizzle, 'mailchimp')
      const id = await startSyncRun(req.payload, {
        provider: 'mailchimp',
        kind: 'mailchimp-sync',
        isPreview: body.preview,
        requestedBy: req.user.id,
      })
      const run = await waitForSyncRun(req, id, body.wait)
      const isActive = ['queued', 'running'].includes(run.status)
      return privateJson(
        {
          message: run.message ?? 'Sync in progress.',
          syncedCount: run.counts.created + run.counts.updated + run.counts.unchanged,
          run,
        },
        isActive ? 202 : 200,
      )
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/mailchimp/webhook',
    summary: 'Turn on Mailchimp webhooks',
    requires: 'integrations:use',
    limit: rateLimit,
    ...emptyBody,
    response: z.strictObject({ message: z.string() }),
    handle: async (req) => {
      const { mailchimp, audience } = await requireAudience(mailchimpContext(req.payload))
      const url = mailchimpWebhookUrl
      const webhooks = await withErrorMessage(req, mailchimp.listWebhooks(audience))
      if (!webhooks.some((webhook) => webhook.url === url)) {
        await withErrorMessage(req, mailchimp.createWebhook(audience, url))
        await audit(req.payload.db.drizzle, req.user, {
          action: 'connection.webhook_made',
          subjectType: 'connection',
          subjectId: 'mailchimp',
        })
      }
      await withErrorMessage(req, testMailchimp(mailchimpContext(req.payload)))
      return { message: 'Mailchimp webhooks are on.' }
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/mailchimp/digest',
    summary: 'Create a newsletter draft in Mailchimp, from this week’s reflections or one article',
    requires: 'integrations:use',
    limit: rateLimit,
    body: z.strictObject({ contentId: z.int().positive().optional() }),
    bodyOptional: true,
    response: z.strictObject({
      message: z.string(),
      outcome: z.enum(['made', 'there', 'nothing']),
      title: z.string(),
      subject: z.string().nullable(),
      articles: z.array(z.strictObject({ title: z.string() })),
      editUrl: z.string().nullable(),
    }),
    handle: async (req, { body }) => {
      await requireCredentials(req.payload.db.drizzle, 'mailchimp')
      const draft = await withErrorMessage(
        req,
        draftWeeklyDigest(mailchimpContext(req.payload), body),
      )
      if (!draft)
        throw new AppError(
          'conflict',
          connectionErrorMessage(
            'mailchimp',
            new AppError('conflict', 'Mailchimp isn’t connected yet.'),
          ),
        )
      const messages = {
        made: 'Your draft is in Mailchimp. Review it there and send it when you’re ready.',
        there: 'This draft already exists, so it wasn’t changed.',
        nothing: 'No reflections were published in the last 7 days, so there’s nothing to send.',
      }
      return { message: messages[draft.outcome], ...draft }
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/mailchimp/digest',
    summary: 'Preview the newsletter',
    requires: 'integrations:use',
    query: z.strictObject({
      contentId: z.coerce.number().int().positive().max(2_147_483_647).optional(),
    }),
    response: z.strictObject({
      subject: z.string().nullable(),
      html: z.string(),
      articles: z.array(z.strictObject({ title: z.string() })),
    }),
    handle: async (req, { query }) => {
      const digest = await previewDigest(mailchimpContext(req.payload), query)
      return {
        subject: digest?.subject ?? null,
        html: digest?.html ?? '',
        articles: digest?.articles ?? [],
      }
    },
  }),
]

const webhookParams = z.strictObject({ secret: z.string().regex(/^[0-9a-f]{48}$/) })

/** Mailchimp signs nothing: the URL contains a secret, and an event only triggers reading the member from Mailchimp. */
export const mailchimpWebhooks = [
  endpoint({
    method: 'get',
    path: '/api/webhooks/mailchimp/:secret',
    summary: 'Let Mailchimp check the webhook URL',
    params: webhookParams,
    response: z.strictObject({ ready: z.boolean() }),
    limit: { points: 60, seconds: 60 },
    handle: async (_, { params: { secret } }) => {
      if (!isMailchimpWebhookSecret(secret)) throw notFound()
      return { ready: true }
    },
  }),
  {
    method: 'post' as const,
    path: '/shop/webhooks/mailchimp/:secret',
    handler: async (req: PayloadRequest) => {
      try {
        const params = webhookParams.safeParse(req.routeParams ?? {})
        if (!params.success || !isMailchimpWebhookSecret(params.data.secret))
          throw new AppError('unauthorized', 'This URL is incomplete.')
        const form = await readForm(req)
        const field = (name: string): string | undefined => form.get(`data[${name}]`) ?? undefined
        const eventType = form.get('type') ?? ''
        if (!/^[a-z]{1,40}$/.test(eventType))
          throw new AppError('bad_request', 'Not a valid event.')
        const body = {
          email: field('email'),
          new_email: field('new_email'),
          old_email: field('old_email'),
          list_id: field('list_id'),
          action: field('action'),
          reason: field('reason'),
        }
        const eventId = hashText(JSON.stringify([eventType, form.get('fired_at'), body]))
        await storeWebhookEvent(req.payload, { provider: 'mailchimp', eventId, eventType, body })
        return Response.json({ received: true })
      } catch (error) {
        return errorResponse(req, error)
      }
    },
  },
]
