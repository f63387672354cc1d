import { z } from 'zod'

import { hasPermission } from '@/access/can'
import { endpoint } from '@/endpoints/endpoint'
import { searchAdmin, searchKinds, searchPermissions } from '@/modules/shop/queries/admin-search'

export const adminSearchEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/search',
    summary: 'Search products, orders, content, and users by name, up to 5 of each',
    requires: 'panel:open',
    sessionOnly: true,
    query: z.strictObject({
      q: z.string().trim().min(2, 'Please enter at least 2 letters.').max(100),
    }),
    limit: { points: 300, seconds: 60 },
    response: z.array(
      z.strictObject({
        kind: z.enum(searchKinds),
        id: z.int(),
        title: z.string(),
        note: z.string(),
        href: z.string(),
      }),
    ),
    handle: (req, { query: { q } }) =>
      searchAdmin(
        req.payload,
        q,
        searchKinds.filter((kind) => hasPermission(req, searchPermissions[kind])),
      ),
  }),
]
