import { selfOr } from '@/access/can'

import { defineCollection } from './define-collection'
import { belongsTo } from './fields/belongs-to'

/** Saved products and content of a customer: one row each, with exactly one of the two. */
export const SavedItems = defineCollection({
  slug: 'saved-items',
  admin: { hidden: true },
  access: { read: selfOr('users:read', 'user') },
  fields: [
    belongsTo('user', 'users'),
    { name: 'product', type: 'relationship', relationTo: 'products', maxDepth: 0 },
    { name: 'content', type: 'relationship', relationTo: 'content', maxDepth: 0 },
  ],
})
