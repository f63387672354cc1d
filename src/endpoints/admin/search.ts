import { z } from 'zod'
import { requestMay } from '../../access/can'
import { foundBy, foundKinds, searchPanel } from '../../queries/admin-search'
import { endpoint } from '../endpoint'

export const adminSearchEndpoints = [
  endpoint({
    method: 'get', path: '/api/admin/search', summary: 'Products, orders, content and users by their names, five of each kind that you may see', requires: 'panel:open', peopleOnly: true,
    query: z.strictObject({ q: z.string().trim().min(2, 'Please type two letters or more.').max(100) }), limit: { points: 300, seconds: 60 },
    answer: z.array(z.strictObject({ kind: z.enum(foundKinds), id: z.int(), title: z.string(), note: z.string(), href: z.string() })),
    handle: (req, { query: { q } }) => searchPanel(req.payload, q, foundKinds.filter((kind) => requestMay(req, foundBy[kind]))),
  }),
]
