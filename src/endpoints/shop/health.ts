import { z } from 'zod'

import { endpoint, idParams } from '@/endpoints/endpoint'
import { checkServices } from '@/modules/shop/actions/check-services'
import { getSystemHealth } from '@/modules/shop/queries/system-health'
import { audit } from '@/platform/audit'
import { notFound } from '@/platform/errors'
import { retryJob } from '@/platform/job-queue'
import { discardFailedJob } from '@/platform/webhook-inbox'
import { getProviders } from '@/providers'

export const healthEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/health',
    summary: 'Get system status',
    requires: 'users:activate',
    response: z.looseObject({
      databaseVersion: z.string(),
      workerSeenAt: z.iso.datetime().nullable(),
      waitingJobs: z.int(),
      lateJobs: z.int(),
    }),
    handle: ({ payload }) => getSystemHealth(payload),
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/health/services',
    summary: 'Check PayPal and the mail server; null means no problem',
    requires: 'users:activate',
    response: z.strictObject({ mail: z.string().nullable(), payments: z.string().nullable() }),
    limit: { points: 30, seconds: 60 },
    handle: () => checkServices(getProviders().payments),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/health/jobs/:id',
    summary: 'Retry or discard a failed background job',
    requires: 'users:activate',
    params: idParams,
    body: z.strictObject({ action: z.enum(['retry', 'forget']) }),
    response: z.strictObject({ id: z.int() }),
    handle: async ({ payload, user }, { params: { id }, body: { action } }) => {
      const db = payload.db.drizzle
      const isChanged = await (action === 'retry'
        ? retryJob(db, id)
        : discardFailedJob(payload, id))
      if (!isChanged) throw notFound('This job')
      await audit(db, user, { action: `job.${action}`, subjectType: 'job', subjectId: id })
      return { id }
    },
  }),
]
