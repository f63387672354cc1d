import { can } from '@/access/can'
import { nobody } from '@/access/nobody'
import { socialPlatforms } from '@/modules/social/rules/social-post'

import { defineCollection } from './define-collection'

/**
 * One post on one network. `unknown`: it was sent and no response came. Networks have no idempotency
 * keys, so it is looked up and never just sent again. Written by actions only.
 */
export const SocialDeliveries = defineCollection({
  slug: 'social-deliveries',
  admin: { hidden: true },
  access: {
    admin: can('social:write'),
    create: nobody,
    read: can('social:write'),
    update: nobody,
    delete: nobody,
    readVersions: nobody,
    unlock: nobody,
  },
  fields: [
    {
      name: 'post',
      type: 'relationship',
      relationTo: 'social-posts',
      required: true,
      index: true,
      maxDepth: 0,
    },
    { name: 'platform', type: 'select', required: true, options: [...socialPlatforms] },
    {
      name: 'status',
      type: 'select',
      required: true,
      defaultValue: 'waiting',
      index: true,
      options: ['waiting', 'sending', 'published', 'failed', 'unknown', 'by-hand'],
    },
    /** The network's id and URL of the post. */
    { name: 'providerPostId', type: 'text' },
    { name: 'url', type: 'text' },
    /** State of publishing that takes several calls (Instagram's containers). */
    { name: 'progress', type: 'json' },
    { name: 'attempts', type: 'number', required: true, defaultValue: 0 },
    /** For staff. */
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
