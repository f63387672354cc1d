import type { PayloadRequest } from 'payload'
import { z } from 'zod'

import { emptyBody, endpoint, idParams } from '@/endpoints/endpoint'
import { actorName } from '@/endpoints/http/actor-name'
import type { SignedInRequest } from '@/endpoints/http/current-user'
import { privateJson } from '@/endpoints/http/private-json'
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
import { syncRunResponse, testQuery } from '@/modules/integrations/schemas'
import { requireCredentials } from '@/platform/connections/credentials'
import type { ConnectionKeyValues, SyncKind } from '@/platform/connections/definitions'
import { AppError } from '@/platform/errors'
import { startSyncRun } from '@/platform/sync-engine'
import { getProviders } from '@/providers'

const startBody = z.strictObject({
  preview: z.boolean().default(false),
  wait: z.number().int().min(0).max(25).default(20),
})
const syncResponse = z.strictObject({
  synced: z.int(),
  syncedCount: z.int(),
  message: z.string(),
  errors: z.array(z.string()),
  run: syncRunResponse,
})
const maxErrors = 50
const syncCall = {
  requires: 'integrations:use',
  body: startBody,
  bodyOptional: true,
  response: syncResponse,
  otherResponses: {
    202: 'In progress. `run` has the current progress; get the result from GET /api/admin/sync-runs/:id.',
  },
  limit: { points: 30, seconds: 600 },
} as const

/**
 * Starts a sync run and waits a while for it. An unfinished run is answered with 202.
 * @throws AppError provider_unavailable, conflict (cancelled) with `failure` before the reason
 */
async function startSync(
  req: SignedInRequest,
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
    requestedBy: req.user.id,
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
  return privateJson(
    {
      synced,
      syncedCount: synced,
      message: run.message ?? (isDone ? '' : 'In progress.'),
      errors: rows.map(({ label, key, message }) => `${label ?? key}: ${message ?? 'failed'}`),
      run,
    },
    isDone ? 200 : 202,
  )
}

const submitBody = z.strictObject({
  accept: z.boolean().default(false).describe('Send it despite the cost or address warning.'),
  again: z
    .boolean()
    .default(false)
    .describe('Send it as a new order after it was canceled on Printful.'),
  wait: z.number().int().min(0).max(25).default(15),
})
/** `sent`: it is on Printful. `going`: it is still being sent. */
const submissionResponse = z.strictObject({ state: z.enum(['sent', 'going']), message: z.string() })
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

/** The longest wait for the rate limit while someone waits for the response. */
const maxWaitMs = 10_000
const createPrintfulClient = (keys: ConnectionKeyValues<'printful'>) =>
  getProviders().printful(keys, maxWaitMs)

async function withPrintful(req: SignedInRequest) {
  const { keys } = await requireCredentials(req.payload.db.drizzle, 'printful')
  return { payload: req.payload, printful: createPrintfulClient(keys), actor: req.user }
}

export const adminPrintfulEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/printful/test',
    summary: 'Test the Printful connection; a success is cached for 30 seconds unless again=true',
    requires: 'integrations:use',
    query: testQuery,
    response: z.strictObject({ success: z.boolean(), message: z.string() }),
    limit: { points: 60, seconds: 300 },
    handle: ({ payload }, { query }) => testPrintful(payload, createPrintfulClient, query),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/printful/sync',
    summary: 'Sync all products from Printful, or preview the changes',
    ...syncCall,
    handle: (req, { body }) =>
      startSync(req, 'printful-sync', body, 'Failed to sync products from Printful'),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/printful/sync-to-printful',
    summary: 'Send changes to Printful: prices, titles, and visibility, or a preview of them',
    ...syncCall,
    handle: (req, { body }) =>
      startSync(req, 'printful-push', body, 'Failed to sync products to Printful'),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/printful/submit-order/:id',
    summary: 'Send a paid order to Printful; repeated calls send it once',
    requires: 'orders:write',
    params: idParams,
    body: submitBody,
    bodyOptional: true,
    response: submissionResponse,
    otherResponses: { 202: 'Sending in progress. Check GET /api/admin/orders/:id for the result.' },
    limit: { points: 60, seconds: 600 },
    handle: async (req, { params: { id }, body: { wait, ...options } }) => {
      await requireCredentials(req.payload.db.drizzle, 'printful')
      const submission = await requestSubmission(req.payload, {
        actor: req.user,
        actorName: actorName(req),
        orderId: id,
        ...options,
      })
      const { state, message } =
        submission.state === 'going' ? await waitForSubmission(req, id, wait) : submission
      if (state === 'held') throw new AppError('conflict', message)
      return privateJson({ state, message }, state === 'sent' ? 200 : 202)
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/printful/orders/:id/refresh',
    summary: 'Refresh an order from Printful',
    requires: 'orders:write',
    params: idParams,
    ...emptyBody,
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
    summary: 'Cancel an order on Printful before production',
    requires: 'orders:write',
    params: idParams,
    ...emptyBody,
    response: messageResponse,
    limit: { points: 30, seconds: 600 },
    handle: async (req, { params: { id } }) => {
      await cancelPrintfulOrder(await withPrintful(req), id)
      return { message: 'Canceled on Printful. Printful will refund what it charged.' }
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/printful/webhook',
    summary: 'Turn on Printful webhooks',
    requires: 'integrations:use',
    ...emptyBody,
    response: messageResponse,
    limit: { points: 20, seconds: 600 },
    handle: async (req) => {
      const missing = await registerPrintfulWebhook(await withPrintful(req))
      return {
        message:
          missing.length > 0
            ? `Printful sends all events except ${missing.join(', ')}.`
            : 'Printful webhooks are on.',
      }
    },
  }),
]
