import type { PayloadRequest } from 'payload'
import { z } from 'zod'
import { notFound } from '../../errors'
import { getRun, listRunRows, type RunView } from '../../queries/sync-runs'
import { rowAnswer, rowsQuery, runAnswer } from '../../schemas/connections'
import { cancelRun } from '../../workflows/sync-run'
import { endpoint, idParams } from '../endpoint'
import { pageHeaders } from '../page-headers'
import { refuseOther } from './connections'

const found = async (req: PayloadRequest, id: number): Promise<RunView> => {
  const run = await getRun(req.payload, id)
  if (!run) throw notFound('The run')
  refuseOther(req, run.provider)
  return run
}

export const adminSyncRunEndpoints = [
  endpoint({
    method: 'get', path: '/api/admin/sync-runs/:id', summary: 'How far a run is', requires: 'posts:import', params: idParams, answer: runAnswer,
    handle: (req, { params: { id } }) => found(req, id),
  }),
  endpoint({
    method: 'get', path: '/api/admin/sync-runs/:id/rows', summary: 'The report of a run, failures first', requires: 'posts:import', params: idParams, query: rowsQuery, answer: z.array(rowAnswer),
    handle: async (req, { params: { id }, query }) => {
      await found(req, id)
      const list = await listRunRows(req.payload, id, query)
      return Response.json(list.rows, { headers: pageHeaders(req, list) })
    },
  }),
  endpoint({
    method: 'post', path: '/api/admin/sync-runs/:id/cancel', summary: 'Stop a run; what it did stays', requires: 'posts:import', params: idParams, body: z.strictObject({}), bodyOptional: true, answer: runAnswer,
    handle: async (req, { params: { id } }) => {
      await found(req, id)
      await cancelRun(req.payload, id)
      return found(req, id)
    },
  }),
]
