import { can } from '@/access/can'

import { defineCollection } from './define-collection'
import { orderField } from './fields/order'

/** The timeline of an order. Append-only: the database rejects changes and deletions. */
export const OrderEvents = defineCollection({
  slug: 'order-events',
  admin: { useAsTitle: 'message', hidden: true },
  access: { admin: can('orders:read'), read: can('orders:read') },
  fields: [
    orderField,
    { name: 'type', type: 'text', required: true },
    { name: 'message', type: 'text', required: true },
    /** A staff member's name, 'buyer', 'PayPal', or 'the shop'. */
    { name: 'actor', type: 'text', required: true },
    { name: 'reason', type: 'text' },
  ],
})
