import { can, ownLocally } from '@/access/can'
import { recordAudit } from '@/hooks/record-audit'
import { revalidateReview } from '@/hooks/revalidate-tags'

import { defineCollection } from './define-collection'
import { belongsTo } from './fields/belongs-to'

const isAuthor = ownLocally('customer')

const audited = recordAudit({ type: 'review' })

/** Reviews by buyers of a product, shown once staff approved them. */
export const Reviews = defineCollection({
  slug: 'reviews',
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['title', 'product', 'rating', 'status', 'createdAt'],
    group: 'Shop',
  },
  access: {
    admin: can('panel:open'),
    create: isAuthor,
    read: can('reviews:write'),
    update: (args) => can('reviews:write')(args) || isAuthor(args),
    delete: isAuthor,
  },
  ownFields: ['product', 'author', 'customer', 'order', 'rating', 'title', 'body'],
  fields: [
    belongsTo('product', 'products'),
    { name: 'author', type: 'text', required: true, maxLength: 80 },
    { name: 'customer', type: 'relationship', relationTo: 'users', maxDepth: 0 },
    { name: 'order', type: 'relationship', relationTo: 'orders', maxDepth: 0 },
    { name: 'rating', type: 'number', required: true, min: 1, max: 5 },
    { name: 'title', type: 'text', maxLength: 120 },
    { name: 'body', type: 'textarea', required: true, maxLength: 4000 },
    {
      name: 'status',
      type: 'select',
      required: true,
      defaultValue: 'waiting',
      index: true,
      options: [
        { value: 'waiting', label: 'Waiting' },
        { value: 'approved', label: 'Approved' },
        { value: 'rejected', label: 'Rejected' },
      ],
    },
    /** Why it was rejected, for staff. */
    { name: 'note', type: 'text', maxLength: 300 },
  ],
  hooks: {
    afterChange: [revalidateReview, audited.afterChange],
    afterDelete: [revalidateReview, audited.afterDelete],
  },
})
