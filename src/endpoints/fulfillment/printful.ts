import type { PayloadRequest } from 'payload'
import { z } from 'zod'

import { endpoint, idParams } from '@/endpoints/endpoint'
import { actorName } from '@/endpoints/http/actor-name'
import { requireUser } from '@/endpoints/http/current-user'
import { waitForSyncRun } from '@/endpoints/integrations/wait-for-run'
import {
  cancelPrintfulOrder,
  refreshPrintfulOrder,
  registerPrintfulWebhook,
} from '@/modules/fulfillment/actions/printful-orders'
import {
  readSubmission,
  requestSubmission,
  type SubmissionState,
} from '@/modules/fulfillment/actions/request-submission'
import { testPrintful } from '@/modules/fulfillment/actions/test-printful'
import { listSyncRows } from '@/modules/integrations/queries/sync-runs'
import { syncRunResponse } from '@/modules/integrations/schemas'
import { requireCredentials } from '@/platform/connections/credentials'
import type { ConnectionKeyValues, SyncKind } from '@/platform/connections/definitions'
import { AppError } from '@/platform/errors'
import { startSyncRun } from '@/platform/sync-engine'
import { getProviders } from '@/providers'

const startBody = z.strictObject({
  preview: z.boolean().default(false),
  wait: z.number().int().min(0).max(25).default(20),
})
const testQuery = z.strictObject({ again: z.enum(['true', 'false']).optional() })
const syncResponse = z.strictObject({
  synced: z.int(),
  syncedCount: z.int(),
  message: z.string(),
  errors: z.array(z.string()),
  run: syncRunResponse,
})
const startLimit = { points: 30, seconds: 600 }
const maxErrors = 50
const acceptedResponse = {
  202: 'It goes on; `run` says how far it is, and GET /api/admin/sync-runs/:id how it ends.',
}
const noStore = { 'Cache-Control': 'private, no-store' }

/**
 * Starts a sync run and waits a while for it. An unfinished run is answered with 202.
 * @throws AppError provider_unavailable, conflict (cancelled) with `failure` before the reason
 */
async function startSync(
  req: PayloadRequest,
  kind: SyncKind,
  { preview, wait }: z.infer<typeof startBody>,
  failure: string,
): Promise<Response> {
  const { payload } = req
  await requireCredentials(payload.db.drizzle, 'printful')
  const runId = await startSyncRun(payload, {
    provider: 'printful',
    kind,
    isPreview: preview,
    requestedBy: req.user?.id ?? null,
  })
  const run = await waitForSyncRun(req, runId, wait)
  if (run.status === 'failed' || run.status === 'cancelled')
    throw new AppError(
      run.status === 'failed' ? 'provider_unavailable' : 'conflict',
      `${failure}. ${run.message ?? ''}`.trim(),
      { details: { runId } },
    )
  const { rows } = await listSyncRows(payload, runId, {
    result: 'failed',
    page: 1,
    limit: maxErrors,
  })
  const synced = run.counts.created + run.counts.updated + run.counts.unchanged
  const isDone = run.status === 'done'
  return Response.json(
    {
      synced,
      syncedCount: synced,
      message: run.message ?? (isDone ? '' : 'It is under way.'),
      errors: rows.map(({ label, key, message }) => `${label ?? key}: ${message ?? 'failed'}`),
      run,
    },
    { status: isDone ? 200 : 202, headers: noStore },
  )
}

const submitBody = z.strictObject({
  accept: z
    .boolean()
    .default(false)
    .describe(
      'Somebody saw what is odd about it (its cost, its address) and wants it made all the same.',
    ),
  again: z
    .boolean()
    .default(false)
    .describe('After it was canceled at Printful: as a new order there.'),
  wait: z.number().int().min(0).max(25).default(15),
})
const messageResponse = z.strictObject({ message: z.string() })
const pollIntervalMs = 300

async function waitForSubmission(
  { payload }: PayloadRequest,
  id: number,
  waitSeconds: number,
): Promise<SubmissionState> {
  const deadline = Date.now() + waitSeconds * 1000
  for (;;) {
    const submission = await readSubmission(payload, id)
    if (submission.state !== 'going' || Date.now() >= deadline) return submission
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
  }
}

