import { z } from 'zod'

import { endpoint } from '@/endpoints/endpoint'
import { listResponse } from '@/endpoints/http/pagination-headers'
import { auditSorts, listAuditEvents } from '@/modules/shop/queries/list-audit-events'
import { dayRangeQuery, listQuery } from '@/platform/schema-fields'

const auditResponse = z.strictObject({
  id: z.int(),
  actor: z.string().nullable(),
  actorId: z.int().nullable(),
  actorRole: z.string(),
  action: z.string(),
  subjectType: z.string().nullable(),
  subjectId: z.string().nullable(),
  details: z.record(z.string(), z.unknown()).nullable(),
  createdAt: z.iso.datetime(),
})

export const auditLogEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/audit',
    summary: 'List audit log entries',
    requires: 'audit:read',
    query: z.strictObject({
      ...listQuery,
      ...dayRangeQuery,
      sort: z.enum(auditSorts).default('newest'),
    }),
    response: z.array(auditResponse),
    handle: async (req, { query }) => listResponse(req, await listAuditEvents(req.payload, query)),
  }),
]
