import { z } from 'zod'

import { roles } from '@/access/roles'
import { endpoint, idParams } from '@/endpoints/endpoint'
import { requireUser } from '@/endpoints/http/current-user'
import { paginationHeaders } from '@/endpoints/http/pagination-headers'
import { updateUser } from '@/modules/accounts/actions/update-user'
import { getAdminUser, listAdminUsers } from '@/modules/accounts/queries/list-users'
import { notFound } from '@/platform/errors'
import { listQuery } from '@/platform/schema-fields'

const userResponse = z.strictObject({
  id: z.int(),
  username: z.string(),
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  role: z.enum(roles),
  isActive: z.boolean(),
  lastLoginAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
})

/** Admin specification 7: `role` or `isActive`, exactly one of the two. */
const changeBody = z.union(
  [z.strictObject({ role: z.enum(roles) }), z.strictObject({ isActive: z.boolean() })],
  'Give exactly one of role and isActive.',
)

export const adminUserEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/users',
    summary: 'People, staff first',
    requires: 'users:read',
    answer: z.array(userResponse),
    query: z.strictObject({ ...listQuery, role: z.enum(roles).or(z.literal('')).default('') }),
    handle: async (req, { query }) => {
      const list = await listAdminUsers(req.payload, query)
      return Response.json(list.users, { headers: paginationHeaders(req, list) })
    },
  }),
  endpoint({
    method: 'patch',
    path: '/api/admin/users/:id',
    summary: 'Change a role, or switch somebody on or off',
    requires: 'users:activate',
    peopleOnly: true,
    params: idParams,
    body: changeBody,
    answer: userResponse,
    handle: async (req, { params: { id }, body }) => {
      await updateUser(req.payload, requireUser(req), id, body)
      const user = await getAdminUser(req.payload, id)
      if (!user) throw notFound('This person')
      return user
    },
  }),
]
