import { z } from 'zod'

import { roles } from '@/access/roles'
import { endpoint, idParams } from '@/endpoints/endpoint'
import { listResponse } from '@/endpoints/http/pagination-headers'
import { findOrCreateCustomer } from '@/modules/accounts/actions/find-or-create-customer'
import { resetSecondFactor } from '@/modules/accounts/actions/second-factor'
import { updateUser } from '@/modules/accounts/actions/update-user'
import { getAdminUser, listAdminUsers, userSorts } from '@/modules/accounts/queries/list-users'
import {
  adminUserResponse,
  customerBody,
  customerResponse,
  userUpdateSchema,
} from '@/modules/accounts/schemas/admin'
import { notFound } from '@/platform/errors'
import { dayRangeQuery, emptyOr, listQuery } from '@/platform/schema-fields'

export const adminUserEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/users',
    summary: 'List users, by default staff first',
    requires: 'users:read',
    response: z.array(adminUserResponse),
    query: z.strictObject({
      ...listQuery,
      role: emptyOr(roles),
      ...dayRangeQuery,
      sort: z.enum(userSorts).default('staff'),
    }),
    handle: async (req, { query }) => {
      const list = await listAdminUsers(req.payload, query)
      return listResponse(req, { ...list, rows: list.users })
    },
  }),
  endpoint({
    method: 'patch',
    path: '/api/admin/users/:id',
    summary: 'Change a user’s role, or activate or deactivate them',
    requires: 'users:activate',
    sessionOnly: true,
    stepUp: true,
    params: idParams,
    body: userUpdateSchema,
    response: adminUserResponse,
    handle: async (req, { params: { id }, body }) => {
      await updateUser(req.payload, req.user, id, body)
      const user = await getAdminUser(req.payload, id)
      if (!user) throw notFound('This user')
      return user
    },
  }),
  endpoint({
    method: 'delete',
    path: '/api/admin/users/:id/second-factor',
    summary: 'Reset a user’s two-step verification and passkeys, and sign them out',
    requires: 'users:roles',
    sessionOnly: true,
    stepUp: true,
    params: idParams,
    response: adminUserResponse,
    handle: async (req, { params: { id } }) => {
      await resetSecondFactor(req.payload, req.user, id)
      const user = await getAdminUser(req.payload, id)
      if (!user) throw notFound('This user')
      return user
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/customers',
    summary: 'Find or create a customer record, for a guest checkout',
    requires: 'orders:write',
    body: customerBody,
    response: customerResponse,
    limit: { points: 120, seconds: 60 },
    handle: (req, { body }) => findOrCreateCustomer(req.payload, body),
  }),
]