/** The longest wait for the rate limit while somebody waits for the response. */
const maxWaitMs = 10_000
const createPrintfulClient = (keys: ConnectionKeyValues<'printful'>) =>
  getProviders().printful(keys, maxWaitMs)

async function withPrintful(req: PayloadRequest) {
  const { keys } = await requireCredentials(req.payload.db.drizzle, 'printful')
  return { payload: req.payload, printful: createPrintfulClient(keys), actor: requireUser(req) }
}

export const adminPrintfulEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/printful/test',
    summary:
      'Whether Printful takes our token; a good answer holds for 30 seconds unless again=true',
    requires: 'integrations:use',
    query: testQuery,
    response: z.strictObject({ success: z.boolean(), message: z.string() }),
    limit: { points: 60, seconds: 300 },
    handle: ({ payload }, { query }) =>
      testPrintful(payload, createPrintfulClient, { again: query.again === 'true' }),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/printful/sync',
    summary: 'Read all products from Printful; with preview only say what would change',
    requires: 'integrations:use',
    body: startBody,
    bodyOptional: true,
    response: syncResponse,
    otherResponses: acceptedResponse,
    limit: startLimit,
    handle: (req, { body }) =>
      startSync(req, 'printful-sync', body, 'Failed to sync products from Printful'),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/printful/sync-to-printful',
    summary:
      'Send prices, titles and the hidden flag to Printful, only where they differ; with preview only say what would change',
    requires: 'integrations:use',
    body: startBody,
    bodyOptional: true,
    response: syncResponse,
    otherResponses: acceptedResponse,
    limit: startLimit,
    handle: (req, { body }) =>
      startSync(req, 'printful-push', body, 'Failed to sync products to Printful'),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/printful/submit-order/:id',
    summary: 'Send a paid order to Printful; once, however often it is asked',
    requires: 'orders:write',
    params: idParams,
    body: submitBody,
    bodyOptional: true,
    response: messageResponse,
    otherResponses: { 202: 'It is being sent; GET /api/admin/orders/:id says when it is there.' },
    limit: { points: 60, seconds: 600 },
    handle: async (req, { params: { id }, body: { wait, ...options } }) => {
      await requireCredentials(req.payload.db.drizzle, 'printful')
      const submission = await requestSubmission(req.payload, {
        actor: requireUser(req),
        actorName: actorName(req),
        orderId: id,
        ...options,
      })
      const { state, message } =
        submission.state === 'going' ? await waitForSubmission(req, id, wait) : submission
      if (state === 'held') throw new AppError('conflict', message)
      return Response.json({ message }, { status: state === 'sent' ? 200 : 202, headers: noStore })
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/printful/orders/:id/refresh',
    summary: 'Read how an order stands at Printful',
    requires: 'orders:write',
    params: idParams,
    body: z.strictObject({}),
    bodyOptional: true,
    response: messageResponse,
    limit: { points: 60, seconds: 600 },
    handle: async (req, { params: { id } }) => {
      await refreshPrintfulOrder(await withPrintful(req), id)
      return { message: (await readSubmission(req.payload, id)).message }
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/printful/orders/:id/cancel',
    summary: 'Cancel an order at Printful, before it is made',
    requires: 'orders:write',
    params: idParams,
    body: z.strictObject({}),
    bodyOptional: true,
    response: messageResponse,
    limit: { points: 30, seconds: 600 },
    handle: async (req, { params: { id } }) => {
      await cancelPrintfulOrder(await withPrintful(req), id)
      return { message: 'It is canceled at Printful, and what was charged is paid back.' }
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/printful/webhook',
    summary: 'Make Printful tell the shop what happens there',
    requires: 'integrations:use',
    body: z.strictObject({}),
    bodyOptional: true,
    response: messageResponse,
    limit: { points: 20, seconds: 600 },
    handle: async (req) => {
      const missing = await registerPrintfulWebhook(await withPrintful(req))
      return {
        message:
          missing.length > 0
            ? `Printful tells everything but ${missing.join(', ')}.`
            : 'Printful tells the shop what happens there.',
      }
    },
  }),
]
