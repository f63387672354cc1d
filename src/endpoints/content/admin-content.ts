import type { PayloadRequest } from 'payload'
import { z } from 'zod'

import { emptyBody, endpoint, idParams } from '@/endpoints/endpoint'
import { assertVersion } from '@/endpoints/http/check-version'
import { listResponse } from '@/endpoints/http/pagination-headers'
import { bulkUpdateContent } from '@/modules/content/actions/bulk-update-content'
import { duplicateContent } from '@/modules/content/actions/duplicate-content'
import {
  createContent,
  restoreContent,
  restoreVersion,
  trashContent,
  updateContent,
} from '@/modules/content/actions/save-content'
import {
  getAdminContentRecord,
  listAdminContentRecords,
  listContentVersions,
} from '@/modules/content/queries/admin-content'
import {
  adminContentQuery,
  adminContentResponse,
  bulkContentBody,
  contentVersionResponse,
  createContentBody,
  updateContentBody,
  versionParams,
} from '@/modules/content/schemas'
import { bulkResponse } from '@/platform/bulk/bulk-schema'
import { toBulkResponse } from '@/platform/bulk/for-each-item'
import { notFound } from '@/platform/errors'

const bodyBytes = 1024 * 1024

const findRecord = async ({ payload }: PayloadRequest, id: number) => {
  const record = await getAdminContentRecord(payload, id)
  if (!record) throw notFound('This article')
  return record
}

export const adminContentEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/content',
    summary: 'List all content, in any status',
    requires: 'content:write',
    query: adminContentQuery,
    response: z.array(adminContentResponse),
    handle: async (req, { query }) =>
      listResponse(req, await listAdminContentRecords(req.payload, query)),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/content',
    summary: 'Create an article',
    requires: 'content:write',
    body: createContentBody,
    bodyBytes,
    creates: true,
    response: adminContentResponse,
    handle: async (req, { body }) =>
      findRecord(req, await createContent(req.payload, req.user, body)),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/content/bulk',
    summary:
      'Update several articles at once: publish, schedule, tag, or trash them. Repeating it changes nothing',
    requires: 'content:write',
    body: bulkContentBody,
    response: bulkResponse,
    limit: { points: 30, seconds: 60 },
    handle: async (req, { body }) =>
      toBulkResponse(await bulkUpdateContent(req.payload, req.user, body.ids, body)),
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/content/:id',
    summary: 'Get an article',
    requires: 'content:write',
    params: idParams,
    response: adminContentResponse,
    handle: (req, { params }) => findRecord(req, params.id),
  }),
  endpoint({
    method: 'put',
    path: '/api/admin/content/:id',
    summary: 'Update an article',
    requires: 'content:write',
    params: idParams,
    body: updateContentBody,
    bodyBytes,
    response: adminContentResponse,
    handle: async (req, { params, body: { version, ...change } }) => {
      await updateContent(req.payload, req.user, params.id, change, (updatedAt) =>
        assertVersion(req, version, updatedAt),
      )
      return findRecord(req, params.id)
    },
  }),
  endpoint({
    method: 'delete',
    path: '/api/admin/content/:id',
    summary: 'Move an article to the trash and remove it from the shop',
    requires: 'content:write',
    params: idParams,
    response: z.strictObject({ message: z.string() }),
    handle: async (req, { params }) => {
      await trashContent(req.payload, req.user, params.id)
      return { message: 'Content deleted' }
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/content/:id/restore',
    summary: 'Restore an article from the trash',
    requires: 'content:write',
    params: idParams,
    ...emptyBody,
    response: adminContentResponse,
    handle: async (req, { params }) => {
      await restoreContent(req.payload, req.user, params.id)
      return findRecord(req, params.id)
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/content/:id/duplicate',
    summary: 'Create a draft copy of an article',
    requires: 'content:write',
    params: idParams,
    ...emptyBody,
    creates: true,
    response: adminContentResponse,
    handle: async (req, { params }) =>
      findRecord(req, await duplicateContent(req.payload, req.user, params.id)),
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/content/:id/versions',
    summary: 'List versions of an article, newest first',
    requires: 'content:write',
    params: idParams,
    response: z.array(contentVersionResponse),
    handle: async (req, { params }) => {
      await findRecord(req, params.id)
      return listContentVersions(req.payload, params.id)
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/content/:id/versions/:versionId/restore',
    summary: 'Restore the text and images of an earlier version',
    requires: 'content:write',
    params: versionParams,
    ...emptyBody,
    response: adminContentResponse,
    handle: async (req, { params }) => {
      await restoreVersion(req.payload, req.user, params.id, params.versionId)
      return findRecord(req, params.id)
    },
  }),
]
