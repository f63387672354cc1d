import { selfOr } from '@/access/can'

import { defineCollection } from './define-collection'

/** Saved products and content of a customer: one row each, with exactly one of the two. */
export const SavedItems = defineCollection({
  slug: 'saved-items',
  admin: { hidden: true },
  access: { read: selfOr('users:read', 'user') },
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
