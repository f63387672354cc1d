import { can } from '@/access/can'
import { nobody } from '@/access/nobody'
import { recordAudit } from '@/hooks/record-audit'
import {
  socialPlatformLabels,
  socialPlatforms,
  socialPostStatuses,
  socialPostStatusLabels,
} from '@/modules/social/rules/social-post'

import { defineCollection } from './define-collection'

const audited = recordAudit({ type: 'social-post', word: 'social' })

/** Posts for social networks. A post has a row in SocialDeliveries for each network. */
export const SocialPosts = defineCollection({
  slug: 'social-posts',
  trash: true,
  admin: {
    useAsTitle: 'postText',
    defaultColumns: ['postText', 'platforms', 'status', 'scheduledFor'],
    group: 'Words',
    hidden: true,
  },
  access: {
    // Changed through /api/admin/social, which knows what is published already.
    admin: can('social:write'),
    create: nobody,
    read: can('social:write'),
    update: nobody,
    delete: nobody,
    readVersions: nobody,
    unlock: nobody,
  },
  fields: [
    { name: 'postText', type: 'textarea', required: true, maxLength: 10_000 },
    {
      name: 'platforms',
      type: 'select',
      hasMany: true,
      required: true,
      options: socialPlatforms.map((value) => ({ value, label: socialPlatformLabels[value] })),
    },
    /** Without #. */
    { name: 'hashtags', type: 'text', hasMany: true, maxRows: 30, maxLength: 80 },
    { name: 'content', type: 'relationship', relationTo: 'content', maxDepth: 0 },
    { name: 'product', type: 'relationship', relationTo: 'products', maxDepth: 0 },
    { name: 'media', type: 'upload', relationTo: 'media', hasMany: true, maxRows: 10, maxDepth: 0 },
    {
      name: 'status',
      type: 'select',
      required: true,
      defaultValue: 'draft',
      index: true,
      options: socialPostStatuses.map((value) => ({ value, label: socialPostStatusLabels[value] })),
      access: { create: nobody, update: nobody },
    },
    { name: 'scheduledFor', type: 'date', index: true },
    { name: 'publishedAt', type: 'date', access: { create: nobody, update: nobody } },
  ],
  hooks: { afterChange: [audited.afterChange], afterDelete: [audited.afterDelete] },
})
