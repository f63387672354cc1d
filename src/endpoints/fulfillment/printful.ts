import type { PayloadRequest } from 'payload'
import { z } from 'zod'

import { endpoint, idParams } from '@/endpoints/endpoint'
import { actorName } from '@/endpoints/http/actor-name'
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
import { listSyncRows, type SyncRunView } from '@/modules/integrations/queries/sync-runs'
import { syncRunResponse } from '@/modules/integrations/schemas'
import { requireCredentials } from '@/platform/connections/credentials'
import type { SyncKind } from '@/platform/connections/definitions'
import { AppError } from '@/platform/errors'
import { startSyncRun } from '@/platform/sync-engine'
import { getProviders } from '@/providers'

const startBody = z.strictObject({
  preview: z.boolean().default(false),
  wait: z.number().int().min(0).max(25).default(20),
})
const testQuery = z.strictObject({ again: z.enum(['true', 'false']).optional() })
const syncAnswer = z.strictObject({
  synced: z.int(),
  syncedCount: z.int(),
  message: z.string(),
  errors: z.array(z.string()),
  run: syncRunResponse,
})
const starts = { points: 30, seconds: 600 }
const mostErrors = 50
const underWay = {
  202: 'It goes on; `run` says how far it is, and GET /api/admin/sync-runs/:id how it ends.',
}

const start = async (
  req: PayloadRequest,
  kind: SyncKind,
  { preview, wait }: z.infer<typeof startBody>,
): Promise<SyncRunView> => {
  await requireCredentials(req.payload.db.drizzle, 'printful')
  return waitForSyncRun(
    req,
    await startSyncRun(req.payload, {
      provider: 'printful',
      kind,
      isPreview: preview,
      requestedBy: req.user?.id ?? null,
    }),
    wait,
  )
}

/** Recorded fields and the run; what failed as a whole is an error with the recorded words before the reason. */
const answer = async (
  { payload }: PayloadRequest,
  run: SyncRunView,
  failed: string,
): Promise<Response> => {
  if (run.status === 'failed' || run.status === 'cancelled')
    throw new AppError(
      run.status === 'failed' ? 'provider_unavailable' : 'conflict',
      `${failed}. ${run.message ?? ''}`.trim(),
      { details: { runId: run.id } },
    )
  const { rows } = await listSyncRows(payload, run.id, {
    result: 'failed',
    page: 1,
    limit: mostErrors,
  })
  const synced = run.counts.created + run.counts.updated + run.counts.unchanged
  const isOver = run.status === 'done'
  return Response.json(
    {
      synced,
      syncedCount: synced,
      message: isOver ? (run.message ?? '') : (run.message ?? 'It is under way.'),
      errors: rows.map(({ label, key, message }) => `${label ?? key}: ${message ?? 'failed'}`),
      run,
    },
    { status: isOver ? 200 : 202, headers: { 'Cache-Control': 'private, no-store' } },
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
const messageAnswer = z.strictObject({ message: z.string() })
const lookAgainMs = 300

const awaitSubmission = async (
  { payload }: PayloadRequest,
  id: number,
  waitSeconds: number,
): Promise<SubmissionState> => {
  const giveUp = Date.now() + waitSeconds * 1000
  for (;;) {
    const now = await readSubmission(payload, id)
    if (now.state !== 'going' || Date.now() >= giveUp) return now
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
  }
}

const patienceMs = 10_000
const atPrintful = async (req: PayloadRequest) => {
  const { keys } = await requireCredentials(req.payload.db.drizzle, 'printful')
  return {
    payload: req.payload,
    printful: getProviders().printful(keys, patienceMs),
    actor: req.user as NonNullable<typeof req.user>,
  }
}

export const adminPrintfulEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/printful/test',
    summary:
      'Whether Printful takes our token; a good answer holds for 30 seconds unless again=true',
    requires: 'integrations:use',
    query: testQuery,
    answer: z.strictObject({ success: z.boolean(), message: z.string() }),
    limit: { points: 60, seconds: 300 },
    handle: ({ payload }, { query }) => testPrintful(payload, { again: query.again === 'true' }),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/printful/sync',
    summary: 'Read all products from Printful; with preview only say what would change',
    requires: 'integrations:use',
    body: startBody,
    bodyOptional: true,
    answer: syncAnswer,
    alsoAnswers: underWay,
    limit: starts,
    handle: async (req, { body }) =>
      answer(req, await start(req, 'printful-sync', body), 'Failed to sync products from Printful'),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/printful/sync-to-printful',
    summary:
      'Send prices, titles and the hidden flag to Printful, only where they differ; with preview only say what would change',
    requires: 'integrations:use',
    body: startBody,
    bodyOptional: true,
    answer: syncAnswer,
    alsoAnswers: underWay,
    limit: starts,
    handle: async (req, { body }) =>
      answer(req, await start(req, 'printful-push', body), 'Failed to sync products to Printful'),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/printful/submit-order/:id',
    summary: 'Send a paid order to Printful; once, however often it is asked',
    requires: 'orders:write',
    params: idParams,
    body: submitBody,
    bodyOptional: true,
    answer: messageAnswer,
    alsoAnswers: { 202: 'It is being sent; GET /api/admin/orders/:id says when it is there.' },
    limit: { points: 60, seconds: 600 },
    handle: async (req, { params: { id }, body: { wait, ...how } }) => {
      await requireCredentials(req.payload.db.drizzle, 'printful')
      const asked = await requestSubmission(
        req.payload,
        req.user as NonNullable<typeof req.user>,
        actorName(req),
        id,
        how,
      )
      const { state, message } =
        asked.state === 'going' ? await awaitSubmission(req, id, wait) : asked
      if (state === 'held') throw new AppError('conflict', message)
      return Response.json(
        { message },
        { status: state === 'sent' ? 200 : 202, headers: { 'Cache-Control': 'private, no-store' } },
      )
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
    answer: messageAnswer,
    limit: { points: 60, seconds: 600 },
    handle: async (req, { params: { id } }) => {
      await refreshPrintfulOrder(await atPrintful(req), id)
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
    answer: messageAnswer,
    limit: { points: 30, seconds: 600 },
    handle: async (req, { params: { id } }) => {
      await cancelPrintfulOrder(await atPrintful(req), id)
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
    answer: messageAnswer,
    limit: { points: 20, seconds: 600 },
    handle: async (req) => {
      const missing = await registerPrintfulWebhook(await atPrintful(req))
      return {
        message:
          missing.length > 0
            ? `Printful tells everything but ${missing.join(', ')}.`
            : 'Printful tells the shop what happens there.',
      }
    },
  }),
]
