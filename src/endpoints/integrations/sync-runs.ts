import type { PayloadRequest } from 'payload'
import { z } from 'zod'

import { emptyBody, endpoint, idParams } from '@/endpoints/endpoint'
import { listResponse } from '@/endpoints/http/pagination-headers'
import {
  getSyncRun,
  listSyncRows,
  type SyncRunView,
} from '@/modules/integrations/queries/sync-runs'
import { syncRowResponse, syncRowsQuery, syncRunResponse } from '@/modules/integrations/schemas'
import { notFound } from '@/platform/errors'
import { cancelSyncRun } from '@/platform/sync-engine'

import { requireConnectionPermission } from './connections'

/** @throws AppError not_found, forbidden */
async function readRun(req: PayloadRequest, id: number): Promise<SyncRunView> {
  const run = await getSyncRun(req.payload, id)
  if (!run) throw notFound('This run')
  requireConnectionPermission(req, run.provider)
  return run
}

export const adminSyncRunEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/sync-runs/:id',
    summary: 'Get a run’s progress',
    requires: 'posts:import',
    params: idParams,
    response: syncRunResponse,
    handle: (req, { params: { id } }) => readRun(req, id),
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/sync-runs/:id/rows',
    summary: 'Get a run’s report, failures first',
    requires: 'posts:import',
    params: idParams,
    query: syncRowsQuery,
    response: z.array(syncRowResponse),
    handle: async (req, { params: { id }, query }) => {
      await readRun(req, id)
      const list = await listSyncRows(req.payload, id, query)
      return listResponse(req, list)
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/sync-runs/:id/cancel',
    summary: 'Stop a run; completed changes stay',
    requires: 'posts:import',
    params: idParams,
    ...emptyBody,
    response: syncRunResponse,
    handle: async (req, { params: { id } }) => {
      await readRun(req, id)
      await cancelSyncRun(req.payload, id)
      return readRun(req, id)
    },
  }),
]
