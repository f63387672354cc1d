import { can } from '@/access/can'

import { defineCollection } from './define-collection'

/** Dated notes of staff about a customer: an account, or a guest known only by an email address. Written by actions only. */
export const CustomerNotes = defineCollection({
  slug: 'customer-notes',
  admin: { useAsTitle: 'text', hidden: true },
  access: { admin: can('orders:read'), read: can('orders:read') },
  fields: [
    /** Lowercase. */
    { name: 'email', type: 'text', required: true, maxLength: 254, index: true },
    { name: 'customer', type: 'relationship', relationTo: 'users', index: true, maxDepth: 0 },
    { name: 'text', type: 'textarea', required: true },
    /** Who may edit it; null after the account was deleted. */
    { name: 'author', type: 'relationship', relationTo: 'users', maxDepth: 0 },
    { name: 'authorName', type: 'text', required: true },
    /** From the form, so that sending it twice adds one note. */
    { name: 'requestId', type: 'text', unique: true },
  ],
})
