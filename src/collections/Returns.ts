import { can } from '@/access/can'
import { returnReasons, returnStatuses, returnWishes } from '@/modules/returns/rules'

import { defineCollection } from './define-collection'
import { orderField } from './fields/order'

/** Items that buyers want to send back. Only the actions of modules/returns write them, under the order's lock. */
export const Returns = defineCollection({
  slug: 'returns',
  admin: { useAsTitle: 'id', group: 'Shop', hidden: true },
  access: { admin: can('orders:read'), read: can('orders:read') },
  fields: [
    orderField,
    { name: 'status', type: 'select', required: true, index: true, options: [...returnStatuses] },
    { name: 'reason', type: 'select', required: true, options: [...returnReasons] },
    { name: 'wish', type: 'select', required: true, options: [...returnWishes] },
    { name: 'note', type: 'textarea' },
    {
      name: 'lines',
      type: 'array',
      fields: [
        /** Id of the order's item. */
        { name: 'itemId', type: 'text', required: true },
        { name: 'quantity', type: 'number', required: true },
        /** What the buyer would like in exchange, if they said so. */
        { name: 'wantedSize', type: 'text' },
        { name: 'wantedColor', type: 'text' },
      ],
    },
    /** The order at no charge that was made in exchange. */
    { name: 'exchangeOrder', type: 'relationship', relationTo: 'orders', maxDepth: 0 },
    /** When staff filed a claim for it with Printful. */
    { name: 'claimedAt', type: 'date' },
    /** Ids of the buyer's photos, whose files `returnPhotoFiles` names. Null without any, and once they were deleted. */
    { name: 'photos', type: 'json' },
    /** What staff wrote to the buyer with their decision. */
    { name: 'message', type: 'textarea' },
    /** From the form, so that sending it twice requests one return. */
    { name: 'requestId', type: 'text', required: true, unique: true },
  ],
})
