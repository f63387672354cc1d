import type { PayloadRequest } from 'payload'
import { z } from 'zod'

import { endpoint, idParams } from '@/endpoints/endpoint'
import { assertVersion } from '@/endpoints/http/check-version'
import {
  createCategory,
  deleteCategory,
  updateCategory,
} from '@/modules/catalog/actions/categories'
import {
  type AdminCategory,
  categorySorts,
  listAdminCategories,
} from '@/modules/catalog/queries/admin-categories'
import {
  adminCategoryResponse,
  categoryBody,
  newCategoryBody,
} from '@/modules/catalog/schemas/admin-categories'
import { notFound } from '@/platform/errors'

const answerFor = async ({ payload }: PayloadRequest, id: number): Promise<AdminCategory> => {
  const match = (await listAdminCategories(payload)).find((category) => category.id === id)
  if (!match) throw notFound('This category')
  return match
}
const limit = { points: 120, seconds: 600 }

export const adminCategoryEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/categories',
    summary: 'List categories with item counts',
    requires: 'categories:write',
    query: z.strictObject({ sort: z.enum(categorySorts).default('name') }),
    response: z.array(adminCategoryResponse),
    handle: ({ payload }, { query }) => listAdminCategories(payload, query),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/categories',
    summary: 'Create a category',
    requires: 'categories:write',
    body: newCategoryBody,
    bodyBytes: 512 * 1024,
    creates: true,
    response: adminCategoryResponse,
    limit,
    handle: async (req, { body: { productIds, contentIds, ...input } }) =>
      answerFor(
        req,
        await createCategory(req.payload, req.user, input, { productIds, contentIds }),
      ),
  }),
  endpoint({
    method: 'put',
    path: '/api/admin/categories/:id',
    summary: 'Update a category',
    requires: 'categories:write',
    params: idParams,
    body: categoryBody,
    response: adminCategoryResponse,
    limit,
    handle: async (req, { params: { id }, body: { version, ...input } }) => {
      await updateCategory(req.payload, req.user, id, input, (updatedAt) =>
        assertVersion(req, version, updatedAt),
      )
      return answerFor(req, id)
    },
  }),
  endpoint({
    method: 'delete',
    path: '/api/admin/categories/:id',
    summary: 'Delete a category; returns the items that no longer have one',
    requires: 'categories:write',
    params: idParams,
    limit,
    response: z.strictObject({
      id: z.int(),
      productIds: z.array(z.int()),
      contentIds: z.array(z.int()),
    }),
    handle: async (req, { params: { id } }) => ({
      id,
      ...(await deleteCategory(req.payload, req.user, id)),
    }),
  }),
]
