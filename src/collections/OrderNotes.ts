import { can } from '@/access/can'

import { defineCollection } from './define-collection'
import { orderField } from './fields/order'

/** Dated notes of staff on an order. Written by actions only; the newest is also the order's `notes` field. */
export const OrderNotes = defineCollection({
  slug: 'order-notes',
  admin: { useAsTitle: 'text', hidden: true },
  access: { admin: can('orders:read'), read: can('orders:read') },
  fields: [
    orderField,
    { name: 'text', type: 'textarea', required: true },
    /** Who may edit it; null for notes from before they had authors, and after an account was deleted. */
    { name: 'author', type: 'relationship', relationTo: 'users', maxDepth: 0 },
    { name: 'authorName', type: 'text', required: true },
    /** From the form, so that sending it twice adds one note. */
    { name: 'requestId', type: 'text', unique: true },
  ],
})
