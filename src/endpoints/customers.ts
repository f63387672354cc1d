import { customerAnswer, customerBody } from '../schemas/customer'
import { findOrCreateCustomer } from '../workflows/find-customer'
import { endpoint } from './endpoint'

export const customerEndpoints = [
  endpoint({
    method: 'post', path: '/api/customers', summary: 'Find or make the customer record of a guest checkout',
    requires: 'orders:write', body: customerBody, answer: customerAnswer, limit: { points: 120, seconds: 60 },
    handle: (req, { body }) => findOrCreateCustomer(req.payload, body),
  }),
]
