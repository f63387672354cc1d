import type { PayloadRequest } from 'payload'
import { z } from 'zod'
import type { SyncKind } from '../../domain/integration'
import { AppError } from '../../errors'
import { listRunRows, type RunView } from '../../queries/sync-runs'
import { runAnswer } from '../../schemas/connections'
import { needCredentials } from '../../workflows/connections'
import { startRun } from '../../workflows/sync-run'
import { testPrintful } from '../../workflows/test-printful'
import { endpoint } from '../endpoint'
import { awaitRun } from './started-run'

const startBody = z.strictObject({ preview: z.boolean().default(false), wait: z.number().int().min(0).max(25).default(20) })
const testQuery = z.strictObject({ again: z.enum(['true', 'false']).optional() })
const syncAnswer = z.strictObject({ synced: z.int(), syncedCount: z.int(), message: z.string(), errors: z.array(z.string()), run: runAnswer })
const starts = { points: 30, seconds: 600 }
const mostErrors = 50
const underWay = { 202: 'It goes on; `run` says how far it is, and GET /api/admin/sync-runs/:id how it ends.' }

const start = async (req: PayloadRequest, kind: SyncKind, { preview, wait }: z.infer<typeof startBody>): Promise<RunView> => {
  await needCredentials(req.payload.db.drizzle, 'printful')
  return awaitRun(req, await startRun(req.payload, { provider: 'printful', kind, isPreview: preview, requestedBy: req.user?.id ?? null }), wait)
}

/** Recorded fields and the run; what failed as a whole is an error with the recorded words before the reason. */
const answer = async ({ payload }: PayloadRequest, run: RunView, failed: string): Promise<Response> => {
  if (run.status === 'failed' || run.status === 'cancelled') throw new AppError(run.status === 'failed' ? 'provider_unavailable' : 'conflict', `${failed}. ${run.message ?? ''}`.trim(), { details: { runId: run.id } })
  const { rows } = await listRunRows(payload, run.id, { result: 'failed', page: 1, limit: mostErrors })
  const synced = run.counts.created + run.counts.updated + run.counts.unchanged
  const isOver = run.status === 'done'
  return Response.json({
    synced, syncedCount: synced, message: isOver ? run.message ?? '' : run.message ?? 'It is under way.', errors: rows.map(({ label, key, message }) => `${label ?? key}: ${message ?? 'failed'}`), run,
  }, { status: isOver ? 200 : 202, headers: { 'Cache-Control': 'private, no-store' } })
}

export const adminPrintfulEndpoints = [
  endpoint({
    method: 'get', path: '/api/admin/printful/test', summary: 'Whether Printful takes our token; a good answer holds for 30 seconds unless again=true', requires: 'integrations:use',
    query: testQuery, answer: z.strictObject({ success: z.boolean(), message: z.string() }), limit: { points: 60, seconds: 300 },
    handle: ({ payload }, { query }) => testPrintful(payload, { again: query.again === 'true' }),
  }),
  endpoint({
    method: 'post', path: '/api/admin/printful/sync', summary: 'Read all products from Printful; with preview only say what would change', requires: 'integrations:use',
    body: startBody, bodyOptional: true, answer: syncAnswer, alsoAnswers: underWay, limit: starts,
    handle: async (req, { body }) => answer(req, await start(req, 'printful-sync', body), 'Failed to sync products from Printful'),
  }),
  endpoint({
    method: 'post', path: '/api/admin/printful/sync-to-printful', summary: 'Send prices, titles and the hidden flag to Printful, only where they differ; with preview only say what would change', requires: 'integrations:use',
    body: startBody, bodyOptional: true, answer: syncAnswer, alsoAnswers: underWay, limit: starts,
    handle: async (req, { body }) => answer(req, await start(req, 'printful-push', body), 'Failed to sync products to Printful'),
  }),
]
