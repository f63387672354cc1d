import { selfOr } from '@/access/can'
import { nobody } from '@/access/nobody'

import { defineCollection } from './define-collection'

/** Saved products and content of a customer: one row each, with exactly one of the two. */
export const SavedItems = defineCollection({
  slug: 'saved-items',
  admin: { hidden: true },
  access: {
    admin: nobody,
    create: nobody,
    read: selfOr('users:read', 'user'),
    update: nobody,
    delete: nobody,
    readVersions: nobody,
    unlock: nobody,
  },
  fields: [
    {
      name: 'user',
      type: 'relationship',
      relationTo: 'users',
      required: true,
      index: true,
      maxDepth: 0,
    },
    { name: 'product', type: 'relationship', relationTo: 'products', maxDepth: 0 },
    { name: 'content', type: 'relationship', relationTo: 'content', maxDepth: 0 },
  ],
})
