import type { PayloadRequest } from 'payload'
import { z } from 'zod'

import { endpoint, idParams } from '@/endpoints/endpoint'
import { actorName } from '@/endpoints/http/actor-name'
import { listResponse } from '@/endpoints/http/pagination-headers'
import {
  addCustomerNote,
  deleteCustomerNote,
  updateCustomerNote,
} from '@/modules/orders/actions/customer-notes'
import { setTaxCertificate } from '@/modules/orders/actions/set-tax-certificate'
import { getCustomer } from '@/modules/orders/queries/get-customer'
import { customerSorts, listCustomers } from '@/modules/orders/queries/list-customers'
import { editedNote, newNote, noteParams, noteResponse } from '@/modules/orders/schemas/notes'
import { toDecimal } from '@/platform/money'
import { dayRangeQuery, decimalMoney, listQuery, requiredText } from '@/platform/schema-fields'

const customerResponse = z.strictObject({
  id: z.int().describe('The number of their first order.'),
  email: z.string(),
  name: z.string(),
  userId: z.int().nullable(),
  orders: z.int(),
  spent: decimalMoney.describe('Payments after refunds.'),
  firstOrderAt: z.iso.datetime(),
  lastOrderAt: z.iso.datetime(),
  isSubscribed: z.boolean(),
})
const notesResponse = z.strictObject({ notes: z.array(noteResponse) })

const readNotes = async ({ payload }: PayloadRequest, orderId: number) => ({
  notes: ((await getCustomer(payload, orderId))?.notes ?? []).map(
    ({ authorId: _authorId, ...note }) => note,
  ),
})

export const adminCustomerEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/customers',
    summary: 'List the people who placed an order',
    requires: 'orders:read',
    query: z.strictObject({
      ...listQuery,
      from: dayRangeQuery.from.describe('Their latest order was on this day or later.'),
      to: dayRangeQuery.to.describe('Their latest order was on this day or earlier.'),
      sort: z.enum(customerSorts).default('recent'),
    }),
    response: z.array(customerResponse),
    handle: async (req, { query }) => {
      const list = await listCustomers(req.payload, query)
      const rows = list.rows.map(({ spentCents, ...row }) => ({
        ...row,
        spent: toDecimal(spentCents),
      }))
      return listResponse(req, { ...list, rows })
    },
  }),
  endpoint({
    method: 'put',
    path: '/api/admin/customers/:id/tax-certificate',
    summary: 'Record a customer’s tax exemption certificate; null removes it',
    requires: 'orders:write',
    params: idParams,
    body: z.strictObject({ certificate: requiredText('a certificate', 100).nullable() }),
    response: z.strictObject({ certificate: z.string().nullable() }),
    handle: async (req, { params: { id }, body: { certificate } }) => {
      await setTaxCertificate(req.payload, req.user, id, certificate)
      return { certificate }
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/customers/:id/notes',
    summary: 'Add a note about a customer; repeating it with the same requestId adds nothing',
    requires: 'orders:write',
    params: idParams,
    body: newNote,
    creates: true,
    response: notesResponse,
    handle: async (req, { params: { id }, body }) => {
      const note = { orderId: id, authorName: actorName(req), ...body }
      await addCustomerNote(req.payload, req.user, note)
      return readNotes(req, id)
    },
  }),
  endpoint({
    method: 'put',
    path: '/api/admin/customers/:id/notes/:noteId',
    summary: 'Edit your own note about a customer',
    requires: 'orders:write',
    params: noteParams,
    body: editedNote,
    response: notesResponse,
    handle: async (req, { params: { id, noteId }, body: { text } }) => {
      await updateCustomerNote(req.payload, req.user, { orderId: id, noteId, text })
      return readNotes(req, id)
    },
  }),
  endpoint({
    method: 'delete',
    path: '/api/admin/customers/:id/notes/:noteId',
    summary: 'Delete your own note about a customer',
    requires: 'orders:write',
    params: noteParams,
    response: notesResponse,
    handle: async (req, { params: { id, noteId } }) => {
      await deleteCustomerNote(req.payload, req.user, { orderId: id, noteId })
      return readNotes(req, id)
    },
  }),
]
