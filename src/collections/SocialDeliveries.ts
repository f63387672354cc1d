import { can } from '@/access/can'
import { socialPlatforms } from '@/modules/social/rules/social-post'

import { defineCollection } from './define-collection'
import { belongsTo } from './fields/belongs-to'

/**
 * One post on one network. `unknown`: it was sent and no response came. No network has idempotency keys, so it is
 * looked up before it is sent again. Only the worker and /api/admin/social write it.
 */
export const SocialDeliveries = defineCollection({
  slug: 'social-deliveries',
  admin: { hidden: true },
  access: { admin: can('social:write'), read: can('social:write') },
  fields: [
    belongsTo('post', 'social-posts'),
    { name: 'platform', type: 'select', required: true, options: [...socialPlatforms] },
    {
      name: 'status',
      type: 'select',
      required: true,
      defaultValue: 'waiting',
      index: true,
      options: ['waiting', 'sending', 'published', 'failed', 'unknown', 'by-hand'],
    },
    /** The network's id of the post, and its address. */
    { name: 'providerPostId', type: 'text' },
    { name: 'url', type: 'text' },
    /** See DeliveryProgress in modules/social/actions/deliveries.ts. */
    { name: 'progress', type: 'json' },
    { name: 'attempts', type: 'number', required: true, defaultValue: 0 },
    /** A sentence for staff. */
    { name: 'reason', type: 'text' },
    { name: 'publishedAt', type: 'date' },
    { name: 'impressions', type: 'number' },
    { name: 'likes', type: 'number' },
    { name: 'comments', type: 'number' },
    { name: 'shares', type: 'number' },
    { name: 'clicks', type: 'number' },
    { name: 'countedAt', type: 'date' },
  ],
  indexes: [{ fields: ['post', 'platform'], unique: true }],
})
